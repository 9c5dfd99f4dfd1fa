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
import type { OwnSession } from '../../http/own-session.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import type { Confirm } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { changeAccount } from './change-account.ts';
import { assertIsStoredHash, confirmedOwner } from './confirmed-owner.ts';
import { notifyOwner } from './notify-owner.ts';
import type { SignIns } from './sign-ins.ts';
import { getStoredUser, getUser, updateUser } from './user-repository.ts';
import { assertMayActOn, assertMayGive } from './user-rules.ts';

type Deps = ModuleDeps & { signIns: SignIns };
/** Input of a form, the session that sends it and stays signed in, and its confirmation. */
type Asked<Shape extends z.ZodType> = z.output<Shape> & { here: OwnSession; confirm: Confirm };
type UserChange = Asked<typeof userChange> & { knownStates: KnownStates; signal: AbortSignal };

/**
 * Changes the own display name or the own password; a new password signs out everywhere but here.
 * @throws user.username_unchangeable for another user name; access_token.not_allowed; what `confirmedOwner` and `confirm`
 *   throw
 */
export async function changeOwnAccount(
  deps: Deps,
  user: SignedIn,
  { username, display_name, password, current_password, here, confirm }: Asked<typeof selfChange>,
): Promise<void> {
  if (username !== undefined && username !== user.username)
    throw unchangeable('username', 'user.username_unchangeable');
  if (password) assertInPerson(user);
  const oldHash = password ? await confirmedOwner(deps, user.id, current_password) : undefined;
  if (password) await confirm('sign_in_data');
  const password_hash = password ? await hashPassword(password) : undefined;
  await changeAccount(deps.db, { caller: user, id: user.id }, async ({ trx }) => {
    if (oldHash !== undefined) await assertIsStoredHash(trx, user.id, oldHash);
    await updateUser(trx, user.id, givenMembers({ display_name, password_hash }));
    if (!password) return;
    await deps.signIns.endAll(trx, user.id, here);
    await notifyOwner({ ...deps, db: trx }, user.id, 'passwordChanged');
  });
  if (password) deps.jobRunner.runSoon('mail');
}

/**
 * Changes an account as an administrator. Sign-in data is changed by a session only, and the own password with the old one,
 * if there is one. A new password or a disabling ends all sessions of the account, except the acting one.
 * @throws user.not_found, user.role_too_high, user.name_taken, user.quota_unchangeable; request.changed_meanwhile; access_token.not_allowed;
 *   what `confirmedOwner`, `fetchPictures` and `keepPictures` throw
 */
export async function changeUser(
  deps: Deps,
  user: SignedIn,
  {
    id,
    quota,
    password,
    current_password,
    email: givenEmail,
    here,
    confirm,
    knownStates,
    signal,
    ...given
  }: UserChange,
): Promise<StoredUserView> {
  const { db, changes } = deps;
  const email = givenEmail?.toLowerCase();
  const stored = await getUser(db, id);
  assertMayActOn(user, stored);
  if (quota !== undefined && quota !== stored.quota) throw unchangeable('quota', 'user.quota_unchangeable');
  if (password) assertInPerson(user);
  const oldHash = password && id === user.id ? await confirmedOwner(deps, id, current_password) : undefined;
  if ((given.role ?? 0) > stored.role) await confirm('administrator');
  else if (password || changesWhoSignsIn(stored, { ...given, email })) await confirm('sign_in_data');
  const password_hash = password ? await hashPassword(password) : undefined;
  const pictures = await fetchPictures(deps, [
    { address: given.avatar_url ?? '', field: 'avatar_url', signal },
  ]);
  const changed = await changeAccount(db, { caller: user, id }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    assertKnownState(knownStates, target.etag);
    assertMayGive(caller, target, given);
    if (changesWhoSignsIn(target, { ...given, email })) assertInPerson(caller);
    if (given.group !== undefined && given.group !== target.group) await assertGroupExists(trx, given.group);
    if (oldHash !== undefined) await assertIsStoredHash(trx, id, oldHash);
    const avatar_url = avatarOf(target, given);
    const inTransaction = { ...deps, db: trx };
    if (password) await notifyOwner(inTransaction, id, 'passwordChanged');
    if (email !== undefined && email !== target.email) await notifyOwner(inTransaction, id, 'emailChanged');
    await updateUser(trx, id, givenMembers({ ...given, email, avatar_url, password_hash }));
    const losesRole = given.role !== undefined && given.role < target.role;
    if (password || given.status === userStatus.disabled || losesRole)
      await deps.signIns.endAll(trx, id, id === caller.id ? here : undefined);
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
