import { createTestDatabase } from './postgres.ts';

/** Both engines, each test with a database of its own: for `describe.each`. */
export const databases = [
  { name: 'SQLite', open: async () => ({ url: null, drop: async () => {} }) },
  { name: 'PostgreSQL', open: createTestDatabase },
] as const;
