import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ProviderAccount } from '../identity/identity-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { mailboxOf } from '../registration/email-rules.ts';

/** The facts that a person is recognised by in another account. */
export interface PersonProofs {
  /** Proved to be the person's own; empty for none. */
  email?: string;
  identity?: ProviderAccount | undefined;
}

/**
 * Remembers an address and a sign-in, also after the account is deleted; only as keyed hashes. Locks hashes, which come
 * after the rows of accounts.
 * @returns false where an account has had one of them before; true for a person without both
 */
export const rememberPerson = (
  trx: Transaction<Tables>,
  deps: Pick<ModuleDeps, 'clock' | 'secretBox'>,
  proofs: PersonProofs,
): Promise<boolean> => remember(trx, deps, { ...proofs, as: 'invitation' });

/** As `rememberPerson`, for persons who have paid. */
export const rememberPayer = (
  trx: Transaction<Tables>,
  deps: Pick<ModuleDeps, 'clock' | 'secretBox'>,
  proofs: PersonProofs,
): Promise<boolean> => remember(trx, deps, { ...proofs, as: 'payment' });

async function remember(
  trx: Transaction<Tables>,
  { clock, secretBox }: Pick<ModuleDeps, 'clock' | 'secretBox'>,
  { email = '', identity, as }: PersonProofs & { as: 'invitation' | 'payment' },
): Promise<boolean> {
  const hashes = [
    ...(email === '' ? [] : [secretBox.mac([as, mailboxOf(email)])]),
    ...(identity === undefined ? [] : [secretBox.mac([as, identity.provider, identity.subject])]),
  ].sort();
  if (hashes.length === 0) return true;
  const created_time = clock.nowSeconds();
  const added = await trx
    .insertInto('person_hashes')
    .values(hashes.map((hash) => ({ hash, created_time })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .execute();
  return added.length === hashes.length;
}
