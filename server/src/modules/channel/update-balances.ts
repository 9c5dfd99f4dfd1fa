import type { BalancesResult, ChannelView } from '@turnpike/contract';
import { providers } from '../../providers/provider-registry.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notify } from '../notification/notify.ts';
import { askInParts } from './ask-in-parts.ts';
import { disableAfterFailure } from './automatic-state.ts';
import { openSavedChannel, toCallableRow } from './called-channel.ts';
import { findBalance, keepBalance, listChannelIds } from './upstream-repository.ts';

type Balance = Pick<ChannelView, 'balance' | 'balance_currency' | 'balance_updated_time'>;

/** Channels whose upstreams are asked at the same time. */
const MAX_PARALLEL = 8;
const typesWithBalance = providers.filter(({ balance }) => balance).map(({ typeId }) => typeId);

/**
 * Asks a channel's upstream for its balance and keeps it.
 * @throws channel.not_found; channel.no_balance; an upstream error
 */
export async function updateBalance(deps: ModuleDeps, id: number, signal: AbortSignal): Promise<Balance> {
  const { channel, key } = await openSavedChannel(deps, { id });
  const { amount, currency } = await deps.inquiries.readBalance(toCallableRow(channel), signal);
  const balance: Balance = {
    balance: amount,
    balance_currency: currency,
    balance_updated_time: deps.clock.nowSeconds(),
  };
  const { type, base_url } = channel;
  const before = await findBalance(deps.db, id);
  await keepBalance(deps.db, { id, type, base_url, key }, balance);
  await reportLowCredit(deps, channel, { before, balance });
  await disableIfEmpty(deps, { id, amount });
  return balance;
}

/** Reports the fall below the threshold, not every balance below it. */
async function reportLowCredit(
  { db, clock, options, jobRunner }: ModuleDeps,
  { id, name }: { id: number; name: string },
  { before, balance }: { before: Balance; balance: Balance },
): Promise<void> {
  const threshold = options.number('ChannelBalanceRemindThreshold');
  const wasLow = before.balance_updated_time > 0 && before.balance < threshold;
  if (threshold === 0 || balance.balance >= threshold || wasLow) return;
  const facts = {
    ...{ channel_id: id, channel: name, threshold },
    ...{ balance: balance.balance, currency: balance.balance_currency },
  };
  // Two questions at once follow the same balance.
  const event = { kind: 'vendor_low_credit', userId: 0, subject: id, facts } as const;
  await notify({ db, clock }, { ...event, period: before.balance_updated_time });
  jobRunner.runSoon('notifications');
}

/** An account without money answers nothing. A balance that cannot be read says nothing about that. */
async function disableIfEmpty(
  { db, clock, changes, options, jobRunner }: ModuleDeps,
  { id, amount }: { id: number; amount: number },
): Promise<void> {
  if (amount > 0 || !options.flag('AutomaticDisableChannelEnabled')) return;
  await disableAfterFailure(
    { db, clock, jobRunner, routingChanged: () => changes.routingChanged() },
    { channelId: id, keyId: 0, code: 'upstream.out_of_credit' },
  );
}

/** Asks for the balances of enabled channels, a few at a time; one that fails keeps no other back. */
export async function updateBalances(
  deps: ModuleDeps,
  part: { after?: number | undefined; limit?: number | undefined },
  signal: AbortSignal,
): Promise<BalancesResult> {
  const all = await listChannelIds(deps.db, { types: typesWithBalance });
  const ask = (id: number) => updateBalance(deps, id, signal);
  return askInParts(deps, { all, ...part, parallel: MAX_PARALLEL, ask, signal });
}
