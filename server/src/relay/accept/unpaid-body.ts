import type { Payers } from '../../billing/quota-book.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * Refuses a larger body of somebody who has nothing left to pay for a call, unless some call costs nothing.
 * At once where the payers are known.
 * @throws quota.insufficient or quota.token_insufficient
 */
export function assertPaysForBody(
  { identity, group, snapshot }: IdentifiedCall,
  { quotaBook }: Pick<RelayNeeds, 'quotaBook'>,
): Promise<void> | undefined {
  if (group.ratio === 0n || snapshot.hasFreeModels(group.symbol)) return undefined;
  const { userId, tokenId, isLimited } = identity;
  const payers: Payers = { userId, limitedTokenId: isLimited ? tokenId : null };
  const check = (): void => {
    if (quotaBook.available(payers) > 0) return;
    const isUserEmpty = quotaBook.available({ userId, limitedTokenId: null }) === 0;
    throw new GatewayError(isUserEmpty ? 'quota.insufficient' : 'quota.token_insufficient');
  };
  const loading = quotaBook.load(payers);
  if (loading === undefined) {
    check();
    return undefined;
  }
  const unavailable = (cause: unknown): never => {
    throw new GatewayError('gateway.unavailable', {}, { cause });
  };
  return loading.then(check, unavailable);
}
