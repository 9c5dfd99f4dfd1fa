import { inject } from 'vitest';
import { createDatabaseOn } from './postgres-server.ts';

export interface TestDatabase {
  /** For `DATABASE_URL`. */
  url: string;
  drop(): Promise<void>;
}

/** An empty database of the caller's own on the PostgreSQL that this test run started. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(inject('postgresUrl'));
}

/** One of the caller's own that has this version's schema, and nothing in it. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(inject('postgresUrl'), inject('migrated').postgresName);
}
