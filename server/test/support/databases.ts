import { isLong } from './long-tests.ts';
import { createMigratedDatabase, createTestDatabase } from './postgres.ts';

const inDataDir = async () => ({ url: null, drop: async () => {} });

/**
 * Both engines, each test with a database of its own: for `describe.each`. `open` has this version's schema already,
 * where SQLite's file comes from `makeTestDataDir`; `openEmpty` has nothing.
 */
export const databases = [
  { name: 'SQLite', open: inDataDir, openEmpty: inDataDir },
  { name: 'PostgreSQL', open: createMigratedDatabase, openEmpty: createTestDatabase },
] as const;

/** For what no database decides, such as bytes and dialects: one of them, or both where a long run asks for it. */
export const anyDatabase = databases.slice(0, isLong ? 2 : 1);

/** For values that an engine may refuse to store: PostgreSQL is the stricter one; both where a long run asks for it. */
export const strictDatabase = databases.slice(isLong ? 0 : 1);
