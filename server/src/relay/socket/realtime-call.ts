import { openAiRealtime } from '../../dialects/openai/openai-realtime.ts';
import { readRealtimeEvent } from '../../dialects/openai/openai-realtime-events.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { UpstreamError } from '../../platform/upstream-answer.ts';
import { connectSocket, SocketRefusal, type TextSocket, type Upgrade } from '../../platform/web-socket.ts';
import { admit } from '../admit/admit-call.ts';
import { beginAttempt } from '../attempt.ts';
import type { CallContext, QuotedCall, RoutedCall } from '../call-context.ts';
import { commonHeaders } from '../deliver/response-headers.ts';
import { socketAddressOf } from '../dispatch/call-channel.ts';
import { causeOf, toUpstreamError } from '../dispatch/dispatch-call.ts';
import { toAnswerError, toFailureError } from '../dispatch/read-failure.ts';
import { identify } from '../identify/identify-caller.ts';
import { endingOf } from '../journey.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { noteFailure } from '../select/note-outcome.ts';
import { mayTryAnother } from '../select/retry-rules.ts';
import { select } from '../select/select-channel.ts';
import { settle } from '../settle/settle-call.ts';
import { RealtimeSession } from './realtime-session.ts';
import { acceptTurn } from './realtime-turn.ts';

interface OpenUpstream {
  call: RoutedCall;
  upstream: TextSocket;
  /** Its first event. */
  opening: Buffer;
}

/**
 * The life of a session: its first turn is asked for as any call, so that it is refused with a status before there is a
 * socket; then events pass until one side leaves.
 */
export async function realtimeCall(ctx: CallContext, upgrade: Upgrade, needs: RelayNeeds): Promise<void> {
  let open: OpenUpstream | null = null;
  let client: TextSocket;
  try {
    open = await openUpstream(ctx, needs);
    client = await upgrade.accept(protocolOf(ctx), commonHeaders(ctx));
  } catch (error) {
    open?.upstream.close(1000, '');
    if (open !== null) needs.openSessions.close(String(open.call.identity.userId));
    ctx.error = endingOf(ctx, error);
    await settle(ctx, needs);
    return;
  }
  const { call, upstream, opening } = open;
  const user = String(call.identity.userId);
  try {
    await new RealtimeSession(call, { client, upstream }, needs).run(opening);
  } finally {
    needs.openSessions.close(user);
  }
}

/** Browsers offer the key and what they want beside it as protocols; they get the one that is none of these. */
function protocolOf({ caller }: CallContext): string | null {
  const offered = (caller.request.headers['sec-websocket-protocol'] ?? '').split(',');
  return offered.some((name) => name.trim() === 'realtime') ? 'realtime' : null;
}

async function openUpstream(ctx: CallContext, needs: RelayNeeds): Promise<OpenUpstream> {
  const identified = await identify(ctx, needs);
  // Where the address names no model, there is nothing to ask the limits for.
  const facts = openAiRealtime.readFacts({ address: ctx.address } as never);
  admit(identified, needs);
  const user = String(identified.identity.userId);
  if (!needs.openSessions.open(user)) throw new GatewayError('rate.parallel');
  try {
    const quoted = await quote(acceptTurn(identified, facts, needs), needs);
    return await connectToOne(quoted, needs);
  } catch (error) {
    needs.openSessions.close(user);
    throw error;
  }
}

async function connectToOne(call: QuotedCall, needs: RelayNeeds): Promise<OpenUpstream> {
  for (;;) {
    const routed = select(call, needs);
    try {
      return await connect(routed, needs);
    } catch (error) {
      if (!mayTryAnother(call, error, needs)) throw error;
    }
  }
}

/** @throws an error of the catalogue */
async function connect(call: RoutedCall, needs: RelayNeeds): Promise<OpenUpstream> {
  const { clock, timeouts } = needs;
  const { channel, upstreamModel } = call.route;
  const { form, breakOff } = call;
  const attempt = beginAttempt(channel);
  const startedAtMs = clock.monotonicMs();
  call.attempts.push(attempt);
  let upstream: TextSocket | null = null;
  try {
    const { headers } = call.caller.request;
    const address = socketAddressOf(channel, { form, upstreamModel, headers, call });
    upstream = await connectSocket(address, { breakOff, timeoutMs: timeouts.connectMs });
    attempt.status = 101;
    const opening = await upstream.first(timeouts.headerMs);
    const event = readRealtimeEvent(opening);
    if (event === null) throw new UpstreamError('broken', new Error('no event'));
    if (event.type === 'error') {
      const failure = { failure: opening.toString('utf8'), isMalformedCall: false };
      throw toAnswerError(failure, { channel, form });
    }
    return { call, upstream, opening };
  } catch (thrown) {
    upstream?.close(1000, '');
    const error = toConnectError(thrown, call);
    attempt.code = error instanceof GatewayError ? error.code : 'gateway.internal';
    attempt.message = causeOf(error, channel);
    noteFailure(call, error, needs);
    const { requestId } = call;
    needs.report({ requestId, message: `channel ${channel.id}: ${attempt.code}`, cause: attempt.message });
    throw error;
  } finally {
    attempt.durationMs = clock.monotonicMs() - startedAtMs;
  }
}

function toConnectError(thrown: unknown, { route, form }: RoutedCall): unknown {
  if (!(thrown instanceof SocketRefusal)) return toUpstreamError(thrown);
  const { status, body, headers } = thrown;
  const failure = form.dialect.errors.read(status, body);
  return toFailureError(failure, { headers }, { channel: route.channel, form });
}
