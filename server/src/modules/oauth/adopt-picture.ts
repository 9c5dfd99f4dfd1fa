import { isForeignPicture } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'guardedFetch' | 'log'>;

/** A sign-in waits for the picture no longer. */
const MAX_WAIT_MS = 3000;
const MAX_ADDRESS = 500;
/** Places that stay free for the pictures that administrators choose. */
const FREE_PLACES = 50;

/** Keeps the provider's picture for an account without one. A picture that cannot be fetched is left out. */
export async function adoptPicture(
  deps: Deps,
  { userId, address, signal }: { userId: number; address: string; signal: AbortSignal },
): Promise<void> {
  if (!isForeignPicture(address) || address.length > MAX_ADDRESS) return;
  const withoutPicture = deps.db.selectFrom('users').select('id').where('id', '=', userId);
  if ((await withoutPicture.where('avatar_url', '=', '').executeTakeFirst()) === undefined) return;
  try {
    const patient = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const pictures = await fetchPictures(deps, [{ address, field: 'picture', signal: patient }]);
    await deps.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ avatar_url: address })
        .where('id', '=', userId)
        .where('avatar_url', '=', '')
        .execute();
      await keepPictures(trx, pictures, { freePlaces: FREE_PLACES });
    });
  } catch (error) {
    deps.log.info({ user_id: userId, error }, 'the picture of a sign-in provider was left out');
  }
}
