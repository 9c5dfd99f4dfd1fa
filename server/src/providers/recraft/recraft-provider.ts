import { likeOpenAi } from '../like-openai.ts';

/**
 * Recraft. Its pictures from pictures have no place at the addresses of OpenAI: they ask for a strength.
 * Source: Recraft API reference, "Endpoints", "Generate image".
 */
export const recraftProvider = likeOpenAi({
  typeId: 51,
  name: 'recraft',
  label: 'Recraft',
  baseUrl: 'https://external.api.recraft.ai',
  key: { example: 'Abcdefghijklmnopqrstuvwxyz0123456789', site: 'https://www.recraft.ai/profile/api' },
  models: ['recraftv3', 'recraftv2'],
  testModel: 'recraftv2',
  offers: ['images'],
});
