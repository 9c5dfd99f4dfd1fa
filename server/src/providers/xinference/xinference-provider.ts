import { likeOpenAi } from '../like-openai.ts';

/**
 * Xinference.
 * Source: Xinference documents, "REST API".
 */
export const xinferenceProvider = likeOpenAi({
  typeId: 1011,
  name: 'xinference',
  label: 'Xinference',
  baseUrl: '',
  key: { example: 'sk-…', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings'],
});
