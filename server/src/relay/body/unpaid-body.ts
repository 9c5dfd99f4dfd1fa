import type { IdentifiedCall } from '../call/call-context.ts';
import { loadPayers } from '../call/load-payers.ts';
import { payersOf } from '../call/payers.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Refuses a large body from a caller without points, unless some calls are free. Answers at once if the
 * payers are known.
 * @throws quota.insufficient, quota.token_insufficient or quota.budget_spent
 */
export function assertPaysForBody(
  call: IdentifiedCall,
  { quotaBook, countBook, clock }: Pick<RelayDeps, 'quotaBook' | 'countBook' | 'clock'>,
): Promise<void> | undefined {
  const { payingGroup, snapshot } = call;
  if (payingGroup.ratio === 0n || snapshot.hasFreeModels(payingGroup.symbol)) return undefined;
  const payers = payersOf(call, { model: null, nowSeconds: clock.nowSeconds() });
  const check = (): void => {
    quotaBook.assertUnspent(payers);
    countBook.assertUnspent(payers.counted);
  };
  const loading = loadPayers(payers, { quotaBook, countBook });
  if (loading !== undefined) return loading.then(check);
  check();
  return undefined;
}
