import { likeOpenAi } from '../like-openai.ts';

/**
 * Baidu Qianfan. Keys of the older interface, `APIKey|SecretKey`, are not taken by this one.
 * Source: Baidu AI Cloud Qianfan, "Quick start" (V2), checked 2026-11; "Rerank", "Text to image".
 */
export const baiduProvider = likeOpenAi({
  typeId: 15,
  name: 'baidu',
  label: 'Baidu Qianfan',
  baseUrl: 'https://qianfan.baidubce.com',
  version: '/v2',
  key: { example: 'bce-v3/ALTAK-…/…', site: 'https://console.bce.baidu.com/iam/#/iam/apikey/list' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings', 'rerank', 'images'],
});
