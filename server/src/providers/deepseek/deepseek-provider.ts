import { likeOpenAi } from '../like-openai.ts';

/**
 * DeepSeek.
 * Source: DeepSeek API Docs, "Your First API Call", "Anthropic API" and "Using the Responses API", checked 2026-11.
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
  messagesPath: '/anthropic/v1/messages',
});
