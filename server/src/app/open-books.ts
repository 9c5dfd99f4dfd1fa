import { join } from 'node:path';
import type { BudgetPeriod } from '../billing/account.ts';
import { CountBook } from '../billing/count-book.ts';
import { Outbox, type OutboxEvents } from '../billing/outbox.ts';
import { PendingCharges } from '../billing/pending-charges.ts';
import { QuotaBook } from '../billing/quota-book.ts';
import { OutboxFile } from '../db/outbox-file.ts';
import type { Store } from '../db/store.ts';
import { findStoredBalance, findStoredRemainder, findStoredUse } from '../db/stored-amounts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { randomText } from '../platform/secrets/random-ids.ts';
import type { Settings } from '../settings/settings.ts';
import { RejectedCount } from './health.ts';

/** Decides about points and stores charges until the database holds them. */
export interface Books {
  quotaBook: QuotaBook;
  countBook: CountBook;
  outbox: Outbox;
  rejected: RejectedCount;
}

/**
 * Opens the books. Settlements that an earlier process left in the outbox are written while calls are already
 * served. Until then they are deducted from every balance that is read.
 */
export async function openBooks({
  settings,
  store,
  clock,
  log,
}: {
  settings: Settings;
  store: Store;
  clock: Clock;
  log: Log;
}): Promise<Books> {
  const { db } = store;
  const file = new OutboxFile(join(settings.dataDir, 'outbox.db'), {
    sync: settings.outboxSync,
    newId: () => randomText(16),
  });
  const written = await db
    .selectFrom('outbox_positions')
    .select('last_number')
    .where('outbox_id', '=', file.outboxId)
    .executeTakeFirst();
  const writtenThrough = written?.last_number ?? 0;
  file.startAfter(writtenThrough);
  const pending = new PendingCharges(
    await store.pendingCharges({ file: file.path, afterNumber: file.forgottenThrough() }),
  );
  const usedOf = async (budget: BudgetPeriod): Promise<number> => {
    const { points, writtenThrough } = await findStoredUse(db, budget, file.outboxId);
    return points + pending.ofBudget(budget, writtenThrough);
  };
  const quotaBook = new QuotaBook({
    balanceOf: async (userId) => {
      const stored = await findStoredBalance(db, userId, file.outboxId);
      if (stored === undefined) return undefined;
      const { points, debt, writtenThrough } = stored;
      return {
        points: points - pending.ofUser(userId, writtenThrough),
        debt: debt + pending.debtOf(userId, writtenThrough),
      };
    },
    remainderOf: async (tokenId) => {
      const stored = await findStoredRemainder(db, tokenId, file.outboxId);
      return stored && stored.points - pending.ofToken(tokenId, stored.writtenThrough);
    },
    usedOf,
  });
  const countBook = new CountBook({ usedOf, nowSeconds: () => clock.nowSeconds() });
  const rejected = new RejectedCount(db, () => clock.monotonicMs());
  await rejected.recount();
  const outbox = new Outbox({
    file,
    target: store,
    nowSeconds: () => clock.nowSeconds(),
    limitRows: settings.outboxLimitRows,
    events: outboxEvents(log, {
      onDrained(through) {
        quotaBook.drained(through);
        countBook.drained(through);
        pending.drained(through);
      },
      onRejected: (count) => rejected.add(count),
    }),
  });
  outbox.start();
  return { quotaBook, countBook, outbox, rejected };
}

function outboxEvents(
  log: Log,
  { onDrained, onRejected }: Pick<OutboxEvents, 'onDrained' | 'onRejected'>,
): OutboxEvents {
  let drainFailed = false;
  return {
    onDrained(through) {
      onDrained(through);
      if (drainFailed) log.info({}, 'settlements are written again');
      drainFailed = false;
    },
    onDrainFailed(error) {
      if (!drainFailed) log.error({ error: String(error) }, 'settlements wait for the database');
      drainFailed = true;
    },
    onRejected(count) {
      onRejected(count);
      log.error({ count }, 'the database refused settlements; `npm run turnpike -- settlements` shows them');
    },
    onAppendFailed: (error) =>
      log.error({ error: String(error) }, 'the outbox cannot be written; paid calls are refused'),
    onAppendRecovered: () => log.info({}, 'the outbox can be written again'),
    onLost: (bodies) =>
      log.error(
        { settlements: bodies },
        'the outbox could not be written before the stop; these calls are not charged',
      ),
  };
}
