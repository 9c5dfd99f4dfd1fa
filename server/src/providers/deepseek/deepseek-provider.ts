import { likeOpenAi } from '../like-openai.ts';

/**
 * DeepSeek.
 * Source: DeepSeek API Docs, "Your First API Call" and "Anthropic API".
 */
export const deepSeekProvider = likeOpenAi({
  typeId: 28,
  name: 'deepseek',
  label: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  key: { example: 'sk-…', site: 'https://platform.deepseek.com/api_keys' },
  models: ['deepseek-v4-flash', 'deepseek-v4-pro', 'deepseek-chat', 'deepseek-reasoner'],
  testModel: 'deepseek-v4-flash',
  offers: ['chat'],
  knowsNoDeveloper: true,
  messagesPath: '/anthropic/v1/messages',
});
