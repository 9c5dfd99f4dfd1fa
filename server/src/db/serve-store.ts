import type { MessagePort } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { PendingCharge } from '../billing/settlement-target.ts';
import { returnFreedMemory } from '../platform/memory/return-freed-memory.ts';
import { returnMemory } from '../platform/memory/return-memory.ts';
import { drainSettlements } from './drain-settlements.ts';
import { OutboxReader } from './outbox-file.ts';
import { chargeIn, countedIn } from './rejected-settlements.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import type { StoreAnswer, StoreRequest, StoreResponse, StoreThreadData } from './store-messages.ts';
import type { Tables } from './tables.ts';

/** Texts read at once where only their charges are wanted. */
const PENDING_ROWS = 2000;

/** Answers at a port what is asked of a database, until it is asked to close. */
export async function serveStore(port: MessagePort, data: StoreThreadData): Promise<void> {
  const store = await ServedStore.open(data);
  const reply = (response: StoreResponse): void => port.postMessage(response);

  port.on('message', async (request: StoreRequest) => {
    try {
      reply({ id: request.id, ok: true, value: await store.answer(request) });
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
}

/**
 * The SQLite file, and what writes settlements for both engines. While it writes, the main thread holds the connection's
 * lock, so no statement of another transaction comes between.
 */
class ServedStore {
  readonly #db: Kysely<Tables>;
  /** Null where PostgreSQL is the database. */
  readonly #sqlite: SqliteConnection | null;
  readonly #outboxes = new Map<string, OutboxReader>();

  private constructor(db: Kysely<Tables>, sqlite: SqliteConnection | null) {
    this.#db = db;
    this.#sqlite = sqlite;
  }

  static async open(data: StoreThreadData): Promise<ServedStore> {
    if (data.engine === 'postgres') {
      // Installations with SQLite do not load the PostgreSQL driver.
      const { databaseLimits, postgresPool } = await import('./postgres-dialect.ts');
      const pool = postgresPool(data.url, { max: 1, limits: databaseLimits.job, onError: () => {} });
      return new ServedStore(new Kysely<Tables>({ dialect: pool.dialect }), null);
    }
    const sqlite = new SqliteConnection(data.file);
    const dialect = new SqliteDialect((sql, parameters) => sqlite.execute(sql, parameters));
    return new ServedStore(new Kysely<Tables>({ dialect }), sqlite);
  }

  answer(request: StoreRequest): StoreAnswer | Promise<StoreAnswer> {
    switch (request.kind) {
      case 'execute':
        return (this.#sqlite as SqliteConnection).execute(request.sql, request.parameters);
      case 'settle': {
        const { outboxId, outboxFile, afterNumber, limit, nowSeconds } = request;
        const texts = this.#outboxOf(outboxFile).read(afterNumber, limit);
        if (texts.length === 0) return { lastNumber: afterNumber, rejected: 0 };
        return drainSettlements(this.#db, { outboxId, firstNumber: afterNumber + 1, texts, nowSeconds });
      }
      case 'pendingCharges':
        return this.#pendingCharges(request.file, request.afterNumber);
      case 'checkpoint':
        this.#outboxOf(request.file).checkpoint();
        return null;
      case 'returnMemory':
        if (request.collects) returnMemory();
        returnFreedMemory();
        return null;
      case 'close':
        return this.#close();
    }
  }

  #outboxOf(file: string): OutboxReader {
    let outbox = this.#outboxes.get(file);
    if (outbox === undefined) {
      outbox = new OutboxReader(file);
      this.#outboxes.set(file, outbox);
    }
    return outbox;
  }

  #pendingCharges(file: string, afterNumber: number): PendingCharge[] {
    const charges: PendingCharge[] = [];
    for (;;) {
      const texts = this.#outboxOf(file).read(afterNumber + charges.length, PENDING_ROWS);
      if (texts.length === 0) return charges;
      for (const text of texts) {
        const number = afterNumber + charges.length + 1;
        const { debt = 0, budgets = '', counts = '' } = countedIn(text);
        charges.push({ number, ...chargeIn(text), debt, budgets, counts });
      }
    }
  }

  async #close(): Promise<null> {
    for (const outbox of this.#outboxes.values()) outbox.close();
    await this.#db.destroy();
    this.#sqlite?.close();
    return null;
  }
}
