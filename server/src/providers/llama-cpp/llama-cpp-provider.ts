import { likeOpenAi } from '../like-openai.ts';

/**
 * llama.cpp.
 * Source: llama.cpp, `tools/server/README.md`, checked 2026-11.
 */
export const llamaCppProvider = likeOpenAi({
  typeId: 1010,
  name: 'llama-cpp',
  label: 'llama.cpp',
  baseUrl: '',
  key: { example: 'sk-no-key-required', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'responses', 'rerank'],
  messagesPath: '/v1/messages',
});
