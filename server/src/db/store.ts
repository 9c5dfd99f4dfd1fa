import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely } from 'kysely';
import type { DrainReport, PendingCharge, SettleRequest } from '../billing/settlement-target.ts';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings/settings.ts';
import { makeLogMonths } from './log-months.ts';
import { migrate } from './migrate.ts';
import type { MigrationEngine } from './migration-columns.ts';
import type { DatabaseLimits } from './postgres-dialect.ts';
import { Lock, SqliteDialect } from './sqlite-dialect.ts';
import type { StoreRequest, StoreResponse, StoreThreadData } from './store-messages.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface Store {
  db: Db;
  /** For work that may take longer than somebody waits for an answer. */
  jobs: Db;
  engine: MigrationEngine;
  /** Writes settlements that the outbox's file holds; the worker reads them itself. */
  settle(batch: SettleRequest): Promise<DrainReport>;
  /** Charges that an outbox's file holds after a number. */
  pendingCharges(outbox: { file: string; afterNumber: number }): Promise<PendingCharge[]>;
  /** Moves a SQLite file's write-ahead log into the file, in the worker. */
  checkpoint(file: string): Promise<void>;
  /** Lets the worker give back what is free in the process, and what it itself no longer needs where it `collects`. */
  returnMemory(how: { collects: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Where `serveStore` answers. */
export interface StoreThread {
  on(event: 'message', listener: (response: StoreResponse) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(request: StoreRequest): void;
  terminate(): Promise<unknown>;
}

export type StartStoreThread = (data: StoreThreadData) => StoreThread;

/**
 * Opens the database and brings its schema up to date.
 * @throws StartError with one sentence when the database cannot be used
 */
export async function openStore(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  startThread: StartStoreThread = startWorker,
): Promise<Store> {
  return settings.databaseUrl === null
    ? openSqlite(join(settings.dataDir, 'turnpike.db'), startThread)
    : openPostgres(settings.databaseUrl, startThread);
}

async function openSqlite(file: string, startThread: StartStoreThread): Promise<Store> {
  const worker = new StoreWorker(startThread({ engine: 'sqlite', file }));
  const lock = new Lock();
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect(
      (sql, parameters) => worker.ask({ kind: 'execute', sql, parameters }) as Promise<never>,
      lock,
    ),
  });
  await startOrExplain(() => migrate(db, 'sqlite'), 'The database file cannot be used');
  worker.isNeeded = true;
  return {
    db,
    jobs: db,
    engine: 'sqlite',
    settle: (batch) => lock.run(() => worker.ask({ kind: 'settle', ...batch }) as Promise<DrainReport>),
    pendingCharges: (outbox) => worker.ask({ kind: 'pendingCharges', ...outbox }) as Promise<PendingCharge[]>,
    checkpoint: async (path) => void (await worker.ask({ kind: 'checkpoint', file: path })),
    returnMemory: async (how) => void (await worker.ask({ kind: 'returnMemory', ...how })),
    close: async () => {
      await db.destroy();
      await lock.run(() => worker.close());
    },
  };
}

async function openPostgres(url: string, startThread: StartStoreThread): Promise<Store> {
  const { databaseLimits, postgresPool } = await import('./postgres-dialect.ts');
  const open = (max: number, limits: DatabaseLimits) =>
    new Kysely<Tables>({ dialect: postgresPool(url, { max, limits, onError: () => {} }).dialect });
  const lock = await startOrExplain(
    () => keepSingleProcessLock(url),
    'The database in DATABASE_URL cannot be used',
  );
  const migrating = open(1, databaseLimits.migration);
  await startOrExplain(async () => {
    await migrate(migrating, 'postgres');
    await makeLogMonths(migrating, Math.floor(Date.now() / 1000));
  }, 'The database in DATABASE_URL cannot be used');
  await migrating.destroy();
  const db = open(10, databaseLimits.answer);
  const jobs = open(2, databaseLimits.job);
  const worker = new StoreWorker(startThread({ engine: 'postgres', url }));
  worker.isNeeded = true;
  return {
    db,
    jobs,
    engine: 'postgres',
    settle: (batch) => worker.ask({ kind: 'settle', ...batch }) as Promise<DrainReport>,
    pendingCharges: (outbox) => worker.ask({ kind: 'pendingCharges', ...outbox }) as Promise<PendingCharge[]>,
    checkpoint: async (path) => void (await worker.ask({ kind: 'checkpoint', file: path })),
    returnMemory: async (how) => void (await worker.ask({ kind: 'returnMemory', ...how })),
    close: async () => {
      await worker.close();
      await Promise.all([db.destroy(), jobs.destroy()]);
      await lock.release();
    },
  };
}

/** Holds the lock for as long as the process lives, and takes it again after the database was away. */
async function keepSingleProcessLock(url: string): Promise<{ release(): Promise<void> }> {
  let stopped = false;
  let release: (() => Promise<void>) | null = null;
  const { takeSingleProcessLock } = await import('./postgres-dialect.ts');
  const take = async (): Promise<void> => {
    release = await takeSingleProcessLock(url, () => void takeAgain());
    if (release === null) throw new StartError('Another Turnpike process uses this database.');
  };
  const takeAgain = async (): Promise<void> => {
    while (!stopped) {
      try {
        await take();
        return;
      } catch (error) {
        // Two processes must never sell the same balance; the one that lost its lock ends.
        if (error instanceof StartError) process.kill(process.pid, 'SIGTERM');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  await take();
  return {
    release: async () => {
      stopped = true;
      await release?.();
    },
  };
}

async function startOrExplain<Result>(start: () => Promise<Result>, sentence: string): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const detail =
      error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
    throw new StartError(`${sentence}: ${detail}`, { cause: error });
  }
}

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

const startWorker: StartStoreThread = (workerData) =>
  new Worker(new URL('./store-worker.ts', import.meta.url), {
    workerData,
    // Its batches are short-lived; left alone, V8 would keep tens of megabytes for them.
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 },
  });

/** The storage worker, asked by message. */
class StoreWorker {
  readonly #thread: StoreThread;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;
  #death: Error | null = null;
  /**
   * False while the store opens or closes: if the worker ends then, only the pending requests are rejected.
   * If it ends while this is true, the process stops too.
   */
  isNeeded = false;

  constructor(thread: StoreThread) {
    this.#thread = thread;
    thread.on('message', (response: StoreResponse) => this.#take(response));
    thread.on('error', (error) => this.#die(error));
    thread.on('exit', () => this.#die(new Error('the storage worker has ended')));
  }

  ask(request: WithoutId<StoreRequest>): Promise<unknown> {
    if (this.#death !== null) return Promise.reject(this.#death);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage({ id, ...request });
    });
  }

  async close(): Promise<void> {
    this.isNeeded = false;
    await this.ask({ kind: 'close' });
    await this.#thread.terminate();
  }

  #take(response: StoreResponse): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    if (response.ok) waiting.resolve(response.value);
    else {
      const { message, code, errcode } = response;
      waiting.reject(Object.assign(new Error(message), { code, errcode }));
    }
  }

  /** A gateway cannot work without its storage, so it exits and its supervisor restarts it. */
  #die(error: Error): void {
    if (this.#death !== null) return;
    this.#death = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    if (!this.isNeeded) return;
    console.error(`The storage worker has ended: ${error.message}`);
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}
