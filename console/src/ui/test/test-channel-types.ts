import type { ChannelTypeView } from '@turnpike/contract';

const plain: ChannelTypeView = {
  ...{ id: 1, name: 'openai', label: 'OpenAI', base_url: 'https://api.openai.com', base_url_required: false },
  ...{ key: 'required', key_parts: [], key_example: 'sk-proj-…', key_site: 'https://platform.openai.com' },
  ...{ other: '', other_example: '', plugin: [], models: [], test_model: '', dialects: [] },
  ...{ has_model_list: true, has_balance: false, is_demo: false },
};

/** Providers as the server lists them, for tests of what asks for them. */
export const channelTypeExamples: readonly ChannelTypeView[] = [
  {
    ...plain,
    models: [
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-4.1',
      'gpt-4.1-mini',
      'text-embedding-3-small',
      'text-embedding-3-large',
    ],
    test_model: 'gpt-4o-mini',
  },
  {
    ...{ ...plain, id: 8, name: 'custom', label: 'OpenAI compatible', base_url: '', base_url_required: true },
    dialects: ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'openai-completions'],
  },
  {
    ...{ ...plain, id: 1000, name: 'demo', label: 'Demo', base_url: '', key: 'none', key_site: '' },
    ...{ models: ['demo-chat', 'demo-embedding'], test_model: 'demo-chat', is_demo: true },
    has_model_list: false,
  },
  {
    ...{ ...plain, id: 35, name: 'cloudflare', label: 'Cloudflare Workers AI' },
    ...{ key_parts: ['account_id', 'token'], key_example: '0123456789abcdef|Abcdefgh' },
  },
  {
    ...{
      ...plain,
      id: 3,
      name: 'azure-openai',
      label: 'Azure OpenAI',
      base_url: '',
      base_url_required: true,
    },
    ...{ other: 'api_version', other_example: '2024-10-21', has_model_list: false },
  },
  {
    ...{ ...plain, id: 28, name: 'deepseek', label: 'DeepSeek', base_url: 'https://api.deepseek.com' },
    ...{ models: ['deepseek-chat'], test_model: 'deepseek-chat', has_balance: true },
  },
  {
    ...{ ...plain, id: 16, name: 'zhipu', label: 'Zhipu (GLM)' },
    plugin: [
      { plugin: 'retrieval', name: 'knowledge_id', kind: 'text', example: '1798330146986561536' },
      { plugin: 'web_search', name: 'enable', kind: 'switch', example: '' },
    ],
  },
];
