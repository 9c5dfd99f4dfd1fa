import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Copies that are recorded, or deleted, at once. */
const AT_ONCE = 500;
/** A bucket that does not delete is left alone for so long. */
const PAUSE_SECONDS = 600;

/** Names in the bucket that no task has any more, until the bucket has deleted them. */
export class CopiesToDelete {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;

  constructor(needs: { db: Db; clock: Pick<Clock, 'nowSeconds'> }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
  }

  async add(names: readonly string[]): Promise<void> {
    const due_at = this.#clock.nowSeconds();
    for (let at = 0; at < names.length; at += AT_ONCE)
      await this.#db
        .insertInto('copies_to_delete')
        .values(names.slice(at, at + AT_ONCE).map((copy) => ({ copy, due_at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }

  /** @throws if the bucket refuses or does not answer; it is asked again later */
  async deleteFrom(bucket: Pick<S3Bucket, 'remove'>, signal: AbortSignal): Promise<void> {
    for (let count = AT_ONCE; count === AT_ONCE; ) {
      const names = await this.#dueNames();
      count = names.length;
      for (const name of names) {
        if (signal.aborted) return;
        try {
          await bucket.remove(name);
        } catch (error) {
          await this.#pause();
          throw error;
        }
        await this.#db.deleteFrom('copies_to_delete').where('copy', '=', name).execute();
      }
    }
  }

  async #dueNames(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('copies_to_delete')
      .select('copy')
      .where('due_at', '<=', this.#clock.nowSeconds())
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    return rows.map(({ copy }) => copy);
  }

  async #pause(): Promise<void> {
    const nowSeconds = this.#clock.nowSeconds();
    await this.#db
      .updateTable('copies_to_delete')
      .set({ due_at: nowSeconds + PAUSE_SECONDS })
      .where('due_at', '<=', nowSeconds)
      .execute();
  }
}
