import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { membersOf } from '../neutral/json-values.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { count } from '../operation.ts';
import { namedIn } from './named-objects.ts';
import { openAiResponses } from './openai-responses.ts';

/** Members of a request for a response that a counter accepts. */
const COUNTED = ['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning'];

/** `POST /v1/responses/input_tokens`. Source: OpenAI API reference, "Get input token counts". */
export const responsesCount: Dialect = {
  ...openAiResponses,
  name: 'responses-count',
  operation: count,
  answerMembers: { required: [], all: new Set() },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const named = namedIn(read);
    read.assertValid();
    return {
      model,
      ...{ stream: false, framing: 'sse', wantsUsage: false, maxOutputTokens: 0, answerCount: 1 },
      hasTools: read.kindOf('tools') === 'list',
      canBeBounded: false,
      ...estimateInput({ body, scan }, openAiMedia, { namesAreInput: true }),
      asks: NOTHING_ASKED,
      named,
    };
  },

  conversation: null,
  countConversion: {
    conversation: async () =>
      (await import('./openai-responses-conversation.ts')).openAiResponsesConversation,
    counted: (tree) => tree,
    asked: (tree) => membersOf(tree, COUNTED),
    tokensIn: ({ input_tokens }) => input_tokens,
  },
  countAnswer: (input_tokens) => ({ object: 'response.input_tokens', input_tokens }),
  streams: null,
};
