import { type tokenSetting, tokenStatus, userStatus } from '@turnpike/contract';
import type { z } from 'zod';
import type { BudgetRule } from '../../modules/budget/call-budgets.ts';
import { type CallLimits, toCallLimits } from '../../modules/routing/call-limits.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertMayCallFrom, type KeyRights, readKeyRights } from './key-rights.ts';

/** The identity behind a token's key. */
export interface Identity {
  tokenId: number;
  tokenName: string;
  tokenStatus: number;
  /** -1: never. */
  expiresAtSeconds: number;
  isLimited: boolean;
  tokenGroup: string;
  /** Symbols of the token's spare groups, in order. */
  spareGroups: readonly string[];
  rights: KeyRights;
  /** Budgets of the token and of its user. */
  budgets: readonly BudgetRule[];
  tokenLimits: CallLimits | null;
  userLimits: CallLimits | null;
  /** Null: no heartbeat. */
  heartbeatSeconds: number | null;
  /** Each usage includes the charge of the call. */
  tellsCost: boolean;
  /** Its answers are cached. */
  caches: boolean;
  userId: number;
  username: string;
  userStatus: number;
  userRole: number;
  userGroup: string;
}

type IdentityRow = Omit<
  Identity,
  | 'isLimited'
  | 'spareGroups'
  | 'heartbeatSeconds'
  | 'tellsCost'
  | 'caches'
  | 'budgets'
  | 'rights'
  | 'tokenLimits'
  | 'userLimits'
> &
  Required<Parameters<typeof toCallLimits>[0]> &
  Parameters<typeof readKeyRights>[0] & {
    isUnlimited: number;
    spares: string;
    setting: string;
    userRequests: number;
    userTokens: number;
    userParallel: number;
  };

export function toIdentity(
  {
    isUnlimited,
    spares,
    setting,
    addresses,
    models,
    requests_per_minute,
    tokens_per_minute,
    parallel_calls,
    userRequests,
    userTokens,
    userParallel,
    ...identity
  }: IdentityRow,
  budgets: readonly BudgetRule[],
): Identity {
  return {
    ...identity,
    budgets,
    isLimited: isUnlimited === 0,
    spareGroups: JSON.parse(spares) as string[],
    ...readSetting(setting),
    rights: readKeyRights({ addresses, models }),
    tokenLimits: toCallLimits({ requests_per_minute, tokens_per_minute, parallel_calls }),
    userLimits: toCallLimits({
      requests_per_minute: userRequests,
      tokens_per_minute: userTokens,
      parallel_calls: userParallel,
    }),
  };
}

export function toKeylessIdentity(
  {
    requests_per_minute,
    tokens_per_minute,
    parallel_calls,
    ...user
  }: Pick<Identity, 'userId' | 'username' | 'userStatus' | 'userRole' | 'userGroup'> &
    Required<Parameters<typeof toCallLimits>[0]>,
  budgets: readonly BudgetRule[],
): Identity {
  return {
    ...user,
    ...{ tokenId: 0, tokenName: '', tokenStatus: tokenStatus.enabled, expiresAtSeconds: -1 },
    ...{ isLimited: false, tokenGroup: '', spareGroups: [], budgets },
    ...{ heartbeatSeconds: null, tellsCost: false, caches: false },
    rights: { addresses: null, models: null },
    tokenLimits: null,
    userLimits: toCallLimits({ requests_per_minute, tokens_per_minute, parallel_calls }),
  };
}

/** A token of an earlier release may lack members. */
function readSetting(setting: string): Pick<Identity, 'heartbeatSeconds' | 'tellsCost' | 'caches'> {
  const { heartbeat, usage_cost, cache } = JSON.parse(setting) as Partial<z.output<typeof tokenSetting>>;
  return {
    heartbeatSeconds: heartbeat?.enabled ? heartbeat.timeout_seconds : null,
    tellsCost: usage_cost === true,
    caches: cache === true,
  };
}

/** @throws the reason why an identity may not call now, or not from this address */
export function assertMayCall(
  identity: Identity,
  { nowSeconds, sourceIp }: { nowSeconds: number; sourceIp: string },
): void {
  if (identity.userStatus !== userStatus.enabled) throw new GatewayError('token.owner_disabled');
  if (identity.tokenStatus === tokenStatus.disabled) throw new GatewayError('token.disabled');
  if (identity.expiresAtSeconds !== -1 && identity.expiresAtSeconds <= nowSeconds) {
    throw new GatewayError('token.expired');
  }
  assertMayCallFrom(identity.rights, sourceIp);
}
