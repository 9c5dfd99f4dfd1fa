import { join } from 'node:path';
import { SqliteConnection } from '../../server/src/db/sqlite-connection.ts';
import { lockTable, query } from '../../server/test/support/postgres-server.ts';
import type { AttackSite } from './attack-site.ts';

/** Runs a statement past the gateway, as an operator with a database client would. */
export async function runStatement(
  { databaseUrl, dataDir }: Pick<AttackSite, 'databaseUrl' | 'dataDir'>,
  statement: string,
): Promise<void> {
  if (databaseUrl !== null) return query(databaseUrl, statement);
  const connection = new SqliteConnection(join(dataDir, 'turnpike.db'));
  connection.execute(statement, []);
  connection.close();
}

/** Keeps everybody else from writing to the ledger's database. @returns gives the lock back */
export async function lockLedger({
  databaseUrl,
  dataDir,
}: Pick<AttackSite, 'databaseUrl' | 'dataDir'>): Promise<() => Promise<void>> {
  if (databaseUrl !== null) return lockTable(databaseUrl, 'users');
  const unlock = lockFile(join(dataDir, 'turnpike.db'));
  return async () => unlock();
}

/** Keeps everybody else from writing to a SQLite file. @returns gives the lock back */
export function lockFile(path: string): () => void {
  const connection = new SqliteConnection(path);
  connection.execute('begin immediate', []);
  return () => connection.close();
}

/** Rows of the outbox's file, as an operator's editor shows them. */
export function editOutbox<Result>(
  dataDir: string,
  edit: (execute: SqliteConnection['execute']) => Result,
): Result {
  const connection = new SqliteConnection(join(dataDir, 'outbox.db'));
  try {
    return edit((sql, parameters) => connection.execute(sql, parameters));
  } finally {
    connection.close();
  }
}
