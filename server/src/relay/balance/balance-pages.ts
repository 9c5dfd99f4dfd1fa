import { toUsd } from '@turnpike/contract';

/** The points that a key may still spend, and the points spent. */
export interface KeyBalance {
  /** Whether the key has its own limit. Otherwise the figures are those of its owner's balance. */
  isLimited: boolean;
  /** Limited by the owner's balance, and by the budgets of the key and its group. */
  remaining: number;
  used: number;
  /** Seconds since 1970; -1: never. */
  expiresAtSeconds: number;
}

/** A path where clients query the balance of a key. */
export interface BalancePage {
  path: string;
  toBody(balance: KeyBalance): object;
}

/** Source: docs/reference/compatibility.md, "Balance queries". */
export const balancePages: readonly BalancePage[] = [
  ...['', '/v1'].flatMap((version) => [
    { path: `${version}/dashboard/billing/subscription`, toBody: toSubscription },
    { path: `${version}/dashboard/billing/usage`, toBody: toBilledUsage },
  ]),
  { path: '/v1/usage', toBody: toKeyUsage },
  { path: '/user/balance', toBody: toUserBalance },
];

/** Clients show `hard_limit_usd` minus the `total_usage` of the other path. */
function toSubscription({ remaining, used, expiresAtSeconds }: KeyBalance): object {
  const limit = toUsd(remaining + used);
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: Math.max(0, expiresAtSeconds),
  };
}

/** In hundredths of a dollar, over all time: a shorter range would not match the limit of the other path. */
function toBilledUsage({ used }: KeyBalance): object {
  return { object: 'list', total_usage: toUsd(used * 100) };
}

function toKeyUsage({ isLimited, remaining, used }: KeyBalance): object {
  const left = toUsd(remaining);
  const common = {
    isValid: true,
    status: remaining > 0 ? 'active' : 'quota_exhausted',
    remaining: left,
    unit: 'USD',
  };
  if (!isLimited) return { mode: 'unrestricted', ...common, balance: left };
  return {
    mode: 'quota_limited',
    ...common,
    quota: { limit: toUsd(remaining + used), used: toUsd(used), remaining: left, unit: 'USD' },
  };
}

function toUserBalance({ remaining }: KeyBalance): object {
  return { is_active: remaining > 0, balance: toUsd(remaining) };
}
