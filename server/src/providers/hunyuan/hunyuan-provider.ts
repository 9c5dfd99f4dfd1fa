import { likeOpenAi } from '../like-openai.ts';

/**
 * Tencent Hunyuan, since 2026-09-30 by TokenHub alone; keys of the older platform, also pairs of `SecretId` and
 * `SecretKey`, are not taken there. The international site has the address `https://tokenhub-intl.tencentcloudmaas.com`.
 * Source: Tencent Cloud, "TokenHub migration guide" and "Old models are taken offline", checked 2026-11.
 */
export const hunyuanProvider = likeOpenAi({
  typeId: 40,
  name: 'hunyuan',
  label: 'Tencent TokenHub (Hunyuan)',
  baseUrl: 'https://tokenhub.tencentmaas.com',
  key: { example: 'sk-…', site: 'https://console.cloud.tencent.com/tokenhub' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings'],
});
