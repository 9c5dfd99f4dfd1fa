import { role, type UserView } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const tooHigh = () => new GatewayError('user.role_too_high');

/**
 * Whether an account may be read or changed: its role must be below the caller's; root may act on anybody.
 * Source: docs/reference/compatibility.md, "Accounts".
 * @throws user.role_too_high
 */
export function assertMayActOn(caller: SignedIn, target: Pick<UserView, 'role'>): void {
  if (caller.role !== role.root && caller.role <= target.role) throw tooHigh();
}

/**
 * Deleting an account and resetting its second factor need a strictly higher role, even of root: so the last root stays,
 * and nobody resets their own factor this way.
 */
export function assertIsAbove(caller: SignedIn, target: Pick<UserView, 'role'>): void {
  if (caller.role <= target.role) throw tooHigh();
}

/** Only root may grant their own role. Users cannot change their own role or status. */
export function assertMayGive(
  caller: SignedIn,
  target: Pick<UserView, 'id' | 'role' | 'status'>,
  given: { role?: number | undefined; status?: number | undefined },
): void {
  const changesRole = given.role !== undefined && given.role !== target.role;
  const changesStatus = given.status !== undefined && given.status !== target.status;
  if (!changesRole && !changesStatus) return;
  if (caller.id === target.id) throw tooHigh();
  if (changesRole && caller.role !== role.root && (given.role ?? 0) >= caller.role) throw tooHigh();
}

/** A new account's role is below its maker's. */
export function assertMayCreate(caller: SignedIn, given: number): void {
  if (given >= caller.role) throw tooHigh();
}

export const isRoot = (user: Pick<UserView, 'role'>): boolean => user.role === role.root;
