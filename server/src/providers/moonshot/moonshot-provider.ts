import { likeOpenAi } from '../like-openai.ts';
import { membersOf } from '../openai-forms.ts';

/**
 * Moonshot (Kimi). Accounts of the international platform have the address `https://api.moonshot.ai`.
 * Source: Kimi API Platform, "Chat", "Use Kimi in Claude Code", "Check balance", and "Use the Kimi Vision Model" of
 * addresses that are not read;
 * https://github.com/MoonshotAI/kimi-code/pull/1857 of an account without money, checked 2026-11.
 */
export const moonshotProvider = likeOpenAi({
  typeId: 29,
  name: 'moonshot',
  label: 'Moonshot (Kimi)',
  baseUrl: 'https://api.moonshot.cn',
  key: { example: 'sk-…', site: 'https://platform.moonshot.cn/console/api-keys' },
  models: ['kimi-k3.1-pro', 'kimi-k3', 'kimi-k2.6'],
  testModel: 'kimi-k3',
  offers: ['chat'],
  knowsNoDeveloper: true,
  readsNoAddresses: true,
  outOfCredit: 'exceeded_current_quota_error',
  messagesPath: '/anthropic/v1/messages',
  balance: {
    path: '/v1/users/me/balance',
    currency: 'CNY',
    currencyAt: { 'https://api.moonshot.ai': 'USD' },
    read(body) {
      const { available_balance: amount } = membersOf(membersOf(body).data);
      return amount === undefined ? null : { amount: amount as number };
    },
  },
});
