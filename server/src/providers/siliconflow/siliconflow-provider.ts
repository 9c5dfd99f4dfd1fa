import { likeOpenAi } from '../like-openai.ts';

/**
 * SiliconFlow. Accounts of the international platform have the address `https://api.siliconflow.com`.
 * Source: SiliconFlow API reference, chat completions of both kinds, checked 2026-11.
 */
export const siliconFlowProvider = likeOpenAi({
  typeId: 45,
  name: 'siliconflow',
  label: 'SiliconFlow',
  baseUrl: 'https://api.siliconflow.cn',
  key: { example: 'sk-…', site: 'https://cloud.siliconflow.cn/account/ak' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings'],
  outOfCredit: '30011',
  messagesPath: '/v1/messages',
});
