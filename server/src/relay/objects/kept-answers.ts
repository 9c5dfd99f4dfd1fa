import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

const FLUSH_MS = 200;
const ROWS_PER_INSERT = 50;
const ROWS_PER_CHANGE = 500;
const DAY_SECONDS = 86_400;
/** Of the items of one answer, as JSON; longer ones are not kept. */
const MAX_ANSWER_LENGTH = 256 * 1024;
/** Of answers that are not in the database yet; what is beyond is not kept. */
const MAX_PENDING_LENGTH = 16 * 2 ** 20;

/** An answer that the gateway wrote. */
export interface KeptAnswer {
  /** As its caller called it. */
  model: string;
  items: readonly unknown[];
  /** Of the items as JSON. */
  length: number;
}

interface PendingAnswer {
  userId: number;
  name: string;
  /** JSON of what is sealed. */
  text: string;
}

/**
 * Answers that the gateway wrote as responses: their callers may name items of them by their ids, as at a vendor that
 * stores what it answers. In the database they are sealed. What is not written yet is found in memory; a process that
 * dies loses the answers of a fifth of a second.
 */
export class KeptAnswers {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #secretBox: SecretBox;
  readonly #days: () => number;
  readonly #onFailure: (cause: unknown) => void;
  readonly #pending = new Map<string, PendingAnswer>();
  #pendingLength = 0;
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor(needs: {
    db: Db;
    clock: Pick<Clock, 'nowSeconds'>;
    secretBox: SecretBox;
    /** For how long they are kept; 0 keeps none. */
    days: () => number;
    onFailure: (cause: unknown) => void;
  }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#secretBox = needs.secretBox;
    this.#days = needs.days;
    this.#onFailure = needs.onFailure;
  }

  /** @param name what the ids of its items have in common */
  keep(userId: number, name: string, { model, items }: Pick<KeptAnswer, 'model' | 'items'>): void {
    if (this.#days() === 0 || items.length === 0) return;
    const text = JSON.stringify({ model, items });
    if (text.length > MAX_ANSWER_LENGTH || this.#pendingLength + text.length > MAX_PENDING_LENGTH) return;
    this.#pending.set(keyOf(userId, name), { userId, name, text });
    this.#pendingLength += text.length;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /**
   * @returns null where the user has no such answer
   * @throws gateway.unavailable
   */
  async find(userId: number, name: string): Promise<KeptAnswer | null> {
    const pending = this.#pending.get(keyOf(userId, name));
    if (pending !== undefined) return read(pending.text);
    if (this.#days() === 0) return null;
    const row = await this.#db
      .selectFrom('kept_answers')
      .select('items')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .where('expires_at', '>', this.#clock.nowSeconds())
      .executeTakeFirst()
      .catch(unavailable);
    const text = row === undefined ? null : this.#opened(row.items, purposeOf(userId, name));
    return text === null ? null : read(text);
  }

  /** @returns null for what was sealed by another secret */
  #opened(sealed: string, purpose: string): string | null {
    try {
      return this.#secretBox.open(sealed, purpose);
    } catch (cause) {
      this.#onFailure(cause);
      return null;
    }
  }

  /**
   * @returns whether the user had such an answer
   * @throws gateway.unavailable
   */
  async forget(userId: number, name: string): Promise<boolean> {
    // What is being written now is found in the database then.
    await this.flush();
    const { numDeletedRows } = await this.#db
      .deleteFrom('kept_answers')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
      .catch(unavailable);
    return numDeletedRows > 0n;
  }

  /** When what is written now expires. */
  #lastExpiry(nowSeconds: number): number {
    return nowSeconds + this.#days() * DAY_SECONDS;
  }

  /**
   * Removes what has expired and what is of users who are deleted. What was written while answers were kept for longer is kept
   * for as long as one that is written now.
   * @param db where it may take its time
   */
  async removeOld(db: Db): Promise<void> {
    const now = this.#clock.nowSeconds();
    const last = this.#lastExpiry(now);
    await byParts(
      db,
      (rows) => sql`update kept_answers set expires_at = ${last} where ${rows}`,
      sql`expires_at > ${last}`,
    );
    const old = sql`expires_at <= ${now} or user_id in (select id from users where deleted_time > 0)`;
    await byParts(db, (rows) => sql`delete from kept_answers where ${rows}`, old);
  }

  /** Writes what is pending. What cannot be written is let go. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write().catch(this.#onFailure));
    return this.#flushing;
  }

  async close(): Promise<void> {
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const answers = [...this.#pending];
    if (answers.length === 0) return;
    const now = this.#clock.nowSeconds();
    const expires_at = this.#lastExpiry(now);
    try {
      for (let start = 0; start < answers.length; start += ROWS_PER_INSERT) {
        const rows = answers.slice(start, start + ROWS_PER_INSERT).map(([, { userId, name, text }]) => ({
          ...{ user_id: userId, name, expires_at },
          items: this.#secretBox.seal(text, purposeOf(userId, name)),
        }));
        await this.#db
          .insertInto('kept_answers')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    } finally {
      for (const [key, answer] of answers) {
        if (this.#pending.get(key) === answer) this.#pending.delete(key);
        this.#pendingLength -= answer.text.length;
      }
    }
  }
}

type Sql = RawBuilder<unknown>;

/** Changes those rows that meet a condition, until none is left. */
async function byParts(db: Db, change: (rows: Sql) => Sql, condition: Sql): Promise<void> {
  const rows = sql`(user_id, name) in (
    select user_id, name from kept_answers where ${condition} limit ${ROWS_PER_CHANGE})`;
  for (let changed = BigInt(ROWS_PER_CHANGE); changed === BigInt(ROWS_PER_CHANGE); )
    changed = (await change(rows).execute(db)).numAffectedRows ?? 0n;
}

/** Earlier versions kept the list alone. */
function read(text: string): KeptAnswer {
  const kept: unknown = JSON.parse(text);
  const { model, items } = Array.isArray(kept) ? { model: '', items: kept } : (kept as KeptAnswer);
  return { model, items, length: text.length };
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}

const keyOf = (userId: number, name: string): string => `${userId} ${name}`;
const purposeOf = (userId: number, name: string): string => `kept answer ${userId} ${name}`;
