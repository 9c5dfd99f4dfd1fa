import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { keepPrivate } from '../platform/files/private-file.ts';

export interface SqliteResult {
  rows: unknown[];
  changes: number;
}

/** SQLite in this thread. Statements are prepared once and kept, a bounded number of them. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    keepPrivate(file);
    this.#database = new DatabaseSync(file);
    // An operator's tool may lock the file. A statement that waits behind a batch fails within five seconds.
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000; ' +
        'pragma foreign_keys = on; pragma cache_size = -8192; pragma wal_autocheckpoint = 4000',
    );
  }

  execute(sql: string, parameters: readonly unknown[]): SqliteResult {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      if (this.#statements.size >= 200) {
        const oldest = this.#statements.keys().next().value;
        if (oldest !== undefined) this.#statements.delete(oldest);
      }
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
