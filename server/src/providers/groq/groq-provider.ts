import { likeOpenAi } from '../like-openai.ts';

/**
 * Groq.
 * Source: Groq API reference; "Model Deprecation", checked 2026-11.
 */
export const groqProvider = likeOpenAi({
  typeId: 31,
  name: 'groq',
  label: 'Groq',
  baseUrl: 'https://api.groq.com/openai',
  key: { example: 'gsk_…', site: 'https://console.groq.com/keys' },
  models: [
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'whisper-large-v3-turbo',
    'canopylabs/orpheus-v1-english',
  ],
  testModel: 'openai/gpt-oss-20b',
  offers: ['chat', 'responses', 'speech', 'transcriptions', 'translations'],
});
