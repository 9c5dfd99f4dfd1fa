import type { ConversationFormat } from '../conversation-format.ts';
import { isPictureInBytes } from '../neutral/answer-losses.ts';
import { ResponsesAnswerReader } from './openai-responses-answer-reader.ts';
import { writeResponsesAnswer } from './openai-responses-answer-writer.ts';
import { readResponsesRequest } from './openai-responses-request-reader.ts';
import { writeResponsesRequest } from './openai-responses-request-writer.ts';
import { ResponsesStreamWriter } from './openai-responses-stream-writer.ts';

/** Readers and writers for conversions from and to OpenAI's responses. */
export const openAiResponsesConversation: ConversationFormat = {
  readsAddress: () => true,
  places: {
    thinking: true,
    calls: true,
    citations: true,
    logprobs: true,
    media: isPictureInBytes,
  },
  readRequest: readResponsesRequest,
  writeRequest: writeResponsesRequest,
  readAnswer: (tree, order) => new ResponsesAnswerReader(order).whole(tree),
  writeAnswer: writeResponsesAnswer,
  streamReader: (order) => new ResponsesAnswerReader(order),
  streamWriter: (options) => new ResponsesStreamWriter(options),
};
