import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { deleteTargetsOf } from '../notification/target-repository.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { deleteLink } from '../telegram/telegram-link-repository.ts';
import type { SignIns } from './sign-ins.ts';

/**
 * Takes an account away with its tokens, sign-ins, identities, Telegram link,
 * notification targets, kept answers and picture. Its name is free
 * again; its log rows and ledger stay.
 */
export async function deleteUser(
  { clock, signIns }: Pick<ModuleDeps, 'clock'> & { signIns: SignIns },
  trx: Transaction<Tables>,
  id: number,
): Promise<void> {
  const deleted_time = clock.nowSeconds();
  const deleted = await trx
    .updateTable('users')
    .set({ deleted_time, username_key: sql`username_key || '/deleted-' || id` })
    .where('id', '=', id)
    .where('deleted_time', '=', 0)
    .returning('avatar_url')
    .executeTakeFirst();
  await trx.updateTable('tokens').set({ deleted_time }).where('user_id', '=', id).execute();
  await trx.deleteFrom('identities').where('user_id', '=', id).execute();
  await deleteLink(trx, id);
  await deleteTargetsOf(trx, id);
  await trx.deleteFrom('kept_answers').where('user_id', '=', id).execute();
  await signIns.endAll(trx, id);
  if (deleted?.avatar_url) await keepPictures(trx, []);
}
