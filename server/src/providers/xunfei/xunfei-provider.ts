import { likeOpenAi } from '../like-openai.ts';

/**
 * iFLYTEK Spark. The key is the `APIPassword` of a model in the console.
 * Source: iFLYTEK open platform, "Spark HTTP API".
 */
export const xunfeiProvider = likeOpenAi({
  typeId: 18,
  name: 'xunfei',
  label: 'iFLYTEK Spark',
  baseUrl: 'https://spark-api-open.xf-yun.com',
  key: {
    example: 'Abcdefghijklmnopqrst:Abcdefghijklmnopqrst',
    site: 'https://console.xfyun.cn/services/bm4',
  },
  models: [],
  testModel: '',
  offers: ['chat'],
  modelList: null,
});
