import { likeOpenAi } from '../like-openai.ts';

/**
 * Hugging Face.
 * Source: Hugging Face documents, "Inference Providers".
 */
export const huggingFaceProvider = likeOpenAi({
  typeId: 1007,
  name: 'hugging-face',
  label: 'Hugging Face',
  baseUrl: 'https://router.huggingface.co',
  key: { example: 'hf_…', site: 'https://huggingface.co/settings/tokens' },
  models: [],
  testModel: '',
  offers: ['chat', 'responses'],
});
