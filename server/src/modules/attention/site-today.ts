import type { DayFigures, SiteAttention } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { siteTimeZone, startOfDay } from '../../platform/zone-days.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { sumKeys } from '../statistics/key-sums.ts';
import { sumUsage } from '../statistics/usage-sums.ts';
import { sumOf } from '../statistics/usage-table.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'callMeter' | 'health'>;

const HOUR_SECONDS = 3600;
const SHOWN_CUSTOMERS = 5;

/** Figures of everybody: today, yesterday up to the same time, the costliest customers, and the last minute. */
export async function readToday({
  db,
  clock,
  callMeter,
  health,
}: Deps): Promise<Pick<SiteAttention, 'today' | 'yesterday' | 'time_zone' | 'customers' | 'rate'>> {
  const now = clock.nowSeconds();
  const time_zone = siteTimeZone();
  const start = startOfDay(now, time_zone);
  const yesterday = startOfDay(now, time_zone, -1);
  const end = Math.min(start - 1, yesterday + now - start);
  const [today, before, customers] = await Promise.all([
    figuresUntil({ db, health }, { start, end: now }, 1),
    figuresUntil({ db, health }, { start: yesterday, end }, (end % HOUR_SECONDS) / HOUR_SECONDS),
    costliest(db, { start, end: now, timeZone: time_zone }),
  ]);
  return { today, yesterday: before, time_zone, customers, rate: callMeter.lastMinuteOfAll() };
}

interface FigureSpan {
  /** Seconds; both belong to it. */
  start: number;
  end: number;
}

/** @param share part of the last hour that counts */
async function figuresUntil(
  { db, health }: Pick<Deps, 'db' | 'health'>,
  { start, end }: FigureSpan,
  share: number,
): Promise<DayFigures> {
  // An hour belongs to the day in which it begins.
  const span = { start: Math.ceil(start / HOUR_SECONDS) * HOUR_SECONDS, end };
  const range = { ...span, interval: 'hour', timeZone: 'UTC' } as const;
  const use = await sumKeys(db, { dimension: 'all', keys: [''] }, range);
  const attempts = await attemptsOf(db, span);
  for (const { hour, sums } of health.unstored())
    if (hour >= span.start && hour <= end) attempts.push({ hour, ...sums, first_byte_ms: sums.firstByteMs });
  const lastHour = end - (end % HOUR_SECONDS);
  const shareOf = (hour: number) => (hour === lastHour ? share : 1);
  const figures = { quota: 0, calls: 0, attempts: 0, failures: 0, firstByteMs: 0 };
  for (const { bucket, quota, request_count } of use) {
    figures.quota += quota * shareOf(bucket);
    figures.calls += request_count * shareOf(bucket);
  }
  for (const { hour, calls, failures, first_byte_ms } of attempts) {
    figures.attempts += calls * shareOf(hour);
    figures.failures += failures * shareOf(hour);
    figures.firstByteMs += first_byte_ms * shareOf(hour);
  }
  const { firstByteMs, ...sums } = figures;
  const answered = sums.attempts - sums.failures;
  return {
    ...{ quota: Math.round(sums.quota), calls: Math.round(sums.calls) },
    ...{ attempts: Math.round(sums.attempts), failures: Math.round(sums.failures) },
    first_byte_ms: answered > 0 ? Math.round(firstByteMs / answered) : null,
  };
}

/** Hours that begin in the span. */
export const attemptsOf = (db: Db, { start, end }: FigureSpan) =>
  db
    .selectFrom('channel_health_hours')
    .select(['hour', sumOf('calls').as('calls'), sumOf('failures').as('failures')])
    .select(sumOf('first_byte_ms').as('first_byte_ms'))
    .where('hour', '>=', start)
    .where('hour', '<=', end)
    .groupBy('hour')
    .execute();

async function costliest(
  db: Db,
  range: { start: number; end: number; timeZone: string },
): Promise<SiteAttention['customers']> {
  const sums = await sumUsage(db, {
    ...{ range: { ...range, interval: 'day' }, by: 'user', toldApart: SHOWN_CUSTOMERS },
  });
  const users = sums.filter(({ key }) => key !== null);
  if (users.length === 0) return [];
  const ids = users.map(({ key }) => Number(key));
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  return users
    .map(({ key, quota, request_count }) => ({
      ...{ id: Number(key), name: names.get(Number(key)) ?? '', quota, calls: request_count },
    }))
    .sort((a, b) => b.quota - a.quota || b.calls - a.calls);
}
