import { likeOpenAi } from '../like-openai.ts';

/**
 * Cerebras.
 * Source: Cerebras inference documents, "Chat completions".
 */
export const cerebrasProvider = likeOpenAi({
  typeId: 1006,
  name: 'cerebras',
  label: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai',
  key: { example: 'csk-…', site: 'https://cloud.cerebras.ai' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions'],
});
