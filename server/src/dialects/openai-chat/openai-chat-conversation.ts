import type { ConversationFormat } from '../conversation-format.ts';
import { ChatAnswerReader } from './openai-chat-answer-reader.ts';
import { ChatStreamWriter, writeChatAnswer } from './openai-chat-answer-writer.ts';
import { readChatRequest } from './openai-chat-request-reader.ts';
import { writeChatRequest } from './openai-chat-request-writer.ts';

/** Readers and writers for conversions from and to OpenAI's chat. */
export const openAiChatConversation: ConversationFormat = {
  // Videos are not taken as bytes either.
  readsAddress: ({ media }) => media === 'image' || media === 'video',
  dropsSeals: true,
  places: {
    ...{ thinking: true, calls: true, citations: true, logprobs: true },
    // Its sound has an id by which OpenAI knows it again, which nobody else's has.
    media: ({ media, source }) => media === 'image' && (source.kind === 'bytes' || source.kind === 'url'),
  },
  readRequest: readChatRequest,
  writeRequest: writeChatRequest,
  readAnswer: (tree, order) => new ChatAnswerReader(order).whole(tree),
  writeAnswer: writeChatAnswer,
  streamReader: (order) => new ChatAnswerReader(order),
  streamWriter: (options) => new ChatStreamWriter(options),
};
