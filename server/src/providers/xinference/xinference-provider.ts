import { likeOpenAi } from '../like-openai.ts';

/**
 * Xinference.
 * Source: Xinference documents, "REST API"; https://github.com/xorbitsai/inference, `xinference/api`.
 */
export const xinferenceProvider = likeOpenAi({
  typeId: 1011,
  name: 'xinference',
  label: 'Xinference',
  baseUrl: '',
  key: { example: 'sk-…', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: [
    ...(['chat', 'completions', 'embeddings', 'rerank', 'images', 'image-variations'] as const),
    ...(['speech', 'transcriptions', 'translations'] as const),
  ],
});
