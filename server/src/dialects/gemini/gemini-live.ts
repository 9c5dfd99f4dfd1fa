import { noUsage } from '../../billing/usage.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { realtime } from '../operation.ts';
import type { RealtimeDialect } from '../realtime/realtime-dialect.ts';
import { saysNothing, withoutConversation } from '../without-conversation.ts';
import { geminiErrors } from './gemini-errors.ts';

/**
 * Google's Live API: a conversation by voice over a socket, whose first message names the model. It reports an
 * error only by closing the socket. Source: Gemini API reference, "Live API - WebSockets API reference".
 */
export const geminiLive: RealtimeDialect = {
  ...withoutConversation,
  name: 'gemini-live',
  operation: realtime,
  frames: 'binary',
  members: new Set(),
  notices: new Set(),
  answerMembers: { required: [], all: new Set() },
  readFacts() {
    throw new GatewayError('request.upgrade_required');
  },
  editsOf: () => [],
  inputTexts: { members: [], numbersAreTokens: false },
  readAnswer: () => ({ usage: noUsage(), ...saysNothing }),
  // A test would need a socket.
  smallRequest: (model) => ({ setup: { model } }),
  errors: geminiErrors,
  async readSetup(text) {
    const { readLiveSetup } = await import('./gemini-live-setup.ts');
    return readLiveSetup(text);
  },
  statusOfClose,
  async openSession(terms) {
    const { GeminiLiveSession } = await import('./gemini-live-session.ts');
    return new GeminiLiveSession(terms);
  },
};

/** Google says what is wrong in the reason; several faults share a code. */
function statusOfClose(code: number, reason: string): number {
  if (/not found|not supported for bidi/i.test(reason)) return 404;
  if (/quota|exhausted|rate limit/i.test(reason)) return 429;
  if (code === 1007) return 400;
  if (code === 1008) return 403;
  return code === 1013 ? 503 : 500;
}
