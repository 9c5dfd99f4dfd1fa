import type { GroupUsage, ModelUsage, UsageGroupType } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { readOwners } from '../model/model-owner-repository.ts';
import { listPrices } from '../price/price-repository.ts';
import { bucketLabel, type StatisticsRange } from './statistics-range.ts';
import { sumUsage, sumUsageOfUser, sumUser } from './usage-sums.ts';
import type { UsageSum } from './usage-table.ts';

/** Models that are looked at for their owners; few sites serve more. */
const MODELS_OF_OWNERS = 200;
const REST_ID = -1;

const toUsage = (sum: UsageSum, range: StatisticsRange) => ({
  Date: bucketLabel(sum.bucket, range.interval),
  RequestCount: sum.request_count,
  Quota: sum.quota,
  PromptTokens: sum.prompt_tokens,
  CompletionTokens: sum.completion_tokens,
  RequestTime: sum.request_time,
});

export async function modelUsageOf(db: Db, userId: number, range: StatisticsRange): Promise<ModelUsage[]> {
  const sums = await sumUsageOfUser(db, userId, { range, by: 'model' });
  return sums.map((sum) => ({ ...toUsage(sum, range), ModelName: String(sum.key ?? '') }));
}

interface GroupUsageQuery {
  range: StatisticsRange;
  groupType: UsageGroupType;
  userId?: number | undefined;
}

/** Use by day and owner, model, channel, group or user. */
export async function groupUsageOf(
  db: Db,
  { range, groupType, userId }: GroupUsageQuery,
): Promise<GroupUsage[]> {
  if (groupType === 'model_type') return ownerUsageOf(db, { range, userId });
  const sums = await sumsOf(db, { range, groupType, userId });
  const isNumbered = groupType === 'channel' || groupType === 'user';
  const names = isNumbered ? await namesOf(db, groupType, sums) : undefined;
  return sums.map((sum) => ({
    ...toUsage(sum, range),
    Channel: names === undefined ? (sum.key ?? '') : (names.get(Number(sum.key)) ?? ''),
    Id: sum.key === null ? REST_ID : isNumbered ? Number(sum.key) : 0,
  }));
}

async function sumsOf(
  db: Db,
  { range, groupType, userId }: GroupUsageQuery & { groupType: Exclude<UsageGroupType, 'model_type'> },
): Promise<UsageSum[]> {
  if (userId === undefined) return sumUsage(db, { range, by: groupType });
  if (groupType === 'model' || groupType === 'channel')
    return sumUsageOfUser(db, userId, { range, by: groupType });
  const sums = await sumUser(db, userId, range);
  if (groupType === 'user') return sums;
  const user = await db.selectFrom('users').select('group').where('id', '=', userId).executeTakeFirst();
  return sums.map((sum) => ({ ...sum, key: user?.group ?? '' }));
}

/** Names also of what is deleted: its use was real. */
async function namesOf(db: Db, kind: 'channel' | 'user', sums: UsageSum[]): Promise<Map<number, string>> {
  const ids = [...new Set(sums.map(({ key }) => Number(key ?? 0)))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const rows =
    kind === 'channel'
      ? await db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute()
      : await db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A model belongs to the owner that its price names, or the price of the longest pattern that it fits. */
async function ownerUsageOf(
  db: Db,
  { range, userId }: Omit<GroupUsageQuery, 'groupType'>,
): Promise<GroupUsage[]> {
  const query = { range, by: 'model', toldApart: MODELS_OF_OWNERS } as const;
  const sums = await (userId === undefined ? sumUsage(db, query) : sumUsageOfUser(db, userId, query));
  const owners = await readOwners(db);
  const ownerByPattern = new Map(
    (await listPrices(db)).map(({ model, channel_type }) => [model, channel_type]),
  );
  const merged = new Map<string, GroupUsage>();
  for (const sum of sums) {
    const owner = sum.key === null ? undefined : ownerOf(String(sum.key), ownerByPattern);
    const row = {
      ...toUsage(sum, range),
      Channel: owners.get(owner ?? 0)?.name ?? '',
      Id: sum.key === null ? REST_ID : 0,
    };
    const place = `${row.Date} ${row.Id} ${row.Channel}`;
    const known = merged.get(place);
    merged.set(place, known === undefined ? row : addUsage(known, row));
  }
  return [...merged.values()];
}

function ownerOf(model: string, ownerByPattern: ReadonlyMap<string, number>): number | undefined {
  const exact = ownerByPattern.get(model);
  if (exact !== undefined) return exact;
  for (let length = model.length; length > 0; length -= 1) {
    const owner = ownerByPattern.get(`${model.slice(0, length)}*`);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

const addUsage = (one: GroupUsage, other: GroupUsage): GroupUsage => ({
  ...one,
  RequestCount: one.RequestCount + other.RequestCount,
  Quota: one.Quota + other.Quota,
  PromptTokens: one.PromptTokens + other.PromptTokens,
  CompletionTokens: one.CompletionTokens + other.CompletionTokens,
  RequestTime: one.RequestTime + other.RequestTime,
});
