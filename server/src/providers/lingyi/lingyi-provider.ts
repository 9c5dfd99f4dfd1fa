import { likeOpenAi } from '../like-openai.ts';

/**
 * 01.AI.
 * Source: 01.AI open platform, API documents.
 */
export const lingyiProvider = likeOpenAi({
  typeId: 33,
  name: 'lingyi',
  label: '01.AI',
  baseUrl: 'https://api.lingyiwanwu.com',
  key: { example: '0123456789abcdef0123456789abcdef', site: 'https://platform.lingyiwanwu.com/apikeys' },
  models: [],
  testModel: '',
  offers: ['chat'],
});
