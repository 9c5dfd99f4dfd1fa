import { likeOpenAi } from '../like-openai.ts';

/**
 * Ollama. Servers of one's own need no key, `https://ollama.com` does.
 * Source: Ollama documents, "OpenAI compatibility" and "Anthropic compatibility"; its server's code, which takes pictures
 * as `data:` addresses only, checked 2026-11.
 */
export const ollamaProvider = likeOpenAi({
  typeId: 39,
  name: 'ollama',
  label: 'Ollama',
  baseUrl: '',
  key: { example: 'ollama', site: 'https://ollama.com/settings/keys', isOptional: true },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'embeddings', 'responses'],
  readsNoAddresses: true,
  knowsNoDeveloper: true,
  messagesPath: '/v1/messages',
});
