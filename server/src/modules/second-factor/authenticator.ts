import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import { lockUser } from '../user/user-repository.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-code.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox' | 'options'>;
type Changing = Deps & Pick<ModuleDeps, 'jobRunner'>;

/** Loaded with the first authenticator app. */
const otpauth = () => import('otpauth');

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const purposeOf = (userId: number): string => `authenticators.secret.${userId}`;

/** Second since which an account has an authenticator app; 0 where it has none. */
export async function authenticatorSince(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('authenticators')
    .select('confirmed_time')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.confirmed_time ?? 0;
}

/**
 * Makes a secret in place of one that was never confirmed.
 * @throws second_factor.already_on
 */
export async function beginAuthenticator(
  { db, secretBox, options }: Deps,
  { id, username }: { id: number; username: string },
): Promise<{ secret: string; address: string }> {
  const { Secret, TOTP } = await otpauth();
  const secret = new Secret({ size: SECRET_BYTES });
  const stored = secretBox.seal(secret.base32, purposeOf(id));
  const begun = await db
    .insertInto('authenticators')
    .values({ user_id: id, secret: stored, confirmed_time: 0, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: stored })
        .where('authenticators.confirmed_time', '=', 0),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (begun === undefined) throw new GatewayError('second_factor.already_on');
  // The name is part of an address, and a colon would end the issuer's name.
  const issuer = options.text('SystemName').replaceAll(':', ' ');
  return { secret: secret.base32, address: new TOTP({ issuer, label: username, secret }).toString() };
}

/**
 * Turns the app on by a code of it.
 * @returns recovery codes
 * @throws second_factor.wrong_code; second_factor.already_on
 */
export async function confirmAuthenticator(deps: Changing, userId: number, code: string): Promise<string[]> {
  const { db, clock, jobRunner } = deps;
  const step = await acceptedStep(deps, userId, code);
  const codes = await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    if ((await authenticatorSince(trx, userId)) !== 0) throw new GatewayError('second_factor.already_on');
    if (step === undefined) throw wrongCode();
    await trx
      .updateTable('authenticators')
      .set({ confirmed_time: clock.nowSeconds(), last_step: step })
      .where('user_id', '=', userId)
      .execute();
    await notifyOwner({ ...deps, db: trx }, userId, 'authenticatorAdded');
    return makeRecoveryCodes(trx, deps, userId);
  });
  jobRunner.runSoon('mail');
  return codes;
}

/** Uses a code of the app up. @returns whether it was right and new */
export async function useAppCode(deps: Deps, userId: number, code: string): Promise<boolean> {
  const step = await acceptedStep(deps, userId, code);
  if (step === undefined) return false;
  const used = await deps.db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_time', '>', 0)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Takes the app and the recovery codes away. */
export async function removeAuthenticator(deps: Changing, userId: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await deleteAuthenticator(deps, trx, userId);
  });
  deps.jobRunner.runSoon('mail');
}

/** As `removeAuthenticator`, in a transaction that has locked the account; the caller starts the mail afterwards. */
export async function deleteAuthenticator(
  deps: Changing,
  trx: Transaction<Tables>,
  userId: number,
): Promise<void> {
  await trx.deleteFrom('authenticators').where('user_id', '=', userId).execute();
  await dropRecoveryCodes(trx, userId);
  await notifyOwner({ ...deps, db: trx }, userId, 'authenticatorRemoved');
}

/** The step whose code this is: the present one, the one before or the one after. */
async function acceptedStep(
  { db, clock, secretBox }: Deps,
  userId: number,
  code: string,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const row = await db
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { Secret, TOTP } = await otpauth();
  const totp = new TOTP({ secret: Secret.fromBase32(secretBox.open(row.secret, purposeOf(userId))) });
  const nowSeconds = clock.nowSeconds();
  const distance = totp.validate({ token: code, window: 1, timestamp: nowSeconds * 1000 });
  return distance === null ? undefined : Math.floor(nowSeconds / STEP_SECONDS) + distance;
}

export const wrongCode = (): GatewayError => {
  const code = 'second_factor.wrong_code';
  return new GatewayError(code, {}, { fields: [{ field: 'code', code }] });
};
