import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashPassword } from '../../platform/secrets/password-hash.ts';
import { settleProvedEmail } from '../invitation/reward-inviter.ts';
import { assertMailIsSetUp, queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, findToken, issueToken } from '../one-time-token/one-time-token.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { findMailedAccount } from '../user/user-names.ts';
import { lockUser, updateUser } from '../user/user-repository.ts';

const LINK_SECONDS = 30 * 60;
const use = { purpose: 'reset_password', boundTo: '' };

/**
 * Mails a link to the account of an address. The answer does not wait for it, so it takes as long for an unknown
 * address.
 * @throws mail.not_set_up; password_reset.off while the site's own address is not set: the address of the request is
 *   the caller's choice, and the link would hand the account over
 */
export function requestReset(deps: ModuleDeps, email: string): void {
  const { options, log, jobRunner } = deps;
  assertMailIsSetUp(options);
  const address = options.text('ServerAddress').replace(/\/+$/, '');
  if (address === '') throw new GatewayError('password_reset.off');
  deps.db
    .transaction()
    .execute((trx) => queueLink({ ...deps, db: trx }, { email, address }))
    .then(
      () => jobRunner.runSoon('mail'),
      (error) => log.error({ error: String(error) }, 'a mail with a reset link could not be queued'),
    );
}

async function queueLink(
  deps: ModuleDeps & { db: Transaction<Tables> },
  { email, address }: { email: string; address: string },
): Promise<void> {
  const account = await findMailedAccount(deps.db, email);
  if (account === undefined) return;
  const { id, language, display_name, username } = account;
  const issue = { ...use, owner: id, payload: { email }, ttlSeconds: LINK_SECONDS };
  const token = await issueToken(deps, issue);
  const link = `${address}/user/reset?${new URLSearchParams({ email, token })}`;
  const name = display_name || username;
  const mail = { kind: 'resetPassword' as const, name, link, minutes: LINK_SECONDS / 60 };
  await queueMail(deps, { to: email, language, mail, usableSeconds: LINK_SECONDS });
}

/**
 * Sets a password by a link, which proves the address that it was mailed to. Every session of the account ends.
 * @throws password_reset.invalid_link
 */
export async function resetPassword(
  deps: ModuleDeps & { signIns: SignIns },
  { token, password }: { token: string; password: string },
): Promise<void> {
  const password_hash = await hashPassword(password);
  const { userId, email } = await deps.db.transaction().execute(async (trx) => {
    const inTransaction = { ...deps, db: trx };
    const link = await findToken(inTransaction, { ...use, token });
    if (link === undefined || link.owner === null) throw invalidLink();
    const { email } = link.payload as { email: string };
    // The account before its tokens, as every change of an account locks them: two orders could wait for each other.
    const account = await lockUser(trx, link.owner).catch((cause) => {
      throw invalidLink(cause);
    });
    if ((await consumeToken(inTransaction, { ...use, token })) === undefined) throw invalidLink();
    // An administrator has set another address since.
    if (account.email !== email) throw invalidLink();
    await updateUser(trx, account.id, { password_hash, proved_email: email });
    await deps.signIns.endAll(trx, account.id);
    await notifyOwner({ ...deps, db: trx }, account.id, 'passwordChanged');
    return { userId: account.id, email };
  });
  await deps.db.transaction().execute((trx) => settleProvedEmail(trx, deps, { userId, email }));
  deps.changes.userChanged(userId);
  deps.jobRunner.runSoon('mail');
}

const invalidLink = (cause?: unknown) => new GatewayError('password_reset.invalid_link', {}, { cause });
