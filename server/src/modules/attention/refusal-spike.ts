import type { AttentionItem } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { sumOf } from '../statistics/usage-table.ts';
import { toItems } from './attention-item.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock'>;

const RECENT_SECONDS = 15 * 60;
const BEFORE_SECONDS = 60 * 60;
const BEFORE_PARTS = BEFORE_SECONDS / RECENT_SECONDS;
/** Fewer refused calls are no spike, however few there are otherwise. */
const MIN_REFUSED = 20;
const SPIKE_FACTOR = 3;

interface MinuteSum {
  minute: number;
  reason: string;
  refused: number;
}

/** Refused calls of the last 15 minutes, if they are more than three times as many as in the hour before. */
export async function findRefusalSpike({ db, clock }: Deps): Promise<AttentionItem[]> {
  const begin = clock.nowSeconds() - RECENT_SECONDS;
  const rows: MinuteSum[] = await db
    .selectFrom('refused_calls')
    .select(['minute', 'reason', sumOf('count').as('refused')])
    .where('minute', '>=', begin - BEFORE_SECONDS)
    .groupBy(['minute', 'reason'])
    .orderBy('minute')
    .execute();
  const recent = rows.filter(({ minute }) => minute >= begin);
  const count = totalOf(recent);
  const usual = (totalOf(rows) - count) / BEFORE_PARTS;
  if (count < MIN_REFUSED || count <= SPIKE_FACTOR * usual) return [];
  return toItems('calls_refused', {
    ...{ count, usual: Math.round(usual), since: beginOf(recent, (SPIKE_FACTOR * usual) / 15) },
    subjects: byReason(recent).map(([code, failures]) => ({ code, failures })),
  });
}

const totalOf = (rows: readonly MinuteSum[]): number => rows.reduce((sum, { refused }) => sum + refused, 0);

/** The first minute with more refused calls than usual. */
function beginOf(rows: readonly MinuteSum[], usualAMinute: number): number | null {
  const byMinute = Map.groupBy(rows, ({ minute }) => minute);
  for (const [minute, sums] of byMinute) if (totalOf(sums) > usualAMinute) return minute;
  return null;
}

function byReason(rows: readonly MinuteSum[]): [string, number][] {
  const sums = [...Map.groupBy(rows, ({ reason }) => reason)];
  return sums
    .map(([reason, parts]): [string, number] => [reason, totalOf(parts)])
    .sort(([, a], [, b]) => b - a);
}
