import { type NotificationKind, role } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { nameOfDay, startOfDay } from '../../platform/zone-days.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { readOwnDay, readSiteDay } from './digest-facts.ts';
import { kindsOf } from './notification-target.ts';
import { notify } from './notify.ts';
import { nextDigestAt } from './quiet-hours.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'jobRunner'>;

const TARGETS_PER_BATCH = 50;

const listDueTargets = (db: Db, nowSeconds: number) =>
  db
    .selectFrom('notification_targets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.kinds', 't.time_zone', 't.digest_at', 'u.role'])
    .where('t.digest_at', '>', 0)
    .where('t.digest_at', '<=', nowSeconds)
    .orderBy('t.digest_at')
    .limit(TARGETS_PER_BATCH)
    .execute();

type DueTarget = Awaited<ReturnType<typeof listDueTargets>>[number];

/** Makes the summary of yesterday for each target whose morning has come. A morning that was missed is made up once. */
export async function makeDigests(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, jobRunner } = deps;
  for (;;) {
    const due = await listDueTargets(db, clock.nowSeconds());
    if (due.length === 0) return;
    for (const target of due) {
      if (signal.aborted) return;
      await makeOne(deps, target);
    }
    jobRunner.runSoon('notifications');
  }
}

async function makeOne({ db, clock }: Deps, target: DueTarget): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  const { id, user_id, time_zone: timeZone } = target;
  const start = startOfDay(nowSeconds, timeZone, -1);
  const range = { start, end: startOfDay(nowSeconds, timeZone) - 1, interval: 'day', timeZone } as const;
  const day = nameOfDay(start, timeZone);
  const kinds = kindsOf(target);
  const events: { kind: NotificationKind; userId: number; facts: Record<string, unknown> }[] = [];
  if (kinds.includes('daily_digest'))
    events.push({ kind: 'daily_digest', userId: user_id, facts: await readOwnDay(db, user_id, range) });
  if (kinds.includes('site_digest') && target.role >= role.admin)
    events.push({ kind: 'site_digest', userId: 0, facts: await readSiteDay(db, range) });
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('notification_targets')
      .set({ digest_at: nextDigestAt(nowSeconds, timeZone) })
      .where('id', '=', id)
      .where('digest_at', '=', target.digest_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    for (const { facts, ...event } of events) {
      const given = { ...event, subject: timeZone, period: day, facts: { ...facts, day } };
      await notify({ db: trx, clock }, given, { timeZone });
    }
  });
}
