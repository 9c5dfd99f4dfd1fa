import { noUsage } from '../../billing/usage.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Dialect } from '../dialect.ts';
import { realtime } from '../operation.ts';
import { saysNothing, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';
import { factsOfTurn, NO_INPUT } from './openai-realtime-input.ts';

/** `GET /v1/realtime`: a conversation by voice over a socket. Source: OpenAI API reference, "Realtime". */
export const openAiRealtime: Dialect = {
  ...withoutConversation,
  name: 'openai-realtime',
  operation: realtime,
  members: new Set(),
  notices: new Set(),
  answerMembers: { required: [], all: new Set() },
  /** The address names the model; Azure's clients name a deployment. */
  readFacts({ address }) {
    const asked = new URLSearchParams(address.query);
    const model = asked.get('model') || asked.get('deployment') || '';
    const error = new GatewayError('request.invalid', {}, { fields: [{ field: 'model', code: 'required' }] });
    if (model === '') throw error;
    return factsOfTurn({ model, input: NO_INPUT, sessionBytes: 0, speaks: true });
  },
  editsOf: () => [],
  inputTexts: { members: [], numbersAreTokens: false },
  readAnswer: () => ({ usage: noUsage(), ...saysNothing }),
  // A test would need a socket.
  smallRequest: (model) => ({ model }),
  errors: openAiErrors,
};
