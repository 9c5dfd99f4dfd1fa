import { likeOpenAi } from '../like-openai.ts';

/**
 * vLLM.
 * Source: vLLM documents, "OpenAI-compatible server".
 */
export const vllmProvider = likeOpenAi({
  typeId: 1008,
  name: 'vllm',
  label: 'vLLM',
  baseUrl: '',
  key: { example: 'token-abc123', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'responses'],
  messagesPath: '/v1/messages',
});
