import type { Selectable } from 'kysely';
import { freeForChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { MailTable } from '../../db/tables/site-tables.ts';

const ROWS_PER_BATCH = 50;
const ROWS_PER_CLEAN_UP = 500;
const MAX_ERROR_LENGTH = 500;

export type WaitingMail = Pick<
  Selectable<MailTable>,
  'id' | 'address' | 'subject' | 'body' | 'attempts' | 'send_until'
>;

export type NewMail = Pick<MailTable, 'address' | 'subject' | 'body' | 'created_time' | 'send_until'>;

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db
    .insertInto('mails')
    .values({ ...mail, next_try_at: mail.created_time })
    .execute();
}

/** Mails whose time has come, the one that waits longest first. */
export function listDueMails(db: Db, nowSeconds: number): Promise<WaitingMail[]> {
  return db
    .selectFrom('mails')
    .select(['id', 'address', 'subject', 'body', 'attempts', 'send_until'])
    .where('given_up_time', '=', 0)
    .where('next_try_at', '<=', nowSeconds)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(ROWS_PER_BATCH)
    .execute();
}

/** @returns null where no mail waits */
export async function findNextTry(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('mails')
    .select('next_try_at')
    .where('given_up_time', '=', 0)
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at ?? null;
}

export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

export async function delayMail(
  db: Db,
  id: number,
  { error, nextTryAt }: { error: string; nextTryAt: number },
): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_try_at: nextTryAt,
      last_error: storable(error),
    }))
    .where('id', '=', id)
    .execute();
}

/** Keeps the row without its body, so that an operator finds the reason. */
export async function giveUpMail(
  db: Db,
  id: number,
  { error, nowSeconds }: { error: string; nowSeconds: number },
): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      body: '',
      last_error: storable(error),
      given_up_time: nowSeconds,
    }))
    .where('id', '=', id)
    .execute();
}

/** Gives up one batch of mails whose time is over. @returns how many they were */
export async function giveUpLateMails(db: Db, nowSeconds: number): Promise<number> {
  const late = db
    .selectFrom('mails')
    .select('id')
    .where('given_up_time', '=', 0)
    .where('send_until', '<=', nowSeconds)
    .limit(ROWS_PER_CLEAN_UP);
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ body: '', given_up_time: nowSeconds })
    .where('id', 'in', freeForChange(db, late))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes one batch of mails that were given up before a moment. */
export async function deleteGivenUpMails(db: Db, beforeSeconds: number): Promise<void> {
  const old = db
    .selectFrom('mails')
    .select('id')
    .where('given_up_time', '>', 0)
    .where('given_up_time', '<', beforeSeconds)
    .limit(ROWS_PER_CLEAN_UP);
  await db.deleteFrom('mails').where('id', 'in', freeForChange(db, old)).execute();
}

/** PostgreSQL stores no text with a zero character. */
const storable = (error: string): string => error.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);
