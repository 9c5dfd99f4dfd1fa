import {
  type LedgerKind,
  ledgerKind,
  MAX_STATISTICS_DAYS,
  type StatementSum,
  TOLD_APART,
} from '@turnpike/contract';
import { sql } from 'kysely';
import { kindOf } from '../../db/ledger.ts';
import type { Db } from '../../db/store.ts';
import { sumRowsByModel } from '../log/log-stat.ts';
import { sumUsageOfUser } from '../statistics/usage-sums.ts';
import { filterEntries, isNoConsumption, type StatementFilter } from './statement-filter.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;

type SumFilter = Omit<StatementFilter, 'kind'>;

/** Changes of a balance in a range. Reads the entries at its ends and those that are not calls, for any number of calls. */
export async function sumStatement(db: Db, filter: SumFilter, nowSeconds: number): Promise<StatementSum> {
  const { userId, start_timestamp, end_timestamp } = filter;
  const before = start_timestamp ? await balanceAt(db, userId, start_timestamp - 1) : 0;
  const after = await balanceAt(db, userId, end_timestamp || Number.MAX_SAFE_INTEGER);
  const others = await sumOthers(db, filter);
  const points = new Map(others);
  points.set('consumption', after - before - [...others.values()].reduce((sum, one) => sum + one, 0));
  const kinds = ledgerKind.flatMap((kind) => {
    const sum = points.get(kind) ?? 0;
    return sum === 0 && !others.has(kind) ? [] : [{ kind, points: sum }];
  });
  return { before, after, kinds, models: await sumModels(db, filter, end_timestamp || nowSeconds) };
}

/** Once the last entry up to a second was written; 0 before the first. The second 0 is a bound like any other. */
export async function balanceAt(db: Db, userId: number, second: number): Promise<number> {
  const last = filterEntries(db, { userId }).where('created_at', '<=', second).select('balance_after');
  const row = await last.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.balance_after ?? 0;
}

async function sumOthers(db: Db, filter: SumFilter): Promise<Map<LedgerKind, number>> {
  const rows = await filterEntries(db, filter)
    .where(isNoConsumption)
    .select(['kind', 'version', sql<number>`cast(sum(delta) as bigint)`.as('points')])
    .groupBy(['kind', 'version'])
    .execute();
  const sums = new Map<LedgerKind, number>();
  for (const row of rows) sums.set(kindOf(row), (sums.get(kindOf(row)) ?? 0) + row.points);
  return sums;
}

/** If the range cuts an hour, calls outside of the range are excluded while the log has them. */
async function sumModels(
  db: Db,
  { userId, start_timestamp: start }: SumFilter,
  end: number,
): Promise<StatementSum['models']> {
  if (!start || end < start || end - start > MAX_STATISTICS_DAYS * DAY_SECONDS) return null;
  const range = { start, end, interval: 'day', timeZone: 'UTC' } as const;
  const sums = new Map<string, number>();
  const everyModel = { range, by: 'model', toldApart: Number.POSITIVE_INFINITY } as const;
  for (const { key, quota } of await sumUsageOfUser(db, userId, everyModel))
    sums.set(key ?? '', (sums.get(key ?? '') ?? 0) + quota);
  for (const stretch of cutOff(start, end))
    for (const [model, points] of await sumRowsByModel(db, userId, stretch))
      sums.set(model, (sums.get(model) ?? 0) - points);
  return costliestOf([...sums].map(([model, points]) => ({ model, points })));
}

type ModelSum = NonNullable<StatementSum['models']>[number];

/** The highest first; the rest is summed under the empty name. */
function costliestOf(sums: readonly ModelSum[]): ModelSum[] {
  const byCost = (a: ModelSum, b: ModelSum): number => b.points - a.points || (a.model < b.model ? -1 : 1);
  const used = sums.filter(({ points }) => points > 0).sort(byCost);
  const rest = used.slice(TOLD_APART).reduce((sum, { points }) => sum + points, 0);
  const named = used.slice(0, TOLD_APART);
  return rest === 0 ? named : [...named, { model: '', points: rest }].sort(byCost);
}

/** The parts of the first and the last hour that are outside of a range. */
function cutOff(start: number, end: number): { start: number; end: number }[] {
  const firstHour = start - (start % HOUR_SECONDS);
  const afterEnd = end + 1;
  const lastHour = afterEnd + ((HOUR_SECONDS - (afterEnd % HOUR_SECONDS)) % HOUR_SECONDS);
  return [
    { start: firstHour, end: start },
    { start: afterEnd, end: lastHour },
  ].filter((stretch) => stretch.start < stretch.end);
}
