import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StartError } from '../platform/start-error.ts';

/**
 * The outbox's own small SQLite file: finished calls that the database does not hold yet. Appending runs on
 * the main thread, because it must be done before an answer's last byte: a commit here is a few writes to the
 * write-ahead log without waiting for the disk (`synchronous=normal`), and the log is moved into the file
 * elsewhere. Survives `kill -9`; with `full` also a power cut.
 */
export class OutboxFile {
  /** Names this outbox in the database, so that its numbers are counted apart from any other's. */
  readonly outboxId: string;
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #forget: StatementSync;
  #lastNumber: number;

  /** @throws StartError when the file cannot be used */
  constructor(path: string, { sync, newId }: { sync: 'normal' | 'full'; newId: () => string }) {
    this.path = path;
    this.#database = openFile(path, sync);
    const known = this.#database.prepare('select outbox_id, forgotten_through from identity').get();
    this.outboxId = known ? String(known.outbox_id) : newId();
    if (!known) this.#database.prepare('insert into identity values (?, 0)').run(this.outboxId);
    this.#lastNumber = Math.max(this.bounds().last, Number(known?.forgotten_through ?? 0));
    this.#begin = this.#database.prepare('begin immediate');
    this.#commit = this.#database.prepare('commit');
    this.#insert = this.#database.prepare('insert into settlements (number, body) values (?, ?)');
    this.#delete = this.#database.prepare('delete from settlements where number <= ?');
    this.#forget = this.#database.prepare('update identity set forgotten_through = ?');
  }

  /** Smallest and largest number held, 0 and 0 when empty. */
  bounds(): { first: number; last: number } {
    const row = this.#database
      .prepare('select min(number) as first, max(number) as last from settlements')
      .get();
    return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
  }

  /** Largest number ever given. */
  lastNumber(): number {
    return this.#lastNumber;
  }

  /**
   * Gives no number up to this one again: the database has taken them, and takes none twice. Only a file from a
   * backup can be older than the database; what it still holds has been written long since.
   */
  startAfter(number: number): void {
    if (this.#lastNumber >= number) return;
    this.#lastNumber = number;
    this.append([], number);
  }

  /**
   * Appends texts and forgets those up to `deleteThrough`, in one commit.
   * @returns number of the last text appended
   */
  append(bodies: readonly string[], deleteThrough: number): number {
    let last = this.#lastNumber;
    this.#begin.run();
    try {
      for (const body of bodies) {
        last += 1;
        this.#insert.run(last, body);
      }
      if (deleteThrough > 0) {
        this.#delete.run(deleteThrough);
        this.#forget.run(deleteThrough);
      }
      this.#commit.run();
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
    this.#lastNumber = last;
    return last;
  }

  close(): void {
    this.#database.exec('pragma wal_checkpoint(truncate)');
    this.#database.close();
  }
}

/** The other end of an outbox's file, for the thread that drains it. */
export class OutboxReader {
  readonly #database: DatabaseSync;
  readonly #read: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(
      'pragma busy_timeout = 5000; pragma wal_autocheckpoint = 0; pragma cache_size = -2048',
    );
    this.#read = this.#database.prepare(
      'select number, body from settlements where number > ? order by number limit ?',
    );
  }

  /**
   * The texts after a number, in order.
   * @throws when a number is missing: what follows it would be counted under a wrong number
   */
  read(afterNumber: number, limit: number): string[] {
    const rows = this.#read.all(afterNumber, limit) as unknown as { number: number; body: string }[];
    for (const [index, { number }] of rows.entries()) {
      if (number !== afterNumber + 1 + index)
        throw new Error(`settlement ${afterNumber + 1 + index} is missing`);
    }
    return rows.map(({ body }) => body);
  }

  /** Moves the write-ahead log into the file, away from the thread that appends to it. */
  checkpoint(): void {
    this.#database.exec('pragma wal_checkpoint(passive)');
  }

  close(): void {
    this.#database.close();
  }
}

function openFile(path: string, sync: 'normal' | 'full'): DatabaseSync {
  try {
    const database = new DatabaseSync(path);
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${sync}; pragma busy_timeout = 5000;
       pragma wal_autocheckpoint = 0; pragma cache_size = -2048;
       create table if not exists identity (outbox_id text not null, forgotten_through integer not null);
       create table if not exists settlements (number integer primary key, body text not null)`,
    );
    return database;
  } catch (cause) {
    throw new StartError(`The outbox file cannot be used: ${path}: ${(cause as Error).message}.`, { cause });
  }
}
