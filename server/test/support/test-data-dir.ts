import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A new data folder; where its database is SQLite's, it has this version's schema. */
export function makeTestDataDir({ databaseUrl }: { databaseUrl: string | null }): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
  // Tests that are not of the databases have none to copy.
  const migrated = inject('migrated') as { sqliteFile: string } | undefined;
  if (databaseUrl === null && migrated) copyFileSync(migrated.sqliteFile, join(dataDir, 'turnpike.db'));
  return dataDir;
}
