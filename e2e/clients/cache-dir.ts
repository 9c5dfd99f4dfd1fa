import { join } from 'node:path';

/** What is installed for tests only, and once. */
export const cacheDir = join(import.meta.dirname, '../../node_modules/.cache/turnpike');
