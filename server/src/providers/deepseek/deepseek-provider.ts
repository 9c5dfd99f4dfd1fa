import { likeOpenAi } from '../like-openai.ts';
import { membersOf } from '../openai-forms.ts';

/**
 * DeepSeek.
 * Source: DeepSeek API Docs, "Your First API Call", "Anthropic API" and "Using the Responses API", checked 2026-11;
 * "Get User Balance".
 */
export const deepSeekProvider = likeOpenAi({
  typeId: 28,
  name: 'deepseek',
  label: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  version: '',
  key: { example: 'sk-…', site: 'https://platform.deepseek.com/api_keys' },
  models: ['deepseek-flash', 'deepseek-v4-pro'],
  testModel: 'deepseek-flash',
  offers: ['chat', 'responses'],
  knowsNoDeveloper: true,
  // Source: DeepSeek API Docs, "Create Chat Completion", `response_format`: `text` or `json_object`.
  takesNoSchemas: true,
  messagesPath: '/anthropic/v1/messages',
  balance: { path: '/user/balance', currency: 'CNY', read: readBalance },
});

/** An account may have a purse of each currency: the first one with money in it counts. */
function readBalance(body: unknown) {
  const { balance_infos: purses } = membersOf(body);
  if (!Array.isArray(purses)) return null;
  const known = purses.map(membersOf).filter(({ total_balance }) => total_balance !== undefined);
  const purse = known.find(({ total_balance }) => Number(total_balance) !== 0) ?? known[0];
  if (purse === undefined) return null;
  return { amount: purse.total_balance as string, currency: String(purse.currency) };
}
