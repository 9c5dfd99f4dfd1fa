import { type ErrorCode, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/** The terms that an invitation opens an account with. */
export interface Invitation {
  /** The account that invites; null for a code of an administrator. */
  inviterId: number | null;
  /** Symbol of the group; null where the code names none, or one that was deleted. */
  group: string | null;
  /** Points of the code itself. */
  giftPoints: number;
}

/**
 * Uses an invitation code once. The use is taken back if the transaction fails.
 * @param code as the person gave it
 * @returns undefined without a code, and for the code of an account that is disabled or deleted
 * @throws invitation.required, .unknown, .used_up or .not_valid_now, naming the field
 */
export async function claimInvitation(
  trx: Transaction<Tables>,
  { code, isRequired, nowSeconds }: { code: string; isRequired: boolean; nowSeconds: number },
): Promise<Invitation | undefined> {
  if (code === '') {
    if (isRequired) throw codeError('invitation.required');
    return undefined;
  }
  const made = await useMadeCode(trx, code, nowSeconds);
  if (made !== undefined) return made;
  const owner = await trx
    .selectFrom('users')
    .select(['id', 'status', 'deleted_time'])
    .where('aff_code', '=', code)
    .where('aff_code', '<>', '')
    .executeTakeFirst();
  if (owner === undefined) throw codeError('invitation.unknown');
  if (owner.status === userStatus.enabled && owner.deleted_time === 0) {
    return { inviterId: owner.id, group: null, giftPoints: 0 };
  }
  if (isRequired) throw codeError('invitation.unknown');
  return undefined;
}

/** The condition is part of the change: parallel uses of the last one find it used up. */
async function useMadeCode(
  trx: Transaction<Tables>,
  code: string,
  nowSeconds: number,
): Promise<Invitation | undefined> {
  const used = await trx
    .updateTable('invite_codes')
    .set((eb) => ({ used_count: eb('used_count', '+', 1) }))
    .where('code', '=', code)
    .where('enable', '=', 1)
    .where('starts_at', '<=', nowSeconds)
    .where((eb) => eb.or([eb('expires_at', '=', 0), eb('expires_at', '>', nowSeconds)]))
    .where((eb) => eb.or([eb('max_uses', '=', 0), eb('used_count', '<', eb.ref('max_uses'))]))
    .returning(['group', 'gift_quota'])
    .executeTakeFirst();
  if (used !== undefined) {
    return { inviterId: null, group: await findGroup(trx, used.group), giftPoints: used.gift_quota };
  }
  const unusable = await trx
    .selectFrom('invite_codes')
    .select(['enable', 'max_uses', 'used_count'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (unusable === undefined) return undefined;
  const isUsedUp = unusable.max_uses > 0 && unusable.used_count >= unusable.max_uses;
  throw codeError(isUsedUp ? 'invitation.used_up' : 'invitation.not_valid_now');
}

async function findGroup(trx: Transaction<Tables>, symbol: string): Promise<string | null> {
  const group = await trx
    .selectFrom('user_groups')
    .select('symbol')
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return group?.symbol ?? null;
}

const codeError = (code: ErrorCode): GatewayError =>
  new GatewayError(code, {}, { fields: [{ field: 'aff_code', code }] });
