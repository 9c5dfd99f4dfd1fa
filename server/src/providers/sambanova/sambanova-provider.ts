import { likeOpenAi } from '../like-openai.ts';

/**
 * SambaNova Cloud.
 * Source: https://docs.sambanova.ai/docs/en/features/openai-compatibility, and "Inference API" of its API reference,
 * checked 2026-11.
 */
export const sambanovaProvider = likeOpenAi({
  typeId: 1014,
  name: 'sambanova',
  label: 'SambaNova',
  baseUrl: 'https://api.sambanova.ai',
  key: { example: '8c7e4fd1-…', site: 'https://cloud.sambanova.ai/apis' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'transcriptions', 'translations'],
});
