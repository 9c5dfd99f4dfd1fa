import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { returnMemory } from '../platform/return-memory.ts';
import { type Settlement, writeSettlements } from './settlement-writer.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import type { StoreRequest, StoreResponse, StoreWorkerData } from './store-messages.ts';
import type { Tables } from './tables.ts';

// The thread that owns the SQLite file, and that writes settlements for both engines. While it writes, the
// main thread holds the connection's lock, so no statement of another transaction comes between.

const data = workerData as StoreWorkerData;
const port = parentPort;
if (port === null) throw new Error('runs as a worker only');

const sqlite = data.engine === 'sqlite' ? new SqliteConnection(data.file) : null;
const db = new Kysely<Tables>({
  dialect:
    data.engine === 'sqlite'
      ? new SqliteDialect((sql, parameters) => (sqlite as SqliteConnection).execute(sql, parameters))
      : // Whoever stores in SQLite need not carry the other driver.
        (await import('./postgres-dialect.ts')).postgresPool(data.url, { max: 1, onError: () => {} }).dialect,
});
const checkpointers = new Map<string, SqliteConnection>();

port.on('message', async (request: StoreRequest) => {
  try {
    reply({ id: request.id, ok: true, value: await answer(request) });
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    reply({ id: request.id, ok: false, message: message ?? String(error), code: String(code ?? '') });
  }
  if (request.kind === 'close') port.close();
});

function answer(request: StoreRequest) {
  switch (request.kind) {
    case 'execute':
      return (sqlite as SqliteConnection).execute(request.sql, request.parameters);
    case 'settle': {
      const { outboxId, firstNumber, nowSeconds, bodies } = request;
      const settlements = bodies.map((body) => JSON.parse(body) as Settlement);
      return writeSettlements(db, { outboxId, firstNumber, nowSeconds, settlements });
    }
    case 'checkpoint':
      return checkpoint(request.file);
    case 'returnMemory':
      returnMemory();
      return null;
    case 'close':
      return close();
  }
}

/** Moves the outbox's write-ahead log into its file here, so that the main thread never waits for the disk. */
function checkpoint(file: string): null {
  let connection = checkpointers.get(file);
  if (connection === undefined) {
    connection = new SqliteConnection(file);
    checkpointers.set(file, connection);
  }
  connection.execute('pragma wal_checkpoint(passive)', []);
  return null;
}

async function close(): Promise<null> {
  for (const connection of checkpointers.values()) connection.close();
  await db.destroy();
  sqlite?.close();
  return null;
}

function reply(response: StoreResponse): void {
  port?.postMessage(response);
}
