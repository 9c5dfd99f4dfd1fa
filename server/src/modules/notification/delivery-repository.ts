import { type NotificationKind, userStatus } from '@turnpike/contract';
import type { Updateable } from 'kysely';
import { freeForChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { NotificationDeliveryTable } from '../../db/tables/notification-tables.ts';

const ROWS_PER_CLEAN_UP = 500;
/** A run that ended with its process is made again after this. */
const CLAIMED_SECONDS = 120;

/** Waiting deliveries with event, target and account. One whose target was deleted meanwhile does not count. */
const waiting = (db: Db) =>
  db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .innerJoin('notification_targets as t', 't.id', 'd.target_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.state', '=', 'waiting')
    .orderBy('d.next_try_at')
    .orderBy('d.notification_id')
    .limit(1);

/** The first delivery whose time has come, with what is needed to send it. */
export function findDue(
  db: Db,
  { nowSeconds, busyTargets, busyUsers }: { nowSeconds: number; busyTargets: number[]; busyUsers: number[] },
) {
  return waiting(db)
    .select(['d.notification_id', 'd.target_id', 'd.user_id', 'd.attempts', 'd.next_try_at', 'd.give_up_at'])
    .select(['n.kind', 'n.user_id as event_user', 'n.facts', 'n.created_time'])
    .select(['t.uuid', 't.type', 't.config', 't.secrets_sealed', 't.allow_private'])
    .select(['t.quiet_from', 't.quiet_to', 't.time_zone'])
    .select(['u.language', 'u.role', 'u.status', 'u.deleted_time', 'u.email', 'u.proved_email'])
    .where('d.next_try_at', '<=', nowSeconds)
    .$if(busyTargets.length > 0, (query) => query.where('d.target_id', 'not in', busyTargets))
    .$if(busyUsers.length > 0, (query) => query.where('d.user_id', 'not in', busyUsers))
    .executeTakeFirst();
}

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDue>>>;

const waitingOf = (db: Db, targetId: number, nowSeconds: number) =>
  db
    .updateTable('notification_deliveries')
    .where('target_id', '=', targetId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', nowSeconds);

/** @returns number of due deliveries of a target, `limit` at most */
export async function countDue(
  db: Db,
  { targetId, nowSeconds, limit }: { targetId: number; nowSeconds: number; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .select('notification_id')
    .where('target_id', '=', targetId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', nowSeconds)
    .limit(limit)
    .execute();
  return rows.length;
}

/** @returns second of the next try; null where none waits */
export async function findNextDelivery(db: Db): Promise<number | null> {
  const row = await waiting(db).select('d.next_try_at').executeTakeFirst();
  return row?.next_try_at ?? null;
}

/** Takes one delivery, unless another run has it. */
export async function claimOne(
  db: Db,
  { notification_id, target_id, next_try_at }: DueDelivery,
  { claim, nowSeconds }: { claim: string; nowSeconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_deliveries')
    .set({ claim, next_try_at: nowSeconds + CLAIMED_SECONDS })
    .where('notification_id', '=', notification_id)
    .where('target_id', '=', target_id)
    .where('state', '=', 'waiting')
    .where('next_try_at', '=', next_try_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes all due deliveries of a target that no other run has. */
export async function claimAll(
  db: Db,
  { targetId, claim, nowSeconds }: { targetId: number; claim: string; nowSeconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await waitingOf(db, targetId, nowSeconds)
    .set({ claim, next_try_at: nowSeconds + CLAIMED_SECONDS })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const claimed = (db: Db, targetId: number, claim: string) =>
  db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .where('d.target_id', '=', targetId)
    .where('d.state', '=', 'waiting')
    .where('d.claim', '=', claim);

/** The counts of the deliveries that a run has taken, for a summary. */
export async function readClaimed(db: Db, targetId: number, claim: string) {
  const counts = await claimed(db, targetId, claim)
    .select(({ fn }) => ['n.kind', fn.countAll<number | string>().as('count')])
    .groupBy('n.kind')
    .orderBy('n.kind')
    .execute();
  const { first, last, attempts } = await claimed(db, targetId, claim)
    .select(({ fn }) => [
      fn.min('d.notification_id').as('first'),
      fn.max('d.notification_id').as('last'),
      fn.max('d.attempts').as('attempts'),
    ])
    .executeTakeFirstOrThrow();
  const byKind = counts.map(({ kind, count }): { kind: NotificationKind; count: number } => ({
    ...{ kind, count: Number(count) },
  }));
  return { byKind, first, last, attempts };
}

/** Writes the end of an attempt. */
export async function endClaim(
  db: Db,
  targetId: number,
  claim: string,
  change: Updateable<NotificationDeliveryTable>,
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set(({ eb }) => ({ ...change, claim: '', attempts: eb('attempts', '+', 1) }))
    .where('target_id', '=', targetId)
    .where('state', '=', 'waiting')
    .where('claim', '=', claim)
    .execute();
}

/** Gives up deliveries of a failed attempt whose time is over. */
export async function giveUpClaim(
  db: Db,
  targetId: number,
  claim: string,
  { error, nowSeconds }: { error: string; nowSeconds: number },
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set(({ eb }) => ({ state: 'failed', last_error: error, claim: '', attempts: eb('attempts', '+', 1) }))
    .where('target_id', '=', targetId)
    .where('state', '=', 'waiting')
    .where('claim', '=', claim)
    .where('give_up_at', '<=', nowSeconds)
    .execute();
}

/** Lets everything that waits for a target wait longer. */
export async function postpone(
  db: Db,
  { targetId, nowSeconds, until }: { targetId: number; nowSeconds: number; until: number },
): Promise<void> {
  await waitingOf(db, targetId, nowSeconds).set({ next_try_at: until }).execute();
}

/** Whether the account of a target may receive anything. */
export const isActive = ({ status, deleted_time }: Pick<DueDelivery, 'status' | 'deleted_time'>): boolean =>
  status === userStatus.enabled && deleted_time === 0;

/** Deletes what waits for the target of a common account and concerns others; of one that is not active, everything. */
export async function dropForbidden(db: Db, target: DueDelivery): Promise<void> {
  const { target_id, user_id } = target;
  const rows = db
    .deleteFrom('notification_deliveries')
    .where('target_id', '=', target_id)
    .where('state', '=', 'waiting');
  const ofOthers = rows.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('notifications')
        .select('id')
        .whereRef('notifications.id', '=', 'notification_deliveries.notification_id')
        .where('notifications.user_id', '!=', user_id),
    ),
  );
  await (isActive(target) ? ofOthers : rows).execute();
}

/** Deletes one batch of events that happened before a moment, with their deliveries. */
export async function deleteOldEvents(db: Db, beforeSeconds: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const old = trx
      .selectFrom('notifications')
      .select('id')
      .where('created_time', '<', beforeSeconds)
      .orderBy('created_time')
      .limit(ROWS_PER_CLEAN_UP);
    const ids = (await freeForChange(trx, old).execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    await trx.deleteFrom('notification_deliveries').where('notification_id', 'in', ids).execute();
    await trx.deleteFrom('notifications').where('id', 'in', ids).execute();
  });
}
