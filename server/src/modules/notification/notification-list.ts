import { type NotificationView, role } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { type TextContext, toNotificationText } from './notification-text.ts';

const PAGE_SIZE = 10;
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Events for an account's targets, the newest first; those of the site for administrators only. */
export async function listNotifications(
  { db, ...context }: TextContext & { db: Db },
  { id: userId, role: userRole }: { id: number; role: number },
  { before = MAX_ID, size = 0 }: { before?: number | undefined; size?: number | undefined },
): Promise<{ data: NotificationView[]; has_more: boolean }> {
  const limit = size === 0 ? PAGE_SIZE : size;
  const found = await db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notification_targets as t', 't.id', 'd.target_id')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .select('d.notification_id')
    .distinct()
    .where('d.user_id', '=', userId)
    .where('d.notification_id', '<', before)
    .$if(userRole < role.admin, (query) => query.where('n.user_id', '=', userId))
    .orderBy('d.notification_id', 'desc')
    .limit(limit + 1)
    .execute();
  const ids = found.slice(0, limit).map(({ notification_id }) => notification_id);
  if (ids.length === 0) return { data: [], has_more: false };
  const events = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'facts', 'created_time'])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  const deliveries = await db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notification_targets as t', 't.id', 'd.target_id')
    .select(['d.notification_id', 'd.target_id', 't.name as target_name', 'd.state'])
    .select(['d.attempts', 'd.next_try_at', 'd.last_error'])
    .where('d.notification_id', 'in', ids)
    .where('d.user_id', '=', userId)
    .orderBy('d.target_id')
    .execute();
  const byEvent = Map.groupBy(deliveries, ({ notification_id }) => notification_id);
  const data = events.map(({ facts, ...event }) => ({
    ...event,
    ...toNotificationText(event.kind, JSON.parse(facts), context),
    deliveries: (byEvent.get(event.id) ?? []).map(({ notification_id: _, ...delivery }) => delivery),
  }));
  return { data, has_more: found.length > limit };
}
