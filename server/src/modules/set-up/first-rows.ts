import { role, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { readBuiltInList } from '../price/built-in-list.ts';
import { toPriceRow } from '../price/price-repository.ts';
import { insertUser } from '../user/user-repository.ts';
import { DEFAULT_GROUP } from '../user-group/user-group-rules.ts';

/** What root starts with: 50 USD, so that a new owner can make calls at once. It stands in the ledger. */
const ROOT_OPENING_POINTS = 25_000_000;
const ROWS_PER_INSERT = 100;

/** Source: docs/reference/compatibility.md, "User groups". */
const firstGroups = [
  { symbol: DEFAULT_GROUP, name: 'Default', ratio: '1', api_rate: 600, public: 1, enable: 1 },
  { symbol: 'vip', name: 'VIP', ratio: '1', api_rate: 600, public: 0, enable: 1 },
  { symbol: 'svip', name: 'SVIP', ratio: '1', api_rate: 600, public: 0, enable: 1 },
] as const;

/** The rows that a site starts with; what is there already stays as it is. */
export async function insertFirstRows(
  trx: Transaction<Tables>,
  root: { username: string; passwordHash: string },
  nowSeconds: number,
): Promise<number> {
  await trx
    .insertInto('user_groups')
    .values([...firstGroups])
    .onConflict((conflict) => conflict.column('symbol').doNothing())
    .execute();
  const prices = (await readBuiltInList()).map((price) => ({
    ...toPriceRow(price),
    version: 1,
    updated_time: nowSeconds,
  }));
  for (let start = 0; start < prices.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto('prices')
      .values(prices.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.column('model').doNothing())
      .execute();
  }
  return insertUser(trx, {
    username: root.username,
    password_hash: root.passwordHash,
    display_name: root.username,
    role: role.root,
    status: userStatus.enabled,
    email: '',
    group: DEFAULT_GROUP,
    quota: ROOT_OPENING_POINTS,
    created_time: nowSeconds,
  });
}
