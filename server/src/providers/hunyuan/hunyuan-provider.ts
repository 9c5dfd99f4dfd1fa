import { likeOpenAi } from '../like-openai.ts';

/**
 * Tencent Hunyuan. The key is an API key of the Hunyuan console; pairs of `SecretId` and `SecretKey` are for the older interface.
 * Source: Tencent Cloud, Hunyuan, "OpenAI compatible interface".
 */
export const hunyuanProvider = likeOpenAi({
  typeId: 40,
  name: 'hunyuan',
  label: 'Tencent Hunyuan',
  baseUrl: 'https://api.hunyuan.cloud.tencent.com',
  key: { example: 'sk-…', site: 'https://console.cloud.tencent.com/hunyuan/api-key' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings'],
});
