import { likeOpenAi } from '../like-openai.ts';

/**
 * LM Studio.
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
  messagesPath: '/v1/messages',
});
