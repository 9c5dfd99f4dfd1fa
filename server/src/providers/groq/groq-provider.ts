import { likeOpenAi } from '../like-openai.ts';

/**
 * Groq.
 * Source: Groq API reference.
 */
export const groqProvider = likeOpenAi({
  typeId: 31,
  name: 'groq',
  label: 'Groq',
  baseUrl: 'https://api.groq.com/openai',
  key: { example: 'gsk_…', site: 'https://console.groq.com/keys' },
  models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'llama-3.3-70b-versatile', 'llama-3.1-8b-instant'],
  testModel: 'llama-3.1-8b-instant',
  offers: ['chat', 'responses'],
});
