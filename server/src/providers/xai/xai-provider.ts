import { likeOpenAi } from '../like-openai.ts';

/**
 * xAI.
 * Source: xAI REST API reference.
 */
export const xAiProvider = likeOpenAi({
  typeId: 56,
  name: 'xai',
  label: 'xAI',
  baseUrl: 'https://api.x.ai',
  key: { example: 'xai-…', site: 'https://console.x.ai/team/default/api-keys' },
  models: ['grok-4.7', 'grok-4.6', 'grok-4.3', 'grok-code-fast-1-0825'],
  testModel: 'grok-4.3',
  offers: ['chat', 'responses', 'embeddings'],
});
