import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { filterEntries } from '../statement/statement-filter.ts';

interface KeyedChange {
  caller: { id: number };
  userId: number;
  delta: number;
  remark: string;
  requestKey: string | undefined;
}

/** Thrown to end a repetition of a change that is booked: nothing is left to do. */
export class BookedBefore extends Error {}

/** Reference of a change by hand in the ledger: the administrator, and the key of the request where it has one. */
export const changeReference = ({
  caller,
  requestKey,
}: Pick<KeyedChange, 'caller' | 'requestKey'>): string =>
  requestKey === undefined ? String(caller.id) : `${caller.id}/${requestKey}`;

/**
 * Looks for an entry of the same administrator, account and request key. While the account's row is locked, no other
 * request can add one.
 * @throws BookedBefore; user.request_key_used where the entry is a different change
 */
export async function assertNotBooked(db: Db, change: KeyedChange): Promise<void> {
  if (change.requestKey === undefined) return;
  const entry = await filterEntries(db, { userId: change.userId, kind: 'adjustment' })
    .where('reference_type', '=', 'administrator')
    .where('reference', '=', changeReference(change))
    .select(['delta', 'note'])
    .limit(1)
    .executeTakeFirst();
  if (entry === undefined) return;
  if (entry.delta !== change.delta || entry.note !== change.remark)
    throw new GatewayError('user.request_key_used');
  throw new BookedBefore();
}
