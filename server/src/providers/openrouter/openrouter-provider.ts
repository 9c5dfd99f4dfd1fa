import { likeOpenAi } from '../like-openai.ts';
import { membersOf } from '../openai-forms.ts';

/**
 * OpenRouter.
 * Source: OpenRouter API reference; "Submit a rerank request"; "New Audio APIs for Speech and Transcription"; forms of
 * transcription by https://assemblyai.com/docs/sync-stt/openrouter, checked 2026-11.
 */
export const openRouterProvider = likeOpenAi({
  typeId: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api',
  key: { example: 'sk-or-v1-…', site: 'https://openrouter.ai/settings/keys' },
  models: [],
  testModel: '',
  offers: ['chat', 'completions', 'responses', 'embeddings', 'rerank', 'speech', 'transcriptions'],
  messagesPath: '/v1/messages',
  balance: {
    path: '/v1/credits',
    currency: 'USD',
    read(body) {
      const { total_credits: bought, total_usage: used } = membersOf(membersOf(body).data);
      return typeof bought === 'number' && typeof used === 'number' ? { amount: bought - used } : null;
    },
  },
});
