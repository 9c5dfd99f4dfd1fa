import { withListed } from '../added-members.ts';
import type { ProviderPlugin } from '../provider.ts';

/**
 * A base of knowledge in which every chat is looked up, or else the web.
 * Source: Zhipu AI open platform, API reference, "Chat completions", `tools`; checked 2026-11.
 */
export const zhipuPlugin: ProviderPlugin = {
  parameters: [
    { plugin: 'retrieval', name: 'knowledge_id', kind: 'text', example: '1798330146986561536' },
    {
      plugin: 'retrieval',
      name: 'prompt_template',
      kind: 'long_text',
      example: '{{knowledge}} {{question}}',
    },
    { plugin: 'web_search', name: 'enable', kind: 'switch', example: '' },
  ],
  apply(form, { retrieval, web_search }) {
    if (form.dialect.name !== 'openai-chat') return form;
    if (retrieval?.knowledge_id) {
      const { knowledge_id, prompt_template } = retrieval;
      const own = { knowledge_id, ...(prompt_template && { prompt_template }) };
      return { ...form, finalEdits: withListed('tools', { type: 'retrieval', retrieval: own }) };
    }
    if (web_search?.enable !== true) return form;
    const tool = { type: 'web_search', web_search: { enable: true } };
    return { ...form, finalEdits: withListed('tools', tool) };
  },
};
