import { formatGatewayNote, logType } from '@turnpike/contract';
import { insertLogNote } from '../../db/log-note.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { deletePasskeysOf } from '../passkey/passkey-repository.ts';
import { changeAccount } from '../user/change-account.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { assertIsAbove } from '../user/user-rules.ts';
import { deleteAuthenticator } from './authenticator.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'changes' | 'options' | 'secretBox' | 'jobRunner'> & {
  signIns: SignIns;
};

/**
 * Removes the authenticator app, recovery codes and passkeys of an account whose owner lost them. The account is signed
 * out everywhere, because the lost device may be signed in.
 * @throws user.not_found; user.role_too_high; what `useProof` throws
 */
export async function resetSecondFactor(
  deps: Deps,
  signedIn: SignedIn,
  { id, useProof, requestId, ip }: { id: number; useProof: UseProof; requestId: string; ip: string },
): Promise<void> {
  const { db, clock, changes, signIns } = deps;
  await changeAccount(db, { caller: signedIn, id }, async ({ trx, caller, target }) => {
    assertIsAbove(caller, target);
    await useProof(trx);
    await deleteAuthenticator(deps, trx, id);
    await deletePasskeysOf(trx, id);
    await signIns.endAll(trx, id);
    await insertLogNote(trx, {
      ...{ request_id: requestId, user_id: id, username: target.username, source_ip: ip },
      ...{ created_at: clock.nowSeconds(), type: logType.manage, quota: 0 },
      content: formatGatewayNote({ about: 'factorReset', actorId: caller.id }),
    });
  });
  changes.userChanged(id);
  deps.jobRunner.runSoon('mail');
}
