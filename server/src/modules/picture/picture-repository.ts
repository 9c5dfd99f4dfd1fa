import { isForeignPicture, PICTURE_PATH } from '@turnpike/contract';
import { sql, type Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { PictureTable } from '../../db/tables/site-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/** With 512 KiB each they take 100 MiB at most. */
const MAX_PICTURES = 200;

/** Where a kept picture is served. It holds the hash of the bytes, so that it never shows another one. */
const pictureUrl = (hash: string): string => PICTURE_PATH + hash;

/**
 * The address that the console draws: the local copy of a picture of another host, empty without one; any other address
 * unchanged.
 * @param keptHash hash of the stored copy
 */
export function shownPicture(address: string, keptHash: string | null | undefined): string {
  if (!isForeignPicture(address)) return address;
  return keptHash ? pictureUrl(keptHash) : '';
}

/** As `shownPicture`, for an address that stands alone. */
export async function findShownPicture(db: Db, address: string): Promise<string> {
  if (!isForeignPicture(address)) return address;
  const kept = await db
    .selectFrom('pictures')
    .select('hash')
    .where('address', '=', address)
    .executeTakeFirst();
  return shownPicture(address, kept?.hash);
}

export const findPicture = (db: Db, address: string): Promise<PictureTable | undefined> =>
  db
    .selectFrom('pictures')
    .select(['address', 'hash', 'content_type', 'fetched_time', 'bytes'])
    .where('address', '=', address)
    .executeTakeFirst();

export const findServedPicture = (db: Db, hash: string) =>
  db.selectFrom('pictures').select(['content_type', 'bytes']).where('hash', '=', hash).executeTakeFirst();

/**
 * Keeps the pictures that a change names and removes those that nothing names any more. Call it after the change,
 * in its transaction.
 * @param freePlaces places that these pictures may not take
 * @throws picture.too_many
 */
export async function keepPictures(
  trx: Transaction<Tables>,
  pictures: readonly PictureTable[],
  { freePlaces = 0 }: { freePlaces?: number } = {},
): Promise<void> {
  // Another change must not remove a picture that this one found kept already.
  await lockName(trx, 'pictures');
  for (const picture of pictures) {
    await trx
      .insertInto('pictures')
      .values(picture)
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
  }
  await trx
    .deleteFrom('pictures')
    .where('address', 'not in', namedPictures(trx))
    .where(sql<string>`${PICTURE_PATH} || hash`, 'not in', namedPictures(trx))
    .execute();
  const { count } = await trx
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (pictures.length > 0 && count > MAX_PICTURES - freePlaces) throw new GatewayError('picture.too_many');
}

/** Every address that shows a picture somewhere; whatever comes to name pictures is added here. */
const namedPictures = (db: Db) =>
  db
    .selectFrom('options')
    .select('value as address')
    .where('key', 'in', ['Logo', 'WeChatAccountQRCodeImageURL'])
    .unionAll(db.selectFrom('model_owners').select('icon as address'))
    .unionAll(
      db
        .selectFrom('users')
        .select('avatar_url as address')
        .where('avatar_url', '!=', '')
        .where('deleted_time', '=', 0),
    );
