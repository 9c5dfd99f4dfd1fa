import { GatewayError } from '../../platform/gateway-error.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { payersOf } from '../call/payers.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Refuses a large body from a caller without points, unless some calls are free. Answers at once if the
 * payers are known.
 * @throws quota.insufficient, quota.token_insufficient or quota.budget_spent
 */
export function assertPaysForBody(
  call: IdentifiedCall,
  { quotaBook, clock }: Pick<RelayDeps, 'quotaBook' | 'clock'>,
): Promise<void> | undefined {
  const { payingGroup, snapshot } = call;
  if (payingGroup.ratio === 0n || snapshot.hasFreeModels(payingGroup.symbol)) return undefined;
  const payers = payersOf(call, { model: null, nowSeconds: clock.nowSeconds() });
  const check = (): void => quotaBook.assertUnspent(payers);
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
