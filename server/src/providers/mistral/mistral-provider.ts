import { likeOpenAi } from '../like-openai.ts';

/**
 * Mistral.
 * Source: Mistral API reference, "Chat" and "Embeddings".
 */
export const mistralProvider = likeOpenAi({
  typeId: 30,
  name: 'mistral',
  label: 'Mistral',
  baseUrl: 'https://api.mistral.ai',
  key: { example: 'Abcdefghijklmnopqrstuvwxyz012345', site: 'https://console.mistral.ai/api-keys' },
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'codestral-latest',
    'mistral-embed',
  ],
  testModel: 'mistral-small-latest',
  offers: ['chat', 'embeddings'],
});
