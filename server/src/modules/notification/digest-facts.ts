import type { Db } from '../../db/store.ts';
import { attemptsOf } from '../attention/site-today.ts';
import type { StatisticsRange } from '../statistics/statistics-range.ts';
import { sumUsage, sumUsageOfUser } from '../statistics/usage-sums.ts';
import { sumOf, type UsageSum } from '../statistics/usage-table.ts';

const NAMED_MODELS = 5;

/** Use of one account in a range. */
export async function readOwnDay(db: Db, userId: number, range: StatisticsRange) {
  const sums = await sumUsageOfUser(db, userId, { range, by: 'model', toldApart: NAMED_MODELS });
  const { refused } = await db
    .selectFrom('refused_calls')
    .select(sumOf('count').as('refused'))
    .where('user_id', '=', userId)
    .where('minute', '>=', range.start)
    .where('minute', '<=', range.end)
    .executeTakeFirstOrThrow();
  return { ...totalOf(sums), refused: refused ?? 0 };
}

/** Use of everybody in a range, and the attempts at channels. */
export async function readSiteDay(db: Db, range: StatisticsRange) {
  const sums = await sumUsage(db, { range, by: 'model', toldApart: NAMED_MODELS });
  const hours = await attemptsOf(db, range);
  const total = (name: 'calls' | 'failures') => hours.reduce((sum, hour) => sum + hour[name], 0);
  return { ...totalOf(sums), attempts: total('calls'), failures: total('failures') };
}

/** The costliest models first; the rest has no name. */
function totalOf(sums: readonly UsageSum[]) {
  const named = sums.filter(({ key }) => key !== null).sort((a, b) => b.quota - a.quota);
  return {
    calls: sums.reduce((sum, { request_count }) => sum + request_count, 0),
    points: sums.reduce((sum, { quota }) => sum + quota, 0),
    models: named.map(({ key }) => key),
  };
}
