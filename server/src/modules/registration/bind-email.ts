import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import { settleProvedEmail } from '../invitation/reward-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { checkCode } from '../one-time-token/one-time-token.ts';
import { dropTokensOf } from '../one-time-token/one-time-token-repository.ts';
import { changeAccount } from '../user/change-account.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { updateUser } from '../user/user-repository.ts';
import { codeUse, takeMailCode, wrongCode } from './email-code.ts';

/**
 * Sets the own address, which its code has proved. Links that were sent to the old one stop working.
 * @throws access_token.not_allowed; email.wrong_code; what `proveOwner` and `UseProof` throw; user.name_taken
 */
export async function bindEmail(
  deps: ModuleDeps & { signIns: SignIns },
  user: SignedIn,
  {
    email,
    code,
    password,
    facts,
  }: { email: string; code: string; password: string | undefined; facts: RequestFacts },
): Promise<void> {
  assertInPerson(user);
  const hash = await checkCode(deps, { ...codeUse(email, user.id), code });
  if (hash === undefined) throw wrongCode('code');
  const useProof = await proveOwner(deps, user, { facts, password });
  await changeAccount(deps.db, { caller: user, id: user.id }, async ({ trx, target }) => {
    await useProof(trx);
    await takeMailCode(trx, { hash, field: 'code', nowSeconds: deps.clock.nowSeconds() });
    if (email !== target.email) await notifyOwner({ ...deps, db: trx }, user.id, 'emailChanged');
    await updateUser(trx, user.id, { email, proved_email: email });
    await dropTokensOf(trx, user.id);
  });
  await deps.db.transaction().execute((trx) => settleProvedEmail(trx, deps, { userId: user.id, email }));
  deps.changes.userChanged(user.id);
  deps.jobRunner.runSoon('mail');
}
