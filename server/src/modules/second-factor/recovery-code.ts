import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const CODES = 10;
/** Without letters and digits that look alike. Twelve of them are 59 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** Makes new recovery codes in place of those before. @returns the codes, of which only hashes are kept */
export async function makeRecoveryCodes(
  trx: Transaction<Tables>,
  { secretBox }: { secretBox: SecretBox },
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await dropRecoveryCodes(trx, userId);
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(secretBox, userId, code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up in one statement. @returns whether there was one */
export async function useRecoveryCode(
  db: Db,
  { secretBox, userId, code }: { secretBox: SecretBox; userId: number; code: string },
): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashOf(secretBox, userId, code))
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function dropRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Case, spaces and hyphens are how a person writes a code, not what it is. */
const hashOf = (secretBox: SecretBox, userId: number, code: string): string =>
  secretBox.mac(['recovery code', userId, code.toLowerCase().replace(/[\s-]/g, '')]);
