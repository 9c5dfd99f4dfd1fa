import { likeOpenAi } from '../like-openai.ts';

/**
 * LM Studio. It refuses pictures at addresses: "'url' field must be a base64 encoded image".
 * Source: LM Studio documents, "OpenAI compatible endpoints" and "Anthropic compatible endpoints", checked
 * 2026-11.
 */
export const lmStudioProvider = likeOpenAi({
  typeId: 1009,
  name: 'lm-studio',
  label: 'LM Studio',
  baseUrl: '',
  key: { example: 'lm-studio', site: '', isOptional: true },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'responses'],
  readsNoAddresses: true,
  messagesPath: '/v1/messages',
});
