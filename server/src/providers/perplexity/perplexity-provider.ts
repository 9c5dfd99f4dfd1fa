import { likeOpenAi } from '../like-openai.ts';

/**
 * Perplexity. Its chat completions ended on 2026-09-27; models are called as `perplexity/sonar`, or by the names of others.
 * Source: Perplexity API documents, "Migrate from Sonar to the Agent API", checked 2026-11.
 */
export const perplexityProvider = likeOpenAi({
  typeId: 1004,
  name: 'perplexity',
  label: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai',
  key: { example: 'pplx-…', site: 'https://www.perplexity.ai/account/api/keys' },
  models: [],
  testModel: '',
  offers: ['responses'],
  modelList: null,
});
