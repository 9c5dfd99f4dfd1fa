import { likeOpenAi } from '../like-openai.ts';

/**
 * Volcengine Ark (Doubao).
 * Source: Volcengine Ark, API reference, "Chat API" and "Image generation API".
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
});
