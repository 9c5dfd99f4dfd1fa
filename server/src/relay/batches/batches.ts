import type { Transaction } from 'kysely';
import type { Hold } from '../../billing/account.ts';
import type { CountBook } from '../../billing/count-book.ts';
import type { CallAmounts, CountHold } from '../../billing/count-hold.ts';
import { HeldWork } from '../../billing/held-work.ts';
import type { QuotaBook } from '../../billing/quota-book.ts';
import { lockName } from '../../db/row-locks.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeCalls } from '../../db/settlement-writer.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { formatTerms, parseTerms, storedHold } from '../call/work-terms.ts';
import { settlementOf } from './batch-settlement.ts';
import { type BatchTerms, type KeptBatch, unnamedBatch } from './batch-terms.ts';
import type { BatchResult } from './read-batch-result.ts';

const COLUMNS = [
  ...(['id', 'name', 'looks', 'held', 'terms'] as const),
  ...(['user_id as userId', 'channel_id as channelId', 'key_id as keyId'] as const),
  ...(['created_at as createdAt', 'due_at as dueAt', 'settled_at as settledAt'] as const),
] as const;

/** Maximum number of unfinished batches per user. */
const MAX_OPEN = 100;

/** A batch that its vendor has not confirmed yet. */
export type AnnouncedBatch = Pick<KeptBatch, 'id' | 'name'>;

/** The batches of users, the points set aside for them, and their settlement, which happens once each. */
export class Batches {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #held: HeldWork;

  constructor(needs: {
    db: Db;
    clock: Pick<Clock, 'nowSeconds'>;
    quotaBook: QuotaBook;
    countBook: CountBook;
    debtLimit: () => number;
  }) {
    this.#db = needs.db;
    this.#clock = needs.clock;
    this.#held = new HeldWork(needs);
  }

