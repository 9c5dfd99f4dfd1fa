import { likeOpenAi } from '../like-openai.ts';

/**
 * GitHub Models.
 * Source: GitHub Docs, "REST API endpoints for models inference".
 */
export const gitHubModelsProvider = likeOpenAi({
  typeId: 49,
  name: 'github-models',
  label: 'GitHub Models',
  baseUrl: 'https://models.github.ai/inference',
  version: '',
  key: { example: 'github_pat_…', site: 'https://github.com/settings/personal-access-tokens' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings'],
  modelList: null,
});
