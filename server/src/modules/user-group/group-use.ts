import type { UsedGroupView, UserGroupView } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { type KeyOwners, namesGroup, namesSpareGroup } from './user-group-rules.ts';

/** A group with how many use it. */
export type CountedGroup = Omit<UsedGroupView, 'budgets'>;

/** Adds to groups how many users, tokens and channels name them. */
export async function withUse(db: Db, groups: readonly UserGroupView[]): Promise<CountedGroup[]> {
  if (groups.length === 0) return [];
  const symbols = groups.map(({ symbol }) => symbol);
  const users = await countBySymbol(db, 'users', symbols);
  const tokens = await countBySymbol(db, 'tokens', symbols);
  const spares = await countSpares(db, symbols);
  return Promise.all(
    groups.map(async (group) => ({
      ...group,
      user_count: users.get(group.symbol) ?? 0,
      token_count: (tokens.get(group.symbol) ?? 0) + (spares.get(group.symbol) ?? 0),
      channel_count: await countChannels(db, group.symbol),
    })),
  );
}

const MAX_NAMES = 10;

/** Names of the accounts whose tokens name a group. */
export async function keyOwnersOf(db: Db, symbol: string): Promise<KeyOwners> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('tokens', 'tokens.user_id', 'users.id')
    .select('users.username')
    .distinct()
    .where('tokens.deleted_time', '=', 0)
    .where((eb) => eb.or([eb('tokens.group', '=', symbol), namesSpareGroup(symbol)]))
    .orderBy('users.username')
    .limit(MAX_NAMES + 1)
    .execute();
  const names = rows.map(({ username }) => username);
  return { names: names.slice(0, MAX_NAMES), hasMore: names.length > MAX_NAMES };
}

async function countBySymbol(
  db: Db,
  table: 'users' | 'tokens',
  symbols: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['group', fn.countAll<number>().as('count')])
    .where('deleted_time', '=', 0)
    .where('group', 'in', symbols)
    .groupBy('group')
    .execute();
  return new Map(rows.map(({ group, count }) => [group, count]));
}

/** Tokens that name a group as a spare one only, of each symbol in one pass through the tokens. */
async function countSpares(db: Db, symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const row = await db
    .selectFrom('tokens')
    .select(symbols.map((symbol, index) => onlySpareCount(symbol).as(`count_${index}`)))
    .where('deleted_time', '=', 0)
    .where('spare_groups', '<>', '[]')
    .executeTakeFirst();
  return new Map(symbols.map((symbol, index) => [symbol, row?.[`count_${index}`] ?? 0]));
}

const onlySpareCount = (symbol: string) =>
  sql<number | null>`sum(case when ${namesSpareGroup(symbol)} and "group" <> ${symbol} then 1 else 0 end)`;

async function countChannels(db: Db, symbol: string): Promise<number> {
  const row = await db
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_time', '=', 0)
    .where(namesGroup(symbol))
    .executeTakeFirst();
  return row?.count ?? 0;
}
