import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const FLUSH_MS = 200;
const ROWS_PER_INSERT = 50;
const ROWS_PER_CHANGE = 500;
const DAY_SECONDS = 86_400;
/** Maximum JSON length of one answer's items; longer answers are not stored. */
const MAX_ANSWER_LENGTH = 256 * 1024;
/** Maximum length of all answers that are not in the database yet; further ones are not stored. */
const MAX_PENDING_LENGTH = 16 * 2 ** 20;

/** An answer that the gateway wrote. */
export interface KeptAnswer {
  /** Model name that the caller used. */
  model: string;
  items: readonly unknown[];
  /** Length of the items as JSON. */
  length: number;
}

interface PendingAnswer {
  userId: number;
  name: string;
  /** JSON before sealing. */
  text: string;
}

/**
 * Answers that the gateway wrote as responses. Their callers may refer to the items by id, as at a vendor
 * that stores responses. The database holds them sealed. Unwritten answers are found in memory; if the
 * process dies, the answers of a fifth of a second are lost.
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
    /** Retention in days; 0 disables the storage. */
    days: () => number;
    onFailure: (cause: unknown) => void;
  }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#secretBox = needs.secretBox;
    this.#days = needs.days;
    this.#onFailure = needs.onFailure;
  }

  /** @param name common part of its item ids */
  keep(userId: number, name: string, { model, items }: Pick<KeptAnswer, 'model' | 'items'>): void {
    if (this.#days() === 0 || items.length === 0) return;
    const text = JSON.stringify({ model, items });
    if (text.length > MAX_ANSWER_LENGTH || this.#pendingLength + text.length > MAX_PENDING_LENGTH) return;
    this.#pending.set(keyOf(userId, name), { userId, name, text });
    this.#pendingLength += text.length;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /**
   * @returns null if the user has no such answer
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

  /** @returns null for data sealed with another secret */
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
    // Answers being written now are found in the database afterwards.
    await this.flush();
    const { numDeletedRows } = await this.#db
      .deleteFrom('kept_answers')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
      .catch(unavailable);
    return numDeletedRows > 0n;
  }

  /** Expiry of an answer that is written now. */
  #lastExpiry(nowSeconds: number): number {
    return nowSeconds + this.#days() * DAY_SECONDS;
  }

  /**
   * Removes expired answers and those of deleted users. If the retention was shortened, older answers expire
   * no later than one that is written now.
   * @param db for slow statements
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

  /** Writes pending answers. Answers that cannot be written are dropped. */
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

/** Changes the rows that meet a condition, until there are none left. */
async function byParts(db: Db, change: (rows: Sql) => Sql, condition: Sql): Promise<void> {
  const rows = sql`(user_id, name) in (
    select user_id, name from kept_answers where ${condition} limit ${ROWS_PER_CHANGE})`;
  for (let changed = BigInt(ROWS_PER_CHANGE); changed === BigInt(ROWS_PER_CHANGE); )
    changed = (await change(rows).execute(db)).numAffectedRows ?? 0n;
}

/** Earlier versions stored only the list. */
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
