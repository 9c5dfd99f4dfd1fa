import type { Dialect } from '../dialect.ts';
import { listOf, objectOf } from '../neutral/json-values.ts';
import { compaction } from '../operation.ts';
import { keptOfResponse } from './kept-responses.ts';
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
  // The other items are the caller's own, with ids that the caller may have chosen.
  keptOf: (member) =>
    keptOfResponse({
      id: member('id'),
      output: listOf(member('output')).filter((item) => objectOf(item)?.type === 'compaction'),
    }),
  conversation: null,
  streams: null,
};
