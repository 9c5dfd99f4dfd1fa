import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { keepPrivate } from '../platform/files/private-file.ts';
import { StartError } from '../platform/start-error.ts';

/** Between the texts of a row. JSON never holds it unescaped. */
const SEPARATOR = '\u001e';
/** Texts that a row holds at most. */
const ROW_TEXTS = 500;

/**
 * The outbox's own small SQLite file, with finished calls that the database does not hold yet. Appends run on
 * the main thread, because they must finish before the last byte of an answer. A commit is a few writes to
 * the write-ahead log, without waiting for the disk (`synchronous=normal`). Another thread moves the log into
 * the file. Texts appended together form one row, because a row costs more than a text in it. The file
 * survives `kill -9`; with `full` also a power failure.
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
  readonly #probe: StatementSync;
  #lastNumber: number;
  #forgottenThrough: number;

  /** @throws StartError when the file cannot be used */
  constructor(path: string, { sync, newId }: { sync: 'normal' | 'full'; newId: () => string }) {
    this.path = path;
    this.#database = openFile(path, sync);
    const known = this.#database.prepare('select outbox_id, forgotten_through from identity').get();
    this.outboxId = known ? String(known.outbox_id) : newId();
    if (!known) this.#database.prepare('insert into identity values (?, 0)').run(this.outboxId);
    this.#forgottenThrough = Number(known?.forgotten_through ?? 0);
    this.#lastNumber = Math.max(this.bounds().last, this.#forgottenThrough);
    this.#begin = this.#database.prepare('begin immediate');
    this.#commit = this.#database.prepare('commit');
    this.#insert = this.#database.prepare(
      'insert into outbox_rows (last_number, first_number, bodies) values (?, ?, ?)',
    );
    this.#delete = this.#database.prepare('delete from outbox_rows where last_number <= ?');
    this.#forget = this.#database.prepare('update identity set forgotten_through = ?');
    // Always writes a page; SQLite leaves out an update that changes nothing.
    this.#probe = this.#database.prepare('pragma user_version = 0');
  }

  /** Smallest and largest number held, 0 and 0 when empty. */
  bounds(): { first: number; last: number } {
    const row = this.#database
      .prepare('select min(first_number) as first, max(last_number) as last from outbox_rows')
      .get();
    return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
  }

  /** The last number that was deleted. Later numbers that a damaged file lacks are missing, not deleted. */
  forgottenThrough(): number {
    return this.#forgottenThrough;
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
   * Appends JSON texts and deletes those up to `deleteThrough`, in one commit. Texts appended together are
   * deleted together.
   * @returns number of the last text appended
   */
  append(bodies: readonly string[], deleteThrough: number): number {
    let last = this.#lastNumber;
    this.#begin.run();
    try {
      for (let start = 0; start < bodies.length; start += ROW_TEXTS) {
        const row = bodies.slice(start, start + ROW_TEXTS);
        this.#insert.run(last + row.length, last + 1, row.join(SEPARATOR));
        last += row.length;
      }
      if (deleteThrough > 0) {
        this.#delete.run(deleteThrough);
        this.#forget.run(deleteThrough);
      }
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.#lastNumber = last;
    this.#forgottenThrough = Math.max(this.#forgottenThrough, deleteThrough);
    return last;
  }

  /** A full disk ends the transaction by itself; a failing rollback must not hide why the append failed. */
  #rollBack(): void {
    if (!this.#database.isTransaction) return;
    try {
      this.#database.exec('rollback');
    } catch {
      // The next `begin` reports the fault of the file.
    }
  }

  /** Size of the write-ahead log, which holds what is not in the file itself. */
  walBytes(): number {
    return statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Writes as an append does. @throws when nothing could be appended now */
  probe(): void {
    this.#probe.run();
  }

  close(): void {
    try {
      this.#database.exec('pragma wal_checkpoint(truncate)');
    } finally {
      this.#database.close();
    }
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
      'select first_number, bodies from outbox_rows where last_number > ? order by last_number',
    );
  }

  /**
   * The texts after a number, in order: whole rows, until there are `enough`. A number that a damaged file lacks is
   * an empty text, so that those after it keep theirs.
   */
  read(afterNumber: number, enough: number): string[] {
    const texts: string[] = [];
    for (const row of this.#read.iterate(afterNumber)) {
      const { first_number, bodies } = row as { first_number: number; bodies: string };
      while (afterNumber + texts.length + 1 < first_number && texts.length < enough) texts.push('');
      if (texts.length >= enough) break;
      texts.push(...bodies.split(SEPARATOR).slice(afterNumber + texts.length + 1 - first_number));
      if (texts.length >= enough) break;
    }
    return texts;
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
    keepPrivate(path);
    const database = new DatabaseSync(path);
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${sync}; pragma busy_timeout = 5000;
       pragma wal_autocheckpoint = 0; pragma journal_size_limit = 0; pragma cache_size = -2048;
       create table if not exists identity (outbox_id text not null, forgotten_through integer not null);
       create table if not exists outbox_rows (
         last_number integer primary key, first_number integer not null, bodies text not null)`,
    );
    takeSingleTexts(database);
    // From now on the main thread would wait. Only an operator's tool also writes to this file.
    database.exec('pragma busy_timeout = 50');
    return database;
  } catch (cause) {
    throw new StartError(`The outbox file cannot be used: ${path}: ${(cause as Error).message}.`, { cause });
  }
}

/** Takes over what an earlier version left behind, which gave every text a row. */
function takeSingleTexts(database: DatabaseSync): void {
  if (!database.prepare("select 1 from sqlite_schema where name = 'settlements'").get()) return;
  database.exec(
    `begin;
     insert into outbox_rows select number, number, body from settlements;
     drop table settlements;
     commit`,
  );
}
