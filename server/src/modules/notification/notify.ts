import { isSiteKind, type NotificationKind, role, userStatus } from '@turnpike/contract';
import type { Insertable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { NotificationDeliveryTable } from '../../db/tables/notification-tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { quietUntil } from './quiet-hours.ts';

/** Something that happened, for those who chose its kind. */
export interface NotificationEvent {
  kind: NotificationKind;
  /** The account that it concerns; 0: the site, so that administrators receive it. */
  userId: number;
  /** Its subject, such as the number of a channel; empty where there is one of the kind. */
  subject?: string | number;
  /** When or in which period: the same kind, account, subject and period is the same event. */
  period: string | number;
  facts: Readonly<Record<string, unknown>>;
}

/** Targets that one event goes to at most. */
const MAX_TARGETS = 1000;
/** It is tried for this long. */
export const TRIED_SECONDS = 24 * 3600;

/**
 * Stores an event once, with its deliveries, in the transaction of its cause where there is one. Call
 * `jobRunner.runSoon('notifications')` after the commit, so that it goes out at once.
 * @param timeZone only targets of this zone receive it
 * @returns false where it is known already
 */
export async function notify(
  { db, clock }: { db: Db; clock: Pick<Clock, 'nowSeconds'> },
  { kind, userId, subject = '', period, facts }: NotificationEvent,
  { timeZone }: { timeZone?: string } = {},
): Promise<boolean> {
  const created_time = clock.nowSeconds();
  const event = await db
    .insertInto('notifications')
    .values({
      ...{ kind, user_id: userId, subject: String(subject), period: String(period) },
      ...{ facts: JSON.stringify(facts), created_time },
    })
    .onConflict((conflict) => conflict.columns(['kind', 'user_id', 'subject', 'period']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (event === undefined) return false;
  const targets = (await targetsOf(db, kind, userId)).filter(
    ({ time_zone }) => timeZone === undefined || time_zone === timeZone,
  );
  const deliveries = targets.map((target): Insertable<NotificationDeliveryTable> => {
    const next_try_at = quietUntil(created_time, target);
    return {
      ...{ notification_id: event.id, target_id: target.id, user_id: target.user_id },
      ...{ state: 'waiting', next_try_at, give_up_at: next_try_at + TRIED_SECONDS },
    };
  });
  if (deliveries.length > 0) await db.insertInto('notification_deliveries').values(deliveries).execute();
  return true;
}

/** Targets of the account, or of administrators for the site. */
function targetsOf(db: Db, kind: NotificationKind, userId: number) {
  const targets = db
    .selectFrom('notification_targets as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.quiet_from', 't.quiet_to', 't.time_zone'])
    .where('t.kinds', 'like', `%,${kind},%`)
    .where('t.enabled', '=', 1)
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_time', '=', 0)
    .orderBy('t.id')
    .limit(MAX_TARGETS);
  if (userId !== 0) return targets.where('t.user_id', '=', userId).execute();
  return targets.where('t.hears_site', '=', 1).where('users.role', '>=', role.admin).execute();
}

/** Kinds whose events may concern the site, so that an administrator's target receives those of the site too. */
export const mayHearSite = (kind: NotificationKind): boolean => isSiteKind(kind) || kind === 'budget_alert';
