import { type Language, logType, role, userStatus } from '@turnpike/contract';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import type { Transaction } from 'kysely';
import { type Posting, post } from '../../db/ledger.ts';
import type { Tables } from '../../db/tables.ts';
import { linkIdentity, type ProviderClaims } from '../identity/identity-repository.ts';
import { claimInvitation, type Invitation } from '../invitation/claim-invitation.ts';
import { rememberPerson } from '../invitation/known-person.ts';
import { grantReward } from '../invitation/reward-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { insertUser } from '../user/user-repository.ts';
import { takeMailCode } from './email-code.ts';

export interface NewAccount {
  username: string;
  displayName: string;
  /** Proved to be the person's own; empty otherwise. */
  email: string;
  /** Names the open code that has proved the address. */
  codeHash?: string;
  /** Empty for an account that is opened by another way of signing in. */
  passwordHash: string;
  language: Language | undefined;
  /** Invitation code as the person gave it, empty for none. */
  invitation: string;
  /** The way of signing in that the account begins with, unless it is a password. */
  identity?: ProviderClaims;
}

/** The group of accounts that people open themselves. */
const FIRST_GROUP = 'default';

/**
 * Opens an account for a person who has registered, with the points that the site and the invitation give. A person who
 * has had an account before gets none, nor does the inviter.
 * @returns number of the account
 * @throws user.name_taken naming the field; identity.taken; email.wrong_code; as `claimInvitation`
 */
export async function openAccount(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox'>,
  account: NewAccount,
  { requestId, ip }: { requestId: string; ip: string },
): Promise<number> {
  const { db, clock, options } = deps;
  const nowSeconds = clock.nowSeconds();
  const { username, email, invitation: code, identity, codeHash } = account;
  return db.transaction().execute(async (trx) => {
    if (codeHash !== undefined)
      await takeMailCode(trx, { hash: codeHash, field: 'verification_code', nowSeconds });
    const isRequired = options.flag('InvitationRequired');
    const invitation = await claimInvitation(trx, { code, isRequired, nowSeconds });
    const id = await insertAccount(trx, account, { invitation, nowSeconds });
    if (identity !== undefined) await linkIdentity(trx, id, { claims: identity, nowSeconds });
    const inviterId = invitation?.inviterId ?? null;
    if (inviterId !== null) await countInvited(trx, inviterId);
    if (!(await rememberPerson(trx, deps, { email, identity }))) return id;
    if (inviterId !== null) await grantReward(trx, deps, { inviterId, inviteeId: id, email });
    const log = { request_id: requestId, username, type: logType.system, source_ip: ip };
    const give = (delta: number, reference: Pick<Posting, 'reference_type' | 'reference'>) =>
      post(trx, {
        ...{ user_id: id, kind: 'gift', delta, ...reference, actor_id: null, note: '' },
        ...{ created_at: nowSeconds, log },
      });
    const startPoints = options.number('QuotaForNewUser');
    await give(startPoints, { reference_type: 'start', reference: '' });
    if (invitation !== undefined) {
      const points =
        invitation.inviterId === null ? invitation.giftPoints : options.number('QuotaForInvitee');
      await give(Math.min(points, MAX_POINTS - startPoints), {
        reference_type: 'invitation',
        reference: code,
      });
    }
    return id;
  });
}

const insertAccount = (
  trx: Transaction<Tables>,
  { username, displayName, email, passwordHash, language }: NewAccount,
  { invitation, nowSeconds }: { invitation: Invitation | undefined; nowSeconds: number },
): Promise<number> =>
  insertUser(trx, {
    username,
    display_name: displayName,
    email,
    password_hash: passwordHash,
    language: language ?? '',
    proved_email: email,
    role: role.common,
    status: userStatus.enabled,
    group: invitation?.group ?? FIRST_GROUP,
    inviter_id: invitation?.inviterId ?? null,
    quota: 0,
    created_time: nowSeconds,
  });

async function countInvited(trx: Transaction<Tables>, inviterId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ aff_count: eb('aff_count', '+', 1) }))
    .where('id', '=', inviterId)
    .execute();
}
