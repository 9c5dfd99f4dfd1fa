import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteResult } from './sqlite-connection.ts';

/** Runs a statement: in this thread, or by message in the thread that owns the file. */
export type SqliteExecute = (
  sql: string,
  parameters: readonly unknown[],
) => SqliteResult | Promise<SqliteResult>;

/**
 * Kysely on one SQLite connection. There is only this connection, so statements of a transaction never mix
 * with others. Other callers wait in order of arrival.
 */
export class SqliteDialect implements Dialect {
  readonly #execute: SqliteExecute;
  readonly #lock: Lock;

  constructor(execute: SqliteExecute, lock = new Lock()) {
    this.#execute = execute;
    this.#lock = lock;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#execute, this.#lock);
  }
  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }
  createAdapter() {
    return new TransactionalSqliteAdapter();
  }
  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}

/**
 * Kysely takes it that SQLite cannot undo a change of tables. It can, and a process that is killed in the middle of a
 * migration must leave nothing of it. Source: SQLite documentation, "Atomic Commit In SQLite".
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A lock whose waiters are served in the order they came. */
export class Lock {
  #tail: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const before = this.#tail;
    let release = (): void => {};
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteDriverConnection;
  readonly #lock: Lock;
  #release: (() => void) | null = null;

  constructor(execute: SqliteExecute, lock: Lock) {
    this.#connection = new SqliteDriverConnection(execute);
    this.#lock = lock;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#lock.take();
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  // An immediate transaction takes the write lock at its start, so it cannot fail in the middle for want of it.
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  // A full disk ends a transaction by itself: then there is nothing to roll back, and the first error is the one to tell.
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
  }

  async destroy(): Promise<void> {}
}

class SqliteDriverConnection implements DatabaseConnection {
  readonly #execute: SqliteExecute;

  constructor(execute: SqliteExecute) {
    this.#execute = execute;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#execute(query.sql, query.parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: lists are read in pages, never streamed row by row
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages');
  }
}
