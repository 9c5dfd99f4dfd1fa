import type { ConversationFormat } from '../conversation-format.ts';
import { GeminiAnswerReader } from './gemini-answer-reader.ts';
import { GeminiStreamWriter, writeGeminiAnswer } from './gemini-answer-writer.ts';
import { featuresOf } from './gemini-features.ts';
import { readGeminiRequest } from './gemini-request-reader.ts';
import { writeGeminiRequest } from './gemini-request-writer.ts';

/** Readers and writers for conversions from and to Google's Gemini API. */
export const geminiConversation: ConversationFormat = {
  readsAddress: (_part, upstreamModel) => featuresOf(upstreamModel).urls,
  // Some of its clients, its own command line among them, send calls back without the thoughts before them.
  dropsSeals: true,
  places: {
    thinking: true,
    calls: true,
    citations: true,
    logprobs: true,
    media: ({ source }) => source.kind === 'bytes' || source.kind === 'url',
  },
  readRequest: readGeminiRequest,
  writeRequest: writeGeminiRequest,
  readAnswer: (tree, order) => new GeminiAnswerReader(order).whole(tree),
  writeAnswer: writeGeminiAnswer,
  streamReader: (order) => new GeminiAnswerReader(order),
  streamWriter: (options) => new GeminiStreamWriter(options),
};
