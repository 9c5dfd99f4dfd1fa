import { TOLD_APART } from '@turnpike/contract';
import { type AliasableExpression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { StatisticsRange } from './statistics-range.ts';

const HOUR_SECONDS = 3600;

/** What use is told apart by; a user's group is the one he is in now. */
const usageKeys = {
  model: sql<UsageKeyValue>`statistics_hours.model_name`,
  channel: sql<UsageKeyValue>`statistics_hours.channel_id`,
  user: sql<UsageKeyValue>`statistics_hours.user_id`,
  group: sql<UsageKeyValue>`coalesce((select users."group" from users where users.id = statistics_hours.user_id), '')`,
};
type UsageKeyValue = string | number;

export interface UsageSum {
  /** Days or hours since 1970 by the reader's clock. */
  bucket: number;
  /** Null: everything beyond what is told apart. */
  key: string | number | null;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  request_time: number;
}

interface UsageQuery {
  range: StatisticsRange;
  by: keyof typeof usageKeys;
  /** Undefined: everybody. */
  userId?: number | undefined;
  toldApart?: number;
}

/**
 * Use in a range by bucket and key, from the hourly roll-ups alone. The keys that cost most are told apart, the
 * others are summed, so that an answer stays small however many there are.
 */
export async function sumUsage(db: Db, query: UsageQuery): Promise<UsageSum[]> {
  const { range, by, toldApart = TOLD_APART } = query;
  const costliest = await hoursOf(db, query)
    .select(usageKeys[by].as('usage_key'))
    .groupBy(sql`usage_key`)
    .orderBy(sql`sum(quota) desc, sum(request_count) desc, usage_key`)
    .limit(toldApart + 1)
    .execute();
  const isAll = costliest.length <= toldApart;
  const names = costliest.slice(0, toldApart).map(({ usage_key }) => usage_key);
  const key: AliasableExpression<UsageKeyValue | null> = isAll
    ? usageKeys[by]
    : onlyThese(usageKeys[by], names);
  const bucketSeconds = sql.lit(range.bucketSeconds);
  const rows = await hoursOf(db, query)
    .select([
      sql<number>`(hour + ${sql.lit(range.offsetSeconds)}) / ${bucketSeconds}`.as('bucket'),
      key.as('usage_key'),
      ...(['request_count', 'quota', 'prompt_tokens', 'completion_tokens', 'request_time'] as const).map(
        (name) => sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name),
      ),
    ])
    .groupBy([sql`bucket`, sql`usage_key`])
    .orderBy(sql`bucket`)
    .orderBy(sql`usage_key`)
    .execute();
  return rows.map(({ usage_key, ...sums }) => ({ ...sums, key: usage_key }) as UsageSum);
}

function hoursOf(db: Db, { range, userId }: UsageQuery) {
  const firstHour = range.start - (range.start % HOUR_SECONDS);
  const hours = db
    .selectFrom('statistics_hours')
    .where('hour', '>=', firstHour)
    .where('hour', '<=', range.end);
  return userId === undefined ? hours : hours.where('user_id', '=', userId);
}

function onlyThese(key: AliasableExpression<UsageKeyValue>, names: readonly UsageKeyValue[]) {
  const isNamed = sql<SqlBool>`${key} in (${sql.join(names)})`;
  return sql<UsageKeyValue | null>`case when ${isNamed} then ${key} else null end`;
}