  /** Sets aside the points of unfinished batches again after a restart, before any call is admitted. */
  async setAllAside(): Promise<void> {
    const rows = await rowsOf(this.#db).where('settled_at', '=', 0).execute();
    for (const batch of rows.map(toBatch)) await this.#held.restore(batch.id, storedHold(batch));
  }

  /** @throws batch.too_many, gateway.unavailable */
  async assertMayOpen(userId: number): Promise<void> {
    assertFew(await countOpen(this.#db, userId).catch(unavailable));
  }

  /**
   * Records a batch before its vendor is asked to start it, so that none can run without a charge. The points
   * held for it are set aside from now on.
   * @throws batch.too_many, gateway.unavailable; the hold is unchanged then
   */
  async announce(
    batch: Pick<KeptBatch, 'userId' | 'channelId' | 'keyId' | 'dueAt' | 'terms'>,
    { hold, counts }: { hold: Hold; counts: CountHold | null },
  ): Promise<AnnouncedBatch> {
    const { userId, terms } = batch;
    const name = unnamedBatch(terms.requestId);
    const values = {
      ...{ user_id: userId, name, channel_id: batch.channelId, key_id: batch.keyId },
      ...{ created_at: this.#clock.nowSeconds(), due_at: batch.dueAt, held: hold.points },
      terms: formatTerms(terms),
    };
    const { id } = await this.#db
      .transaction()
      .execute(async (trx) => {
        await lockName(trx, `batches of ${userId}`);
        assertFew(await countOpen(trx, userId));
        return trx.insertInto('batches').values(values).returning('id').executeTakeFirstOrThrow();
      })
      .catch((error: unknown) =>
        error instanceof GatewayError ? Promise.reject(error) : unavailable(error),
      );
    this.#held.hold(id, { hold, counts });
    return { id, name };
  }

  /**
   * Records that the vendor has started it. @throws if that cannot be written, or the batch was given up
   * meanwhile
   */
  async begin({ id, name: announced }: AnnouncedBatch, name: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('batches')
      .set({ name })
      .where('id', '=', id)
      .where('name', 'in', [announced, name])
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('the batch was given up');
  }

  /**
   * Removes a batch that the vendor has not started, and releases its points. If that cannot be written now,
   * a later check does it.
   */
  async withdraw({ id, name }: AnnouncedBatch): Promise<void> {
    if (!this.#held.has(id)) return;
    const { numDeletedRows } = await this.#db
      .deleteFrom('batches')
      .where('id', '=', id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numDeletedRows === 1n) this.#held.release(id);
  }

  /** Returns the given names that are already batches of the user. */
  async knownAmong(userId: number, names: readonly string[]): Promise<ReadonlySet<string>> {
    if (names.length === 0) return new Set();
    const rows = await this.#db
      .selectFrom('batches')
      .select('name')
      .where('user_id', '=', userId)
      .where('name', 'in', names)
      .execute();
    return new Set(rows.map(({ name }) => name));
  }

  async find(userId: number, name: string): Promise<KeptBatch | null> {
    const row = await rowsOf(this.#db)
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
      .catch(unavailable);
    return row === undefined ? null : toBatch(row);
  }

  /** Returns the batches due for a check, the longest overdue first. */
  async due(limit: number): Promise<KeptBatch[]> {
    const rows = await rowsOf(this.#db)
      .where('settled_at', '=', 0)
      .where('due_at', '<=', this.#clock.nowSeconds())
      .orderBy('due_at')
      .limit(limit)
      .execute();
    return rows.map(toBatch);
  }

  /** @returns false if another node is checking it now */
  async claim({ id, dueAt }: KeptBatch, nextDueAt: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('batches')
      .set((eb) => ({ due_at: nextDueAt, looks: eb('looks', '+', 1) }))
      .where('id', '=', id)
      .where('due_at', '=', dueAt)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /**
   * Charges a batch for its result, once: the transaction that writes the charge also marks the row.
   * @throws if the database rejects it; the points stay set aside then
   */
  async settle(batch: KeptBatch, result: BatchResult): Promise<void> {
    if (!this.#held.has(batch.id)) {
      const known = await this.find(batch.userId, batch.name);
      if (known?.isSettled === true) return;
    }
    const { points } = result.use.charge(batch.terms.groupRatio);
    const charge = { points, amounts: amountsOf(batch, result), stored: storedHold(batch) };
    await this.#held.settle(batch.id, charge, (taken, counts) => {
      const settlement = settlementOf(batch, { result, taken, nowSeconds: this.#clock.nowSeconds() });
      return this.#write(batch, { ...settlement, counts });
    });
  }

  #write({ id, terms }: KeptBatch, settlement: Settlement): Promise<void> {
    const nowSeconds = this.#clock.nowSeconds();
    return this.#db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('batches')
        .set({ settled_at: nowSeconds })
        .where('id', '=', id)
        .where('settled_at', '=', 0)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return;
      const origin = { type: 'call' as const, id: terms.requestId };
      await writeCalls(trx, [settlement], { origin, nowSeconds, texts: this.#db });
    });
  }
}

/** Use of a batch on counted budgets. */
function amountsOf({ terms }: KeptBatch, { use, answers, unread }: BatchResult): CallAmounts {
  const { points, inputTokens, outputTokens } = use.charge(terms.counted?.costRatio ?? 1);
  return { points, tokens: inputTokens + outputTokens, requests: answers + unread };
}

const rowsOf = (db: Db) => db.selectFrom('batches').select(COLUMNS);

const toBatch = ({
  terms,
  settledAt,
  ...row
}: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): KeptBatch => ({
  ...row,
  terms: parseTerms<BatchTerms>(terms),
  isSettled: settledAt > 0,
});

async function countOpen(db: Db | Transaction<Tables>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('settled_at', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function assertFew(open: number): void {
  if (open >= MAX_OPEN) throw new GatewayError('batch.too_many', { limit: MAX_OPEN });
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
