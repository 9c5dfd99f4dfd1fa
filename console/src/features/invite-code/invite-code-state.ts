import type { InviteCodeView } from '@turnpike/contract';

export type InviteCodeState = 'active' | 'disabled' | 'used_up' | 'not_yet' | 'expired';

/** Whether a code opens an account now, and why not. */
export function stateOf(
  code: Pick<InviteCodeView, 'enable' | 'max_uses' | 'used_count' | 'starts_at' | 'expires_at'>,
  nowSeconds: number,
): InviteCodeState {
  const { enable, max_uses, used_count, starts_at, expires_at } = code;
  if (!enable) return 'disabled';
  if (max_uses > 0 && used_count >= max_uses) return 'used_up';
  if (starts_at > nowSeconds) return 'not_yet';
  return expires_at > 0 && expires_at <= nowSeconds ? 'expired' : 'active';
}
