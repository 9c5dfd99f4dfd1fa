import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { returnFreedMemory } from '../platform/return-freed-memory.ts';
import { returnMemory } from '../platform/return-memory.ts';
import { drainSettlements } from './drain-settlements.ts';
import { OutboxReader } from './outbox-file.ts';
import { chargeIn, countedIn } from './rejected-settlements.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import type { PendingCharge, StoreRequest, StoreResponse, StoreWorkerData } from './store-messages.ts';
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
        await postgresDialect(data.url),
});
const outboxes = new Map<string, OutboxReader>();

/** Texts read at once where only their charges are wanted. */
const PENDING_ROWS = 2000;

async function postgresDialect(url: string) {
  const { databaseLimits, postgresPool } = await import('./postgres-dialect.ts');
  return postgresPool(url, { max: 1, limits: databaseLimits.job, onError: () => {} }).dialect;
}

port.on('message', async (request: StoreRequest) => {
  try {
    reply({ id: request.id, ok: true, value: await answer(request) });
  } catch (error) {
    const { message, code, errcode } = error as { message?: string; code?: string; errcode?: number };
    reply({
      id: request.id,
      ok: false,
      message: message ?? String(error),
      code: String(code ?? ''),
      errcode,
    });
  }
  if (request.kind === 'close') port.close();
});

function answer(request: StoreRequest) {
  switch (request.kind) {
    case 'execute':
      return (sqlite as SqliteConnection).execute(request.sql, request.parameters);
    case 'settle': {
      const { outboxId, outboxFile, afterNumber, limit, nowSeconds } = request;
      const texts = outboxOf(outboxFile).read(afterNumber, limit);
      if (texts.length === 0) return { lastNumber: afterNumber, rejected: 0 };
      return drainSettlements(db, { outboxId, firstNumber: afterNumber + 1, texts, nowSeconds });
    }
    case 'pendingCharges':
      return pendingCharges(request.file, request.afterNumber);
    case 'checkpoint':
      outboxOf(request.file).checkpoint();
      return null;
    case 'returnMemory':
      if (request.collects) returnMemory();
      returnFreedMemory();
      return null;
    case 'close':
      return close();
  }
}

function outboxOf(file: string): OutboxReader {
  let outbox = outboxes.get(file);
  if (outbox === undefined) {
    outbox = new OutboxReader(file);
    outboxes.set(file, outbox);
  }
  return outbox;
}

function pendingCharges(file: string, afterNumber: number): PendingCharge[] {
  const charges: PendingCharge[] = [];
  for (;;) {
    const texts = outboxOf(file).read(afterNumber + charges.length, PENDING_ROWS);
    if (texts.length === 0) return charges;
    for (const text of texts) {
      const number = afterNumber + charges.length + 1;
      const { debt = 0, budgets = '' } = countedIn(text);
      charges.push({ number, ...chargeIn(text), debt, budgets });
    }
  }
}

async function close(): Promise<null> {
  for (const outbox of outboxes.values()) outbox.close();
  await db.destroy();
  sqlite?.close();
  return null;
}

function reply(response: StoreResponse): void {
  port?.postMessage(response);
}
