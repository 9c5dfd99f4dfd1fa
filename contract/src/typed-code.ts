import { z } from 'zod';

/** A code as people copy or type it: with spaces in it, or with the wide digits of a Chinese or Japanese keyboard. */
export const typedCode = () => z.string().overwrite((code) => code.normalize('NFKC').replace(/\s+/g, ''));
