import { likeOpenAi } from '../like-openai.ts';
import { speechForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { voicePlugin } from '../voice-plugin.ts';
import { miniMaxSpeech, miniMaxVoices } from './minimax-speech.ts';

const likeOthers = likeOpenAi({
  typeId: 27,
  name: 'minimax',
  label: 'MiniMax',
  baseUrl: 'https://api.minimaxi.com',
  key: { example: 'eyJ…', site: 'https://platform.minimaxi.com/user-center/basic-information/interface-key' },
  models: ['MiniMax-M3', 'MiniMax-M2.5', 'MiniMax-M2.1', 'speech-2.6-hd', 'speech-2.6-turbo'],
  testModel: 'MiniMax-M2.5',
  offers: ['chat'],
  messagesPath: '/anthropic/v1/messages',
});

/**
 * MiniMax. Accounts of the international platform have the address `https://api.minimax.io`.
 * Source: MiniMax API documents, "OpenAI API", "Anthropic API compatibility" and "Video generation", checked 2026-11.
 */
export const miniMaxProvider: Provider = {
  ...likeOthers,
  plugin: voicePlugin(miniMaxVoices, miniMaxSpeech),
  forms: [...likeOthers.forms, { ...speechForm, path: '/v1/t2a_v2', adapter: miniMaxSpeech(miniMaxVoices) }],
  tasks: { dialects: ['videos'], load: async () => (await import('./minimax-tasks.ts')).miniMaxTasks },
};
