import { likeOpenAi } from '../like-openai.ts';

/**
 * NVIDIA NIM.
 * Source: NVIDIA NIM API reference.
 */
export const nvidiaProvider = likeOpenAi({
  typeId: 1005,
  name: 'nvidia',
  label: 'NVIDIA NIM',
  baseUrl: 'https://integrate.api.nvidia.com',
  key: { example: 'nvapi-…', site: 'https://build.nvidia.com/settings/api-keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings'],
});
