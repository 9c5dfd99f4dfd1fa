import {
  type ErrorCode,
  type StoredUserView,
  type selfChange,
  type UserView,
  type userChange,
  userStatus,
} from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSession } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { assertKnownState } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { hashPassword } from '../../platform/secrets/password-hash.ts';
import { confirmBy, proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { changeAccount } from './change-account.ts';
import { notifyOwner } from './notify-owner.ts';
import type { SignIns } from './sign-ins.ts';
import { getStoredUser, getUser, updateUser } from './user-repository.ts';
import { assertMayActOn, assertMayGive } from './user-rules.ts';

type Deps = ModuleDeps & { signIns: SignIns };
type UserChange = z.output<typeof userChange>;

/**
 * Changes the own display name or the own password; a new password signs out everywhere but here.
 * @throws user.username_unchangeable for another user name; access_token.not_allowed; what `proveOwner` and
 *   `UseProof` throw
 */
export async function changeOwnAccount(
  deps: Deps,
  user: SignedIn,
  { username, display_name, password, current_password }: z.output<typeof selfChange>,
  facts: RequestFacts,
): Promise<void> {
  if (username !== undefined && username !== user.username)
    throw unchangeable('username', 'user.username_unchangeable');
  const useProof = password ? await proveOwner(deps, user, { facts, password: current_password }) : undefined;
  const password_hash = password ? await hashPassword(password) : undefined;
  await changeAccount(deps.db, { caller: user, id: user.id }, async ({ trx }) => {
    await useProof?.(trx);
    await updateUser(trx, user.id, givenMembers({ display_name, password_hash }));
    if (!password) return;
    await deps.signIns.endAll(trx, user.id, ownSession(facts));
    await notifyOwner({ ...deps, db: trx }, user.id, 'passwordChanged');
  });
  if (password) deps.jobRunner.runSoon('mail');
}

/**
 * Changes an account as an administrator. Sign-in data is changed by a session only, that of the own account with a
 * fresh proof. A new password or a disabling ends all sessions of the account, except the acting one.
 * @throws user.not_found, user.role_too_high, user.name_taken, user.quota_unchangeable; request.changed_meanwhile; access_token.not_allowed;
 *   what `proveOwner`, `UseProof`, `fetchPictures` and `keepPictures` throw
 */
export async function changeUser(
  deps: Deps,
  user: SignedIn,
  { id, quota, password, current_password, email: givenEmail, ...given }: UserChange,
  facts: RequestFacts,
): Promise<StoredUserView> {
  const { db, changes } = deps;
  const email = givenEmail?.toLowerCase();
  const stored = await getUser(db, id);
  assertMayActOn(user, stored);
  if (quota !== undefined && quota !== stored.quota) throw unchangeable('quota', 'user.quota_unchangeable');
  if (password) assertInPerson(user);
  const isOwn = id === user.id;
  const changesSignIn = (account: UserView): boolean =>
    Boolean(password) || changesWhoSignsIn(account, { ...given, email });
  const useOwnProof =
    isOwn && changesSignIn(stored)
      ? await proveOwner(deps, user, { facts, password: current_password })
      : undefined;
  const password_hash = password ? await hashPassword(password) : undefined;
  const pictures = await fetchPictures(deps, [
    { address: given.avatar_url ?? '', field: 'avatar_url', signal: facts.signal },
  ]);
  const changed = await changeAccount(db, { caller: user, id }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    assertKnownState(facts.knownStates, target.etag);
    assertMayGive(caller, target, given);
    if (changesSignIn(target)) assertInPerson(caller);
    if (given.group !== undefined && given.group !== target.group) await assertGroupExists(trx, given.group);
    if (!isOwn && changesSignIn(target)) {
      const action = (given.role ?? 0) > target.role ? 'administrator' : 'sign_in_data';
      await confirmBy(deps, user, { action, facts })(trx);
    }
    await useOwnProof?.(trx);
    const avatar_url = avatarOf(target, given);
    const inTransaction = { ...deps, db: trx };
    if (password) await notifyOwner(inTransaction, id, 'passwordChanged');
    if (email !== undefined && email !== target.email) await notifyOwner(inTransaction, id, 'emailChanged');
    await updateUser(trx, id, givenMembers({ ...given, email, avatar_url, password_hash }));
    const losesRole = given.role !== undefined && given.role < target.role;
    if (password || given.status === userStatus.disabled || losesRole)
      await deps.signIns.endAll(trx, id, isOwn ? ownSession(facts) : undefined);
    if (avatar_url !== undefined) await keepPictures(trx, pictures);
    return getStoredUser(trx, id);
  });
  changes.userChanged(id);
  deps.jobRunner.runSoon('mail');
  return changed;
}

/** A value as it is stored is accepted: clients send accounts back as they read them. */
const unchangeable = (field: string, code: ErrorCode): GatewayError =>
  new GatewayError(code, {}, { fields: [{ field, code }] });

/** An account that is sent back as read names the local copy of its picture, which means no change. */
const avatarOf = (target: UserView, { avatar_url }: Pick<UserChange, 'avatar_url'>): string | undefined =>
  avatar_url !== '' && avatar_url === target.avatar_url ? undefined : avatar_url;

/** A name or address of an attacker's choice, or a higher role, would take an account over. */
function changesWhoSignsIn(
  target: UserView,
  { username = target.username, email = target.email, role = target.role }: Partial<UserChange>,
): boolean {
  return username !== target.username || email !== target.email || role > target.role;
}
