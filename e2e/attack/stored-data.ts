import { join } from 'node:path';
import { SqliteConnection } from '../../server/src/db/sqlite-connection.ts';
import { query } from '../../server/test/support/postgres-server.ts';
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
