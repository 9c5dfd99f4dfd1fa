import { likeOpenAi } from '../like-openai.ts';

/**
 * Perplexity.
 * Source: Perplexity API reference, "Chat completions".
 */
export const perplexityProvider = likeOpenAi({
  typeId: 1004,
  name: 'perplexity',
  label: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai',
  version: '',
  key: { example: 'pplx-…', site: 'https://www.perplexity.ai/account/api/keys' },
  models: ['sonar-pro', 'sonar', 'sonar-reasoning-pro', 'sonar-deep-research'],
  testModel: 'sonar',
  offers: ['chat'],
  modelList: null,
});
