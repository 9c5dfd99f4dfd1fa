import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;

/** 64-bit integers as numbers; one that a number cannot hold exactly is an error, never a rounded value. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid !== INT8) return pg.types.getTypeParser(oid as never, format as never);
    return (text: string): number => {
      const value = Number(text);
      if (!Number.isSafeInteger(value)) throw new RangeError('a stored whole number is out of range');
      return value;
    };
  },
};

export interface PostgresPool {
  dialect: PostgresDialect;
  pool: pg.Pool;
}

/** How long one piece of work waits for a database that does not answer. */
export interface DatabaseLimits {
  /** Until there is a connection, free or new. */
  connectMs: number;
  statementMs: number;
}

export const databaseLimits = {
  /** People and callers learn within five seconds that the database hangs. */
  answer: { connectMs: 2_000, statementMs: 2_800 },
  /** Settlements, clean-ups and files work through many rows. */
  job: { connectMs: 5_000, statementMs: 30_000 },
  /** A migration may rewrite a table of any size. */
  migration: { connectMs: 5_000, statementMs: 6 * 3_600_000 },
} as const satisfies Record<string, DatabaseLimits>;

/** @param onError a connection that idles was lost; the pool makes another one by itself */
export function postgresPool(
  url: string,
  { max, limits, onError }: { max: number; limits: DatabaseLimits; onError: () => void },
): PostgresPool {
  const pool = new pg.Pool({
    Client: ImpatientClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 60_000,
    query_timeout: limits.statementMs,
    keepAlive: true,
    types: types as never,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A connection that fails while in use rejects its statement. Without this listener the error would end
    // the process.
    client.on('error', () => {});
    // The server gives up as well: a statement that nobody waits for must not go on.
    client.query(`set statement_timeout = ${limits.statementMs}`).catch(() => {});
  });
  return { dialect: new PostgresDialect({ pool }), pool };
}

/** Gives a connection up whose statement took too long: the next statement would wait behind it. */
class ImpatientClient extends pg.Client {
  override query(...parameters: unknown[]): never {
    const result = super.query(...(parameters as [string])) as unknown;
    if (result instanceof Promise) result.catch((error: Error) => this.#giveUp(error));
    return result as never;
  }

  #giveUp({ message }: Error): void {
    if (message !== 'Query read timeout') return;
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

/** Number of the advisory lock that one Turnpike process holds on its database ("turn"). */
const SINGLE_PROCESS_LOCK = 0x7475726e;

/**
 * Tries to become the one process that writes to this database, on a connection of its own.
 * @returns a function that gives the lock back, or null when another process has it
 */
export async function takeSingleProcessLock(
  url: string,
  onLost: () => void,
): Promise<(() => Promise<void>) | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [SINGLE_PROCESS_LOCK]);
  if (rows[0]?.taken !== true) {
    await client.end();
    return null;
  }
  let released = false;
  client.on('end', () => {
    if (!released) onLost();
  });
  return async () => {
    released = true;
    await client.end();
  };
}
