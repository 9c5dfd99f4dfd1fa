import { z } from 'zod';

/** Characters that a password has. */
export const passwordLength = { min: 8, max: 64 } as const;

export const password = () => z.string().min(passwordLength.min).max(passwordLength.max);
