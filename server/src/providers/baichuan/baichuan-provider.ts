import { likeOpenAi } from '../like-openai.ts';

/**
 * Baichuan.
 * Source: Baichuan open platform, API documents.
 */
export const baichuanProvider = likeOpenAi({
  typeId: 26,
  name: 'baichuan',
  label: 'Baichuan',
  baseUrl: 'https://api.baichuan-ai.com',
  key: { example: 'sk-…', site: 'https://platform.baichuan-ai.com/console/apikey' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings'],
  modelList: null,
});
