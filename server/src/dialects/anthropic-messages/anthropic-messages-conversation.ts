import type { ConversationFormat } from '../conversation-format.ts';
import { MessagesAnswerReader } from './anthropic-messages-answer-reader.ts';
import { MessagesStreamWriter, writeMessage } from './anthropic-messages-answer-writer.ts';
import { readMessagesRequest } from './anthropic-messages-request-reader.ts';
import { writeMessagesRequest } from './anthropic-messages-request-writer.ts';

/** Readers and writers for conversions from and to Anthropic's messages. */
export const anthropicMessagesConversation: ConversationFormat = {
  readsAddress: () => true,
  places: {
    ...{ thinking: true, calls: true, logprobs: false },
    // Each of Anthropic's citations has a place in a document of the request, or a proof of Anthropic's own search.
    citations: false,
    media: () => false,
  },
  readRequest: readMessagesRequest,
  writeRequest: writeMessagesRequest,
  readAnswer: (tree, order) => new MessagesAnswerReader(order).whole(tree),
  writeAnswer: writeMessage,
  streamReader: (order) => new MessagesAnswerReader(order),
  streamWriter: (options) => new MessagesStreamWriter(options),
};
