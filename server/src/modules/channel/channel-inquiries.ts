import type { BalanceCurrency } from '@turnpike/contract';
import type { CallableChannelRow } from '../routing/routing-rows.ts';

export interface ChannelBalance {
  /** In whole units of the currency, to six decimals; below zero where the account owes. */
  amount: number;
  currency: BalanceCurrency;
}

/** Free inquiries to a channel's upstream, in addition to calls of models. */
export interface ChannelInquiries {
  /**
   * Names of the models that the upstream lists, each once and such as a channel may name.
   * @throws channel.no_model_list, or an error of the catalogue that says why it failed
   */
  listModels(channel: CallableChannelRow, signal: AbortSignal): Promise<string[]>;
  /** @throws channel.no_balance, or an error of the catalogue that says why it failed */
  readBalance(channel: CallableChannelRow, signal: AbortSignal): Promise<ChannelBalance>;
}
