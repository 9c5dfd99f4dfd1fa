import { likeOpenAi } from '../like-openai.ts';

/**
 * 360 (Zhinao).
 * Source: https://ai.360.com/docs, "chat/completions (OpenAI format)" and "Generate images", checked 2026-11; the address
 * as LobeChat's `ai360` provider has it.
 */
export const qihoo360Provider = likeOpenAi({
  typeId: 19,
  name: 'qihoo360',
  label: '360',
  baseUrl: 'https://api.360.cn',
  key: { example: 'fk…', site: 'https://ai.360.com/open' },
  models: [],
  testModel: '',
  offers: ['chat', 'images'],
});
