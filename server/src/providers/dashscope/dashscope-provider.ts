import { likeOpenAi } from '../like-openai.ts';

/**
 * Alibaba Cloud (Qwen). Other regions have addresses of their own, such as `https://dashscope-intl.aliyuncs.com/compatible-mode`.
 * Source: Alibaba Cloud Model Studio, "OpenAI compatible".
 */
export const dashScopeProvider = likeOpenAi({
  typeId: 17,
  name: 'dashscope',
  label: 'Alibaba Cloud (Qwen)',
  baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode',
  key: { example: 'sk-…', site: 'https://bailian.console.aliyun.com/?tab=model#/api-key' },
  models: ['qwen3.8-max', 'qwen3.8-flash', 'qwen-plus', 'qwen-flash', 'qwen-max'],
  testModel: 'qwen-flash',
  offers: ['chat', 'embeddings'],
  knowsNoDeveloper: true,
});
