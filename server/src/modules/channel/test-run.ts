import type { Db } from '../../db/store.ts';
import { noRun, type TestRunRow, writeTestRun } from './channel-test-repository.ts';

export type TestResult = 'passed' | 'failed' | 'skipped' | 'disabled' | 'enabled';

/** A run of the scheduled tests, which every process can read from the database. */
export class TestRun {
  readonly #db: Db;
  readonly #row: Omit<TestRunRow, 'wanted_at' | 'testing'>;
  readonly #testing = new Map<number, string>();
  /** Writes follow each other, so that the last one is the newest. */
  #written: Promise<void> = Promise.resolve();

  constructor(db: Db, { total, startedAt }: { total: number; startedAt: number }) {
    this.#db = db;
    const { wanted_at: _wanted, testing: _testing, ...row } = noRun();
    this.#row = { ...row, total, started_at: startedAt };
  }

  begin(): Promise<void> {
    return this.#write();
  }

  /** A channel is under test. */
  test(id: number, name: string): Promise<void> {
    this.#testing.set(id, name);
    return this.#write();
  }

  /** It is no more. */
  count(id: number, results: readonly TestResult[]): Promise<void> {
    this.#testing.delete(id);
    for (const result of results) this.#row[result] += 1;
    return this.#write();
  }

  end(nowSeconds: number): Promise<void> {
    this.#row.ended_at = nowSeconds;
    this.#testing.clear();
    return this.#write();
  }

  #write(): Promise<void> {
    const testing = JSON.stringify([...this.#testing].map(([id, name]) => ({ id, name })));
    const row = { ...this.#row, testing };
    const write = () => writeTestRun(this.#db, row);
    this.#written = this.#written.then(write, write);
    return this.#written;
  }
}
