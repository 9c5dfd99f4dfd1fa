import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call-context.ts';
import { payersOf } from '../payers.ts';
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
  const payers = payersOf(identity);
  const check = (): void => {
    if (quotaBook.unspent(payers) > 0) return;
    const isUserEmpty = quotaBook.balanceOf(identity.userId) === 0;
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
