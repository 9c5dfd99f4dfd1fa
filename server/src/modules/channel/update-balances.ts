import type { BalancesResult, ChannelView } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { providers } from '../../providers/provider-registry.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { openSavedChannel, toCallableRow } from './called-channel.ts';
import { inParallel } from './in-parallel.ts';
import { keepBalance, listChannelIds } from './upstream-repository.ts';

type Balance = Pick<ChannelView, 'balance' | 'balance_currency' | 'balance_updated_time'>;

/** Channels whose upstreams are asked at the same time. */
const MAX_PARALLEL = 8;
const typesWithBalance = providers.filter(({ balance }) => balance).map(({ typeId }) => typeId);

/**
 * Asks a channel's upstream for its balance and keeps it.
 * @throws channel.not_found; channel.no_balance; an upstream error
 */
export async function updateBalance(needs: ModuleNeeds, id: number, signal: AbortSignal): Promise<Balance> {
  const { channel, key_sealed } = await openSavedChannel(needs, id);
  const { amount, currency } = await needs.inquiries.readBalance(toCallableRow(channel), signal);
  const balance: Balance = {
    balance: amount,
    balance_currency: currency,
    balance_updated_time: needs.clock.nowSeconds(),
  };
  const { type, base_url } = channel;
  await keepBalance(needs.db, { id, type, base_url, key_sealed }, balance);
  return balance;
}

/** Asks for the balances of enabled channels, a few at a time; one that fails keeps no other back. */
export async function updateBalances(
  needs: ModuleNeeds,
  { after = 0, limit = 0 }: { after?: number | undefined; limit?: number | undefined },
  signal: AbortSignal,
): Promise<BalancesResult> {
  const all = await listChannelIds(needs.db, { types: typesWithBalance });
  const left = all.filter(({ id }) => id > after);
  const asked = limit === 0 ? left : left.slice(0, limit);
  const result: BalancesResult = { done: [], failed: [], total: all.length, next: 0 };
  await inParallel(asked, MAX_PARALLEL, async ({ id, name }) => {
    if (signal.aborted) return;
    try {
      result.done.push({ id, name, ...(await updateBalance(needs, id, signal)) });
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : 'gateway.internal';
      result.failed.push({ id, name, code });
      if (!(error instanceof GatewayError)) {
        needs.log.warn({ channel: id, error: String(error) }, 'a balance could not be updated');
      }
    }
  });
  for (const list of [result.done, result.failed]) list.sort((a, b) => a.id - b.id);
  if (asked.length < left.length) result.next = asked.at(-1)?.id ?? 0;
  return result;
}
