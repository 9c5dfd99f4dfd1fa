import { role, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { readBuiltInList } from '../price/built-in-list.ts';
import { findPrices } from '../price/price-repository.ts';
import { writePrices } from '../price/price-writer.ts';
import { insertUser } from '../user/user-repository.ts';
import { DEFAULT_GROUP } from '../user-group/user-group-rules.ts';

/** Opening balance of root: 50 USD, so that a new owner can make calls at once. The ledger has an entry for it. */
const ROOT_OPENING_POINTS = 25_000_000;

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
  const builtIn = await readBuiltInList();
  const priced = await findPrices(
    trx,
    builtIn.map(({ model }) => model),
  );
  const missing = builtIn.filter(({ model }) => !priced.has(model));
  await writePrices(trx, new Map(missing.map((price) => [price.model, price])), {
    ...{ kind: 'list', nowSeconds, actor: null, isConfirmed: true },
  });
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
