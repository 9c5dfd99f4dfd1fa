import { toUsd } from '@turnpike/contract';

/** What a key may still spend, and what was spent from it; in points. */
export interface KeyBalance {
  /** Whether the key has a limit of its own. Without one the figures are those of its owner's balance. */
  isLimited: boolean;
  /** No more than the owner's balance, and what budgets of the key and its group leave. */
  remaining: number;
  used: number;
  /** Seconds since 1970; -1 never. */
  expiresAtSeconds: number;
}

/** An address where clients ask for the balance behind a key. */
export interface BalancePage {
  path: string;
  toBody(balance: KeyBalance): object;
}

/** Source: docs/reference/compatibility.md, "Asking for one's balance". */
export const balancePages: readonly BalancePage[] = [
  ...['', '/v1'].flatMap((version) => [
    { path: `${version}/dashboard/billing/subscription`, toBody: toSubscription },
    { path: `${version}/dashboard/billing/usage`, toBody: toBilledUsage },
  ]),
  { path: '/v1/usage', toBody: toKeyUsage },
  { path: '/user/balance', toBody: toUserBalance },
];

/** Clients show `hard_limit_usd` less the `total_usage` of the other address. */
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

/** In hundredths of a dollar, of all time: a part of it would not fit the limit of the other address. */
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
