import type {
  RealtimeDialect,
  RealtimeSessionReader,
  SessionSetup,
} from '../../dialects/realtime/realtime-dialect.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import {
  connectSocket,
  type Frames,
  SocketEnd,
  SocketRefusal,
  type TextSocket,
} from '../../platform/net/web-socket.ts';
import { toAnswerError, toFailureError } from '../answer/read-failure.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { socketAddressOf } from '../channel/call-channel.ts';
import { failAttempt, startAttempt } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { mayTryAnother } from '../select/retry-rules.ts';
import { select } from '../select/select-channel.ts';
import type { OpenedTurn } from './turn-call.ts';

/** The vendor's side of a session that it has accepted. */
export interface OpenUpstream {
  call: OpenedTurn;
  upstream: TextSocket;
  reader: RealtimeSessionReader;
  /** First message of the upstream. */
  opening: Buffer;
}

export const framesOf = ({ frames }: RealtimeDialect): { client: Frames; upstream: Frames } => ({
  client: { takesBinary: frames === 'binary', sendsBinary: frames === 'binary' },
  upstream: { takesBinary: frames === 'binary', sendsBinary: false },
});

interface Wanted {
  dialect: RealtimeDialect;
  /** Null if the address contains everything. */
  setup: SessionSetup | null;
}

/**
 * Connects to a channel that accepts the session; another one is tried as for any call.
 * @throws an error of the catalogue
 */
export async function openUpstream(call: QuotedCall, wanted: Wanted, deps: RelayDeps): Promise<OpenUpstream> {
  for (;;) {
    const routed = select(call, deps);
    try {
      return await connect(routed, wanted, deps);
    } catch (error) {
      if (!mayTryAnother(call, error, deps)) throw error;
    }
  }
}

/** @throws an error of the catalogue */
async function connect(call: OpenedTurn, { dialect, setup }: Wanted, deps: RelayDeps): Promise<OpenUpstream> {
  const { clock, timeouts } = deps;
  const { channel, upstreamModel } = call.route;
  const { form, breakOff } = call;
  const attempt = startAttempt(call, deps);
  let upstream: TextSocket | null = null;
  try {
    const { headers } = call.caller.request;
    const address = socketAddressOf(channel, { form, upstreamModel, headers, call });
    const reader = await dialect.openSession({
      ...{ model: call.facts.model, upstreamModel },
      withoutSecrets: (text) => textForCaller(text, channel),
    });
    const { upstream: frames } = framesOf(dialect);
    upstream = await connectSocket(address, { breakOff, timeoutMs: timeouts.connectMs, frames });
    attempt.status = 101;
    if (setup !== null) await upstream.send(setup.messageFor(upstreamModel));
    const opening = await upstream.first(timeouts.headerMs);
    if (opening === null) throw new UpstreamError('timeout', new Error('no first message'));
    const said = reader.readOpening(opening);
    if (said === 'broken') throw new UpstreamError('broken', new Error('no event'));
    if (said === 'refused') {
      const failure = { failure: opening.toString('utf8'), failureCode: null };
      throw toAnswerError(failure, { channel, form });
    }
    return { call, upstream, reader, opening };
  } catch (thrown) {
    upstream?.close(1000, '');
    const error = toConnectError(thrown, call, dialect);
    failAttempt(call, { attempt, error }, deps);
    throw error;
  } finally {
    attempt.durationMs = clock.monotonicMs() - attempt.startedAtMs;
  }
}

function toConnectError(thrown: unknown, { route, form }: OpenedTurn, dialect: RealtimeDialect): unknown {
  const { channel } = route;
  if (thrown instanceof SocketEnd) {
    const status = dialect.statusOfClose?.(thrown.code, thrown.reason);
    if (status === undefined) return toUpstreamError(new UpstreamError('broken', thrown));
    const body = JSON.stringify({ error: { message: thrown.reason } });
    return toFailureError(form.dialect.errors.read(status, body), { headers: {} }, { channel, form });
  }
  if (!(thrown instanceof SocketRefusal)) return toUpstreamError(thrown);
  const { status, body, headers } = thrown;
  return toFailureError(form.dialect.errors.read(status, body), { headers }, { channel, form });
}
