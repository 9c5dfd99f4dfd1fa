import type { CallerFormat } from '../conversation-format.ts';
import { CompletionStreamWriter, writeCompletion } from './openai-completions-answer-writer.ts';
import { readCompletionRequest } from './openai-completions-request-reader.ts';

/**
 * Readers and writers for callers of OpenAI's legacy completions. Upstreams have none: a model that completes a text
 * holds no conversation.
 */
export const openAiCompletionsConversation: CallerFormat = {
  places: {
    thinking: false,
    calls: false,
    citations: false,
    logprobs: true,
    media: () => false,
  },
  readRequest: readCompletionRequest,
  writeAnswer: writeCompletion,
  streamWriter: (options) => new CompletionStreamWriter(options),
};
