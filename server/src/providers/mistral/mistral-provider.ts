import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { likeOpenAi } from '../like-openai.ts';
import { speechForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { asMistralTakesIt } from './mistral-request.ts';
import { mistralSpeech } from './mistral-speech.ts';

const likeOthers = likeOpenAi({
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
    'voxtral-mini-transcribe-3',
    'voxtral-mini-tts-3',
  ],
  testModel: 'mistral-small-latest',
  offers: ['chat', 'embeddings', 'transcriptions'],
  knowsNoDeveloper: true,
});

/**
 * Mistral. It refuses members that it does not know.
 * Source: Mistral API reference, "Chat", "Embeddings" and "Audio transcriptions"; reports of what is refused, checked 2026-11:
 * https://github.com/editor-code-assistant/eca/issues/231, https://github.com/charmbracelet/crush/issues/1590,
 * https://github.com/partITech/php-mistral/issues/76, https://github.com/avante-corp/avante.nvim/issues/2347.
 */
export const mistralProvider: Provider = {
  ...likeOthers,
  forms: [
    ...likeOthers.forms.map((form) =>
      form.dialect === openAiChat ? { ...form, finalEdits: asMistralTakesIt } : form,
    ),
    { ...speechForm, adapter: mistralSpeech },
  ],
};
