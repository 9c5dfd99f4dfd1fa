import type { UpstreamDialect } from '../dialect.ts';
import { chat } from '../operation.ts';
import { converseErrors } from './converse-errors.ts';

/** `POST /model/{model}/converse`. Source: Amazon Bedrock API reference, "Converse". */
export const bedrockConverse: UpstreamDialect = {
  name: 'bedrock-converse',
  operation: chat,
  limitMembers: ['maxTokens'],
  answerMembers: { required: ['output'], all: new Set(['output']) },
  smallRequest: () => ({
    messages: [{ role: 'user', content: [{ text: `Answer with the one word "hi".` }] }],
    inferenceConfig: { maxTokens: 16 },
  }),
  conversation: async () => (await import('./bedrock-converse-conversation.ts')).bedrockConverseConversation,
  streams: null,
  errors: converseErrors,
};
