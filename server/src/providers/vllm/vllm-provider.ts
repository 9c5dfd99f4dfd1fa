import { likeOpenAi } from '../like-openai.ts';

/**
 * vLLM.
 * Source: vLLM documents, "Online Serving", checked 2026-11.
 */
export const vllmProvider = likeOpenAi({
  typeId: 1008,
  name: 'vllm',
  label: 'vLLM',
  baseUrl: '',
  key: { example: 'token-abc123', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: [
    ...(['chat', 'completions', 'embeddings', 'responses', 'rerank'] as const),
    ...(['transcriptions', 'translations'] as const),
  ],
  messagesPath: '/v1/messages',
});
