import { NOTHING_ASKED } from '../../billing/charge.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { membersOf } from '../neutral/json-values.ts';
import { count } from '../operation.ts';
import { anthropicMedia } from './anthropic-media.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { readThread } from './message-thread.ts';

/** Members of a request for messages that a counter accepts. */
const COUNTED = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking'];

/** `POST /v1/messages/count_tokens`. Source: Claude API reference, "Count tokens in a Message". */
export const anthropicCount: Dialect = {
  ...anthropicMessages,
  name: 'anthropic-count',
  operation: count,
  answerMembers: { required: [], all: new Set() },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    read.require(read.kindOf('messages') === 'list', 'messages', 'required');
    const { usesThread } = readThread(read);
    read.assertValid();
    // The vendor's counter knows no threads, and a thread's length is only for its owner.
    if (usesThread) throw new GatewayError('thread.unsupported');
    return {
      model,
      ...{ stream: false, framing: 'sse', wantsUsage: false, maxOutputTokens: 0, answerCount: 1 },
      hasTools: read.kindOf('tools') === 'list',
      canBeBounded: false,
      ...estimateInput({ body, scan }, anthropicMedia, { namesAreInput: true }),
      asks: NOTHING_ASKED,
    };
  },

  conversation: null,
  countConversion: {
    conversation: async () =>
      (await import('./anthropic-messages-conversation.ts')).anthropicMessagesConversation,
    counted: (tree) => tree,
    asked: (tree) => membersOf(tree, COUNTED),
    tokensIn: ({ input_tokens }) => input_tokens,
  },
  countAnswer: (input_tokens) => ({ input_tokens }),
  streams: null,
};
