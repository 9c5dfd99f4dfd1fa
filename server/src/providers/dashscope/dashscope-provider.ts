import { withMember } from '../added-members.ts';
import { likeOpenAi, messagesForm } from '../like-openai.ts';
import { bearer, imagesForm, rerankForm } from '../openai-forms.ts';
import type { Provider, ProviderPlugin } from '../provider.ts';
import { dashScopePictures } from './dashscope-pictures.ts';
import { dashScopeRerank } from './dashscope-rerank.ts';

/** Later versions are asked in another shape. */
const WAN_PICTURES = /^wanx-v1$|^wanx?2\.[0-5]-t2i/;
const OUT_OF_CREDIT = 'Arrearage';

/** Every chat that does not say otherwise is looked up in the web. Source: Alibaba Cloud Model Studio, "Web search". */
const webSearch: ProviderPlugin = {
  parameters: [{ plugin: 'web_search', name: 'enable', kind: 'switch', example: '' }],
  apply: (form, { web_search }) =>
    web_search?.enable === true && form.dialect.name === 'openai-chat'
      ? { ...form, finalEdits: withMember('enable_search', true) }
      : form,
};

const likeOthers = likeOpenAi({
  typeId: 17,
  name: 'dashscope',
  label: 'Alibaba Cloud (Qwen)',
  baseUrl: 'https://dashscope.aliyuncs.com',
  version: '/compatible-mode/v1',
  key: { example: 'sk-…', site: 'https://bailian.console.aliyun.com/?tab=model#/api-key' },
  plugin: webSearch,
  models: ['qwen3.8-max', 'qwen3.8-flash', 'qwen-plus', 'qwen-flash', 'qwen-max'],
  testModel: 'qwen-flash',
  offers: ['chat', 'embeddings'],
  knowsNoDeveloper: true,
  outOfCredit: OUT_OF_CREDIT,
});

/**
 * Alibaba Cloud (Qwen). Other regions and workspaces have addresses of their own, such as
 * `https://dashscope-intl.aliyuncs.com`. Anthropic's dialect is for models of Qwen.
 * Source: Alibaba Cloud Model Studio, "OpenAI-compatible - Chat", "Anthropic-compatible Messages", "Wan
 * text-to-image API" and "Text rerank", checked
 * 2026-11.
 */
export const dashScopeProvider: Provider = {
  ...likeOthers,
  forms: [
    ...likeOthers.forms,
    { ...rerankForm, path: '/compatible-api/v1/reranks', only: /^qwen3-rerank/ },
    {
      ...{ ...rerankForm, only: /^gte-rerank/, adapter: dashScopeRerank },
      path: '/api/v1/services/rerank/text-rerank/text-rerank',
    },
    {
      ...imagesForm,
      path: '/api/v1/services/aigc/text2image/image-synthesis',
      only: WAN_PICTURES,
      adapter: dashScopePictures,
      headers: (channel) => ({ ...bearer(channel), 'x-dashscope-async': 'enable' }),
    },
    { ...messagesForm('/apps/anthropic/v1/messages', OUT_OF_CREDIT), only: /^qwen/ },
  ],
};
