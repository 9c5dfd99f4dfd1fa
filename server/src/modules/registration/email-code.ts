import type { Language } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertMailIsSetUp, queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { issueCode } from '../one-time-token/one-time-token.ts';
import { takeToken } from '../one-time-token/one-time-token-repository.ts';
import { hasEmail } from '../user/user-names.ts';
import { assertEmailIsAllowed } from './email-rules.ts';

const CODE_SECONDS = 600;

/** The conditions under which a mailed code is accepted: by a new account, or by the account that asked. */
export const codeUse = (email: string, owner: number | null) => ({
  purpose: owner === null ? 'register_email' : 'bind_email',
  owner,
  boundTo: email,
});

export const wrongCode = (field: string): GatewayError =>
  new GatewayError('email.wrong_code', {}, { fields: [{ field, code: 'email.wrong_code' }] });

/**
 * Uses up a code that `checkCode` has accepted, in the transaction of the change that it proves: if that fails, the code
 * stays open.
 * @throws email.wrong_code naming the field, when another call was first or a newer code was mailed
 */
export async function takeMailCode(
  trx: Transaction<Tables>,
  { hash, field, nowSeconds }: { hash: string; field: string; nowSeconds: number },
): Promise<void> {
  if ((await takeToken(trx, hash, nowSeconds)) === undefined) throw wrongCode(field);
}

/**
 * Mails a code that proves an address. An address that has an account gets a mail that says so, and no code.
 * @param user the account that the address is for; undefined for a new one
 * @throws email.domain_not_allowed, email.alias_not_allowed; registration.closed; mail.not_set_up;
 *   access_token.not_allowed
 */
export async function mailCode(
  deps: ModuleDeps,
  { email, user, language }: { email: string; user: SignedIn | undefined; language: Language | undefined },
): Promise<void> {
  const { db, options, jobRunner } = deps;
  if (user !== undefined) assertInPerson(user);
  else if (!options.flag('RegisterEnabled')) throw new GatewayError('registration.closed');
  assertMailIsSetUp(options);
  assertEmailIsAllowed(email, options);
  await db.transaction().execute((trx) => queueCode(deps, trx, { email, owner: user?.id ?? null, language }));
  jobRunner.runSoon('mail');
}

async function queueCode(
  deps: ModuleDeps,
  trx: Transaction<Tables>,
  { email, owner, language }: { email: string; owner: number | null; language: Language | undefined },
): Promise<void> {
  const inTransaction = { ...deps, db: trx };
  const usableSeconds = CODE_SECONDS;
  const isTaken = await hasEmail(trx, email);
  // Also for a taken address, so that both take as long. The code is not mailed then, and could not take the address.
  const code = await issueCode(inTransaction, {
    ...codeUse(email, owner),
    payload: null,
    ttlSeconds: CODE_SECONDS,
  });
  const kind = owner === null ? ('registerCode' as const) : ('emailCode' as const);
  const mail = isTaken ? { kind: 'addressTaken' as const } : { kind, code, minutes: CODE_SECONDS / 60 };
  await queueMail(inTransaction, { to: email, language, mail, usableSeconds });
}
