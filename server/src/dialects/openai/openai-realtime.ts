import { noUsage } from '../../billing/usage.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { realtime } from '../operation.ts';
import type { RealtimeDialect } from '../realtime/realtime-dialect.ts';
import { factsOfTurn, NO_INPUT } from '../realtime/realtime-input.ts';
import { saysNothing, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';

/** `GET /v1/realtime`: a conversation by voice over a socket. Source: OpenAI API reference, "Realtime". */
export const openAiRealtime: RealtimeDialect = {
  ...withoutConversation,
  name: 'openai-realtime',
  operation: realtime,
  frames: 'text',
  members: new Set(),
  notices: new Set(),
  answerMembers: { required: [], all: new Set() },
  /** The address names the model; Azure's clients name a deployment. */
  readFacts({ address }) {
    const asked = new URLSearchParams(address.query);
    const model = asked.get('model') || asked.get('deployment') || '';
    if (model === '') throw fieldError('model', 'required');
    return factsOfTurn({ model, input: NO_INPUT, sessionBytes: 0, speaks: true });
  },
  editsOf: () => [],
  inputTexts: { members: [], numbersAreTokens: false },
  readAnswer: () => ({ usage: noUsage(), ...saysNothing }),
  // A test would need a socket.
  smallRequest: (model) => ({ model }),
  errors: openAiErrors,
  async openSession(terms) {
    const { OpenAiRealtimeSession } = await import('./openai-realtime-session.ts');
    return new OpenAiRealtimeSession(terms);
  },
};
