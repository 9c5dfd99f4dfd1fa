import { likeOpenAi } from '../like-openai.ts';

/**
 * Together AI.
 * Source: Together AI API reference.
 */
export const togetherProvider = likeOpenAi({
  typeId: 1002,
  name: 'together',
  label: 'Together AI',
  baseUrl: 'https://api.together.xyz',
  key: { example: '0123456789abcdef…', site: 'https://api.together.ai/settings/api-keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings'],
});
