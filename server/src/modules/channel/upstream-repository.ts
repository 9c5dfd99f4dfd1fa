import { channelStatus } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelTable } from '../../db/tables/routing-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { hasKey, type SealedKey } from './channel-key-repository.ts';
import { type ChannelBalanceView, channels } from './channel-repository.ts';

/** Account and address of an inquiry. */
export interface AskedAccount {
  id: number;
  type: number;
  base_url: string;
  key: SealedKey;
}

/**
 * Keeps a balance, unless the channel has another account by now.
 */
export async function keepBalance(
  db: Db,
  asked: AskedAccount,
  { balance, ...rest }: ChannelBalanceView,
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ ...rest, balance: String(balance) })
    .where('id', '=', asked.id)
    .where('type', '=', asked.type)
    .where('base_url', '=', asked.base_url)
    .where((eb) => hasKey(eb, asked.key))
    .execute();
}

/** The balance that was kept last. */
export async function findBalance(db: Db, id: number): Promise<ChannelBalanceView> {
  const row = await db
    .selectFrom('channels')
    .select(['balance', 'balance_currency', 'balance_updated_time'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    balance: Number(row.balance),
    balance_currency: row.balance_currency as ChannelBalanceView['balance_currency'],
    balance_updated_time: row.balance_updated_time,
  };
}

/**
 * Enabled channels, by their numbers.
 * @param types only those of these types
 * @param checkedBefore only those whose models were not looked at since
 */
export async function listChannelIds(
  db: Db,
  { types, checkedBefore }: { types?: readonly number[]; checkedBefore?: number } = {},
): Promise<{ id: number; name: string }[]> {
  let rows = channels(db).select(['id', 'name']).where('status', '=', channelStatus.enabled).orderBy('id');
  if (types !== undefined) rows = rows.where('type', 'in', types);
  if (checkedBefore !== undefined) rows = rows.where('models_checked_time', '<', checkedBefore);
  return rows.execute();
}

const watchColumns = ['models', 'model_mapping', 'models_offered', 'models_added', 'models_ignored'] as const;
export type WatchedRow = Pick<Selectable<ChannelTable>, (typeof watchColumns)[number]>;

/** Locks what is known of a channel's models, unless the channel has another account by now. */
export function lockWatched(trx: Transaction<Tables>, asked: AskedAccount): Promise<WatchedRow | undefined> {
  const rows = channels(trx)
    .select(watchColumns)
    .where('id', '=', asked.id)
    .where('type', '=', asked.type)
    .where('base_url', '=', asked.base_url)
    .where((eb) => hasKey(eb, asked.key));
  return forChange(trx, rows).executeTakeFirst();
}
