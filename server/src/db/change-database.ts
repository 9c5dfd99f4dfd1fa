import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings/settings.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Changes the database next to a running gateway. No migration is made.
 * @throws StartError with one sentence when the database cannot be changed
 */
export async function changeDatabase<Result>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await open(settings);
  try {
    return await work(db);
  } catch (cause) {
    const { message, code } = cause as { message?: string; code?: string };
    throw new StartError(`The database cannot be changed: ${message || code}`, { cause });
  } finally {
    await close();
  }
}

async function open({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl !== null) {
    const { databaseLimits, postgresPool } = await import('./postgres-dialect.ts');
    const { dialect } = postgresPool(databaseUrl, { max: 1, limits: databaseLimits.job, onError: () => {} });
    const db = new Kysely<Tables>({ dialect });
    return { db, close: () => db.destroy() };
  }
  const file = join(dataDir, 'turnpike.db');
  if (!existsSync(file)) throw new StartError(`There is no database: ${file}`);
  const connection = new SqliteConnection(file);
  const dialect = new SqliteDialect((sql, parameters) => connection.execute(sql, parameters));
  return { db: new Kysely<Tables>({ dialect }), close: async () => connection.close() };
}
