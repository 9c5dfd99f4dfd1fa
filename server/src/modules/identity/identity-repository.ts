import { isStorableText } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { IdentityTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { lockUser } from '../user/user-repository.ts';
import type { OpenWays } from './open-ways.ts';
import { assertOtherWay } from './other-way.ts';

/** An account at a sign-in provider. Only the pair identifies it: names and addresses change owners. */
export interface ProviderAccount {
  provider: string;
  /** The provider's stable id of it. */
  subject: string;
}

/** Facts as the provider reports them. */
export interface ProviderClaims extends ProviderAccount {
  email: string;
  name: string;
  emailVerified: boolean;
}

const MAX_PROVIDER_LENGTH = 32;
const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 100;
const MAX_LISTED = 100;

const shownColumns = [
  'id',
  'provider',
  'subject',
  'email',
  'name',
  'email_verified',
  'created_time',
  'last_used_time',
] as const;

/** An identity as its account sees it. */
export type IdentityRow = Pick<Selectable<IdentityTable>, (typeof shownColumns)[number]>;

const isUsable = ({ provider, subject }: ProviderAccount): boolean =>
  [provider, subject].every((text) => text.trim() !== '' && isStorableText(text)) &&
  provider.length <= MAX_PROVIDER_LENGTH &&
  subject.length <= MAX_SUBJECT_LENGTH;

/** The identity of a provider's account, with its account here. An e-mail address is never a match. */
export async function findIdentity(
  db: Db,
  account: ProviderAccount,
): Promise<{ id: number; user_id: number } | undefined> {
  if (!isUsable(account)) return undefined;
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['identities.id', 'identities.user_id'])
    .where('provider', '=', account.provider)
    .where('subject', '=', account.subject)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
}

/**
 * Links a provider's account; one that is linked already gets the present claims. Call it in the transaction that makes
 * the account, or in one of its own.
 * @returns number of the identity
 * @throws identity.taken when it belongs to another account; identity.unusable; user.not_found
 */
export async function linkIdentity(
  trx: Transaction<Tables>,
  userId: number,
  { claims, nowSeconds }: { claims: ProviderClaims; nowSeconds: number },
): Promise<number> {
  if (!isUsable(claims)) throw new GatewayError('identity.unusable');
  // Otherwise a deletion at the same time would leave the identity with an account that is gone.
  await lockUser(trx, userId);
  const { provider, subject } = claims;
  const reported = reportedFacts(claims);
  const row = await trx
    .insertInto('identities')
    .values({
      ...{ user_id: userId, provider, subject, ...reported },
      ...{ created_time: nowSeconds, last_used_time: nowSeconds },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        .doUpdateSet(reported)
        .where('identities.user_id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('identity.taken');
  return row.id;
}

/** A cut name is still a name. A cut address would be the address of another person. */
function reportedFacts({ email, name, emailVerified }: ProviderClaims) {
  const isAddress = isStorableText(email) && email.length <= MAX_EMAIL_LENGTH;
  return {
    email: isAddress ? email.toLowerCase() : '',
    name: name
      .replace(/\p{Cc}/gu, '')
      .slice(0, MAX_NAME_LENGTH)
      .toWellFormed(),
    email_verified: isAddress && email !== '' && emailVerified ? 1 : 0,
  } as const;
}

/**
 * Removes an identity of an account, unless nobody could sign in to the account any more by the ways that are open.
 * @throws identity.last_way, identity.not_found, user.not_found
 */
export async function unlinkIdentity(
  trx: Transaction<Tables>,
  userId: number,
  { id, openWays }: { id: number; openWays: OpenWays },
): Promise<void> {
  // Two identities that are removed at once would each count the other one.
  await lockUser(trx, userId);
  const removed = await trx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (removed === undefined) throw new GatewayError('identity.not_found');
  await assertOtherWay(trx, userId, openWays);
}

/** Identities of an account, the oldest first. */
export function listIdentities(db: Db, userId: number): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}
