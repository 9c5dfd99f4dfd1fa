import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/db/store.ts';
import { createDatabaseOn } from './postgres-server.ts';
import startPostgres from './postgres-setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases with this version's schema, of which each test takes a copy: most need no migration of their own. */
    migrated: { postgresName: string; sqliteFile: string };
  }
}

/** Both engines for the tests of the database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres(project);
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-migrated-'));
  const stop = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await stopPostgres();
  };
  try {
    const { url } = await createDatabaseOn(project.getProvidedContext().postgresUrl);
    for (const databaseUrl of [url, null]) {
      const store = await openStore({ databaseUrl, dataDir });
      await store.close();
    }
    const postgresName = new URL(url).pathname.slice(1);
    project.provide('migrated', { postgresName, sqliteFile: join(dataDir, 'turnpike.db') });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
