import { MAX_NOTIFICATION_TARGETS, type NotificationKind } from '@turnpike/contract';
import type { Insertable, Transaction, Updateable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { NotificationTargetTable } from '../../db/tables/notification-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { lockUser } from '../user/user-repository.ts';
import type { TargetRow } from './notification-target.ts';

export const listTargets = (db: Db, userId: number): Promise<TargetRow[]> =>
  db
    .selectFrom('notification_targets')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_NOTIFICATION_TARGETS)
    .execute();

/** @throws entry.not_found, also for a target of somebody else */
export async function getTarget(db: Db, userId: number, id: number): Promise<TargetRow> {
  const row = await db
    .selectFrom('notification_targets')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

/** @throws notification.too_many */
export async function insertTarget(
  trx: Transaction<Tables>,
  row: Insertable<NotificationTargetTable>,
): Promise<TargetRow> {
  // Two that are made at once would each count without the other.
  await lockUser(trx, row.user_id);
  const { count } = await trx
    .selectFrom('notification_targets')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_NOTIFICATION_TARGETS)
    throw new GatewayError('notification.too_many', { limit: MAX_NOTIFICATION_TARGETS });
  return trx.insertInto('notification_targets').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Lets what waits for a target be tried now: it has other values. */
export async function retryNow(trx: Transaction<Tables>, id: number, nowSeconds: number): Promise<void> {
  await trx
    .updateTable('notification_deliveries')
    .set({ next_try_at: nowSeconds })
    .where('target_id', '=', id)
    .where('state', '=', 'waiting')
    .where('claim', '=', '')
    .execute();
}

/** A target that is switched off receives nothing of what waits for it. */
export async function updateTarget(
  trx: Transaction<Tables>,
  id: number,
  change: Updateable<NotificationTargetTable>,
): Promise<TargetRow> {
  if (change.enabled === 0) {
    await trx
      .deleteFrom('notification_deliveries')
      .where('target_id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }
  return trx
    .updateTable('notification_targets')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws entry.not_found */
export async function deleteTarget(db: Db, userId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await getTarget(trx, userId, id);
    await trx.deleteFrom('notification_deliveries').where('target_id', '=', id).execute();
    await trx.deleteFrom('notification_targets').where('id', '=', id).execute();
  });
}

/** With an account, its targets go too. */
export async function deleteTargetsOf(trx: Transaction<Tables>, userId: number): Promise<void> {
  await trx.deleteFrom('notification_deliveries').where('user_id', '=', userId).execute();
  await trx.deleteFrom('notification_targets').where('user_id', '=', userId).execute();
}

/** Whether an own target for mails receives a kind of events. */
export async function hasMailTarget(db: Db, userId: number, kind: NotificationKind): Promise<boolean> {
  const row = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'email')
    .where('enabled', '=', 1)
    .where('kinds', 'like', `%,${kind},%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
