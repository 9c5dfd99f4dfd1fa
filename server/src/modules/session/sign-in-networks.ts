import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Networks that are remembered for an account; the one used longest ago is forgotten first. */
const KEPT_NETWORKS = 20;

/** Whether an account was signed in from a network since its password was set. */
export async function isKnownNetwork(db: Db, userId: number, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that an account is signed in from a network. */
export async function rememberNetwork(
  trx: Transaction<Tables>,
  { userId, network, nowSeconds }: { userId: number; network: string; nowSeconds: number },
): Promise<void> {
  await trx
    .insertInto('sign_in_networks')
    .values({ user_id: userId, network, last_used_time: nowSeconds })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network']).doUpdateSet({ last_used_time: nowSeconds }),
    )
    .execute();
  const newest = trx
    .selectFrom('sign_in_networks')
    .select('network')
    .where('user_id', '=', userId)
    .orderBy('last_used_time', 'desc')
    .orderBy('network')
    .limit(KEPT_NETWORKS);
  await trx
    .deleteFrom('sign_in_networks')
    .where('user_id', '=', userId)
    .where('network', 'not in', newest)
    .execute();
}

/** A person with an old password may have added a network. */
export async function forgetNetworks(
  trx: Transaction<Tables>,
  userId: number,
  { except }: { except: string },
): Promise<void> {
  await trx
    .deleteFrom('sign_in_networks')
    .where('user_id', '=', userId)
    .where('network', '!=', except)
    .execute();
}
