import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { likeOpenAi } from '../like-openai.ts';
import type { Provider } from '../provider.ts';
import { withoutThinking } from '../without-thinking.ts';

const likeOthers = likeOpenAi({
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

/**
 * Groq. Thinking of earlier turns is refused.
 * Source: Groq API reference; "Model Deprecation", checked 2026-11.
 */
export const groqProvider: Provider = {
  ...likeOthers,
  forms: likeOthers.forms.map((form) =>
    form.dialect === openAiChat ? { ...form, finalEdits: withoutThinking } : form,
  ),
};
