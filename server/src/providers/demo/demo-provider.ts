import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiEmbeddings } from '../../dialects/openai-embeddings/openai-embeddings.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LocalAnswer } from '../local-answer.ts';
import type { Provider } from '../provider.ts';
import { demoChatAnswer, demoChatChunks } from './demo-answers.ts';
import { demoEmbeddings } from './demo-embeddings.ts';

/** A request is read, and answered, on the main loop. */
const MAX_BYTES = 2 ** 20;

/**
 * Answers offline, for the first five minutes of a new owner and for load tests. Its texts say that it is a
 * demo, its usage is counted by words.
 */
export const demoProvider: Provider = {
  typeId: 1000,
  name: 'demo',
  label: 'Demo',
  baseUrl: '',
  key: null,
  models: ['demo-chat', 'demo-embedding'],
  testModel: 'demo-chat',
  headers: () => ({}),
  forms: [
    { dialect: openAiChat, path: '/v1/chat/completions' },
    { dialect: openAiEmbeddings, path: '/v1/embeddings' },
  ],
  answerLocally({ dialect, body }) {
    if (body.length > MAX_BYTES) throw new GatewayError('upstream.too_large');
    const request = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    if (dialect === 'openai-embeddings') return LocalAnswer.whole(demoEmbeddings(request));
    if (request.stream === true) return LocalAnswer.stream(demoChatChunks(request));
    return LocalAnswer.whole(demoChatAnswer(request));
  },
};
