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

/** @param onError a connection that idles was lost; the pool makes another one by itself */
export function postgresPool(
  url: string,
  { max, onError }: { max: number; onError: () => void },
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    // A statement that the database does not finish must not hold a connection for ever.
    query_timeout: 30_000,
    keepAlive: true,
    types: types as never,
  });
  pool.on('error', onError);
  // A connection that breaks while it is lent out tells its statement; told to nobody else, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { dialect: new PostgresDialect({ pool }), pool };
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
