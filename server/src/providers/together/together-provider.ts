import { likeOpenAi } from '../like-openai.ts';
import { togetherImageAdapter } from './together-image-adapter.ts';

/**
 * Together AI.
 * Source: Together AI documents, "OpenAI compatibility", checked 2026-11; API reference, "Images", "Audio", "Rerank".
 */
export const togetherProvider = likeOpenAi({
  typeId: 1002,
  name: 'together',
  label: 'Together AI',
  baseUrl: 'https://api.together.ai',
  key: { example: '0123456789abcdef…', site: 'https://api.together.ai/settings/api-keys' },
  models: [],
  testModel: '',
  offers: [
    ...(['chat', 'completions', 'embeddings', 'rerank', 'images'] as const),
    ...(['speech', 'transcriptions', 'translations'] as const),
  ],
  adapters: { images: togetherImageAdapter },
});
