import type { Dialect } from '../dialect.ts';
import { compaction } from '../operation.ts';
import { openAiResponses } from './openai-responses.ts';

/** `POST /v1/responses/compact`. Source: OpenAI API reference, "Compact a response". */
export const responsesCompaction: Dialect = {
  ...openAiResponses,
  name: 'responses-compaction',
  operation: compaction,
  // The vendor decides how long it is.
  limitMembers: [],
  readFacts: (request) => ({
    ...openAiResponses.readFacts(request),
    stream: false,
    maxOutputTokens: null,
    canBeBounded: false,
  }),
  conversation: null,
  streams: null,
};
