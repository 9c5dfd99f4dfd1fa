import { likeOpenAi } from '../like-openai.ts';

/**
 * Volcengine Ark (Doubao), with videos of Seedance. BytePlus accounts have the address
 * `https://ark.ap-southeast.bytepluses.com/api/v3`.
 * Source: Volcengine Ark, API reference, "Chat API", "Image generation API" and "Video generation API".
 */
export const volcengineProvider = likeOpenAi({
  typeId: 1001,
  name: 'volcengine',
  label: 'Volcengine Ark (Doubao)',
  baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
  version: '',
  key: {
    example: '01234567-89ab-cdef-0123-456789abcdef',
    site: 'https://console.volcengine.com/ark/region:ark+cn-beijing/apiKey',
  },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings', 'responses', 'images'],
  tasks: { dialects: ['videos'], load: async () => (await import('./volcengine-tasks.ts')).volcengineTasks },
});
