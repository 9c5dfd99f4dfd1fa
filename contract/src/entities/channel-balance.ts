import { z } from 'zod';
import { epochSeconds } from '../call.ts';

/** Currencies in which vendors report balances. */
export const balanceCurrencies = ['USD', 'CNY'] as const;
export type BalanceCurrency = (typeof balanceCurrencies)[number];

/** Members of a channel that say what the account at the provider has. */
export const channelBalance = {
  balance: z
    .number()
    .describe(
      'Balance of the account at the provider, in whole units of its currency; 0 if it was never read',
    ),
  balance_currency: z.enum(['', ...balanceCurrencies]).describe('Empty if the balance was never read'),
  balance_updated_time: epochSeconds().describe('0 where nobody asked'),
};
