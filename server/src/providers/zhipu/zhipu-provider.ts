import { likeOpenAi } from '../like-openai.ts';
import { zhipuPlugin } from './zhipu-plugin.ts';

/**
 * Zhipu (GLM). The key itself is taken as a bearer. Accounts of Z.ai have the address `https://api.z.ai/api/paas/v4`.
 * Source: Zhipu AI open platform, API reference, "Chat completions", "Image generation",
 * "Text reranking", "Text to speech" and "Speech to text"; https://github.com/zai-org/GLM-5/issues/148 of an
 * account without money, checked 2026-11.
 */
export const zhipuProvider = likeOpenAi({
  typeId: 16,
  name: 'zhipu',
  label: 'Zhipu (GLM)',
  baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
  version: '',
  key: {
    example: '0123456789abcdef.Abcdefghijklmnop',
    site: 'https://bigmodel.cn/usercenter/proj-mgmt/apikeys',
  },
  plugin: zhipuPlugin,
  models: ['glm-5.3', 'glm-5.3-flash', 'glm-5.2', 'glm-4.7', 'glm-4.6'],
  testModel: 'glm-5.3-flash',
  offers: ['chat', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions'],
  knowsNoDeveloper: true,
  outOfCredit: '1113',
});
