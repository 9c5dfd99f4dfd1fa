import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely } from 'kysely';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings/settings.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Reads the database as it is at one moment, next to a running gateway. Nothing is written: no migration, no
 * lock of the gateway's.
 * @throws StartError with one sentence when the database cannot be read
 */
export async function readDatabase<Result>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return settings.databaseUrl === null
      ? await readSqlite(join(settings.dataDir, 'turnpike.db'), work)
      : await readPostgres(settings.databaseUrl, work);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { message, code } = cause as { message?: string; code?: string };
    throw new StartError(`The database cannot be read: ${message || code}`, { cause });
  }
}

async function readSqlite<Result>(file: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!existsSync(file)) throw new StartError(`There is no database: ${file}`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // The write-ahead log keeps this moment readable while a gateway goes on writing.
    database.exec('pragma busy_timeout = 5000; begin');
    const execute = (sql: string, parameters: readonly unknown[]) => ({
      rows: database.prepare(sql).all(...(parameters as SQLInputValue[])),
      changes: 0,
    });
    return await work(new Kysely<Tables>({ dialect: new SqliteDialect(execute) }));
  } finally {
    database.close();
  }
}

async function readPostgres<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { databaseLimits, postgresPool } = await import('./postgres-dialect.ts');
  const { dialect } = postgresPool(url, { max: 1, limits: databaseLimits.job, onError: () => {} });
  const db = new Kysely<Tables>({ dialect });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => work(trx));
  } finally {
    await db.destroy();
  }
}
