import { likeOpenAi } from '../like-openai.ts';

/**
 * OpenRouter.
 * Source: OpenRouter API reference.
 */
export const openRouterProvider = likeOpenAi({
  typeId: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api',
  key: { example: 'sk-or-v1-…', site: 'https://openrouter.ai/settings/keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'responses', 'embeddings'],
  messagesPath: '/v1/messages',
});
