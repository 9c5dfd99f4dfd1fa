import { likeOpenAi } from '../like-openai.ts';

/**
 * OpenRouter.
 * Source: OpenRouter API reference; "Submit a rerank request", checked 2026-11.
 */
export const openRouterProvider = likeOpenAi({
  typeId: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api',
  key: { example: 'sk-or-v1-…', site: 'https://openrouter.ai/settings/keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'responses', 'embeddings', 'rerank'],
  messagesPath: '/v1/messages',
});
