import { NEVER_EXPIRES, type TokenView, tokenStatus } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';

/** Purpose that a token's key is sealed for: bound to its row by the key's own hash. */
export const tokenKeyPurpose = (keyHash: string): string => `token:${keyHash}`;

/** First and last characters, to recognise a key by. */
export const tokenKeyHint = (tokenKey: string): string => `${tokenKey.slice(0, 6)}…${tokenKey.slice(-4)}`;

type Limits = Pick<TokenView, 'status' | 'expired_time' | 'remain_quota' | 'unlimited_quota'>;

const isExpired = ({ expired_time }: Limits, nowSeconds: number): boolean =>
  expired_time !== NEVER_EXPIRES && expired_time <= nowSeconds;

const isExhausted = ({ unlimited_quota, remain_quota }: Limits): boolean =>
  !unlimited_quota && remain_quota <= 0;

/** Present status of a token: an enabled one may have expired or be exhausted. */
export function statusOf(token: Limits, nowSeconds: number): TokenView['status'] {
  if (token.status === tokenStatus.disabled) return tokenStatus.disabled;
  if (isExpired(token, nowSeconds)) return tokenStatus.expired;
  return isExhausted(token) ? tokenStatus.exhausted : tokenStatus.enabled;
}

/** @throws token.still_expired or token.still_exhausted: enabling such a token would change nothing */
export function assertCanBeEnabled(token: Limits, nowSeconds: number): void {
  if (isExpired(token, nowSeconds)) throw new GatewayError('token.still_expired');
  if (isExhausted(token)) throw new GatewayError('token.still_exhausted');
}
