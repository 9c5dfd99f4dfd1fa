import { join } from 'node:path';

/** Folder of programs that are installed once, for tests only. */
export const cacheDir = join(import.meta.dirname, '../../node_modules/.cache/turnpike');
