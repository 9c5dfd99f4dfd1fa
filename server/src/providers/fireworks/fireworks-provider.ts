import { likeOpenAi } from '../like-openai.ts';
import { answersWithData } from '../listed-ranking.ts';

/**
 * Fireworks AI.
 * Source: Fireworks AI documents, "Anthropic compatibility", checked 2026-11; API reference.
 */
export const fireworksProvider = likeOpenAi({
  typeId: 1003,
  name: 'fireworks',
  label: 'Fireworks AI',
  baseUrl: 'https://api.fireworks.ai/inference',
  key: { example: 'fw_…', site: 'https://app.fireworks.ai/settings/users/api-keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'responses', 'rerank'],
  adapters: { rerank: answersWithData },
  messagesPath: '/v1/messages',
});
