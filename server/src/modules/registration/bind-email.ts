import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import type { Confirm } from '../confirmation/confirmation.ts';
import { settleProvedEmail } from '../invitation/reward-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { checkCode } from '../one-time-token/one-time-token.ts';
import { dropTokensOf } from '../one-time-token/one-time-token-repository.ts';
import { changeAccount } from '../user/change-account.ts';
import { confirmedOwner } from '../user/confirmed-owner.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { updateUser } from '../user/user-repository.ts';
import { codeUse, takeMailCode, wrongCode } from './email-code.ts';

/**
 * Sets the own address, which its code has proved. Links that were sent to the old one stop working.
 * @throws access_token.not_allowed; what `confirmedOwner` and `confirm` throw; email.wrong_code; user.name_taken
 */
export async function bindEmail(
  deps: ModuleDeps & { signIns: SignIns },
  user: SignedIn,
  {
    email,
    code,
    current_password,
    confirm,
  }: { email: string; code: string; current_password?: string | undefined; confirm: Confirm },
): Promise<void> {
  assertInPerson(user);
  await confirmedOwner(deps, user.id, current_password);
  await confirm('sign_in_data');
  const hash = await checkCode(deps, { ...codeUse(email, user.id), code });
  if (hash === undefined) throw wrongCode('code');
  await changeAccount(deps.db, { caller: user, id: user.id }, async ({ trx, target }) => {
    await takeMailCode(trx, { hash, field: 'code', nowSeconds: deps.clock.nowSeconds() });
    if (email !== target.email) await notifyOwner({ ...deps, db: trx }, user.id, 'emailChanged');
    await updateUser(trx, user.id, { email, proved_email: email });
    await dropTokensOf(trx, user.id);
  });
  await deps.db.transaction().execute((trx) => settleProvedEmail(trx, deps, { userId: user.id, email }));
  deps.changes.userChanged(user.id);
  deps.jobRunner.runSoon('mail');
}
