import type { RequestFacts } from '../../dialects/dialect.ts';
import { sealName } from '../../dialects/kept-object.ts';
import type {
  RealtimeDialect,
  RealtimeSessionReader,
  SessionSetup,
} from '../../dialects/realtime/realtime-dialect.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import {
  connectSocket,
  type Frames,
  SocketEnd,
  SocketRefusal,
  TEXT_FRAMES,
  type TextSocket,
  type Upgrade,
} from '../../platform/net/web-socket.ts';
import { admit } from '../admit/admit-call.ts';
import { toAnswerError, toFailureError } from '../answer/read-failure.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import { causeOf, toUpstreamError } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import { beginAttempt } from '../call/attempt.ts';
import type {
  AcceptedCall,
  CallContext,
  IdentifiedCall,
  QuotedCall,
  RoutedCall,
} from '../call/call-context.ts';
import { socketAddressOf } from '../channel/call-channel.ts';
import { identify } from '../identify/identify-caller.ts';
import { endingOf } from '../journey.ts';
import { noteFailure } from '../learned/note-outcome.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { mayTryAnother } from '../select/retry-rules.ts';
import { select } from '../select/select-channel.ts';
import { settle } from '../settle/settle-call.ts';
import { closeOf } from './close-of.ts';
import { RealtimeSession } from './realtime-session.ts';
import { acceptTurn } from './realtime-turn.ts';

/** Time for a connected caller to send its session setup. */
const SETUP_MS = 30_000;

interface OpenUpstream {
  call: RoutedCall;
  upstream: TextSocket;
  reader: RealtimeSessionReader;
  /** First message of the upstream. */
  opening: Buffer;
}

/** A request for a session. */
interface Asked {
  ctx: CallContext;
  dialect: RealtimeDialect;
  upgrade: Upgrade;
}

/**
 * Runs a session: its first turn is requested like any call; then messages pass until one side disconnects.
 */
export async function realtimeCall(asked: Asked, deps: RelayDeps): Promise<void> {
  const { ctx, dialect } = asked;
  try {
    const identified = await identify(ctx, deps);
    // If a required model is missing from the address, the call fails before the limits are checked.
    const facts =
      dialect.readSetup === undefined ? dialect.readFacts({ address: ctx.address } as never) : null;
    admit(identified, deps);
    const user = String(identified.identity.userId);
    if (!deps.openSessions.open(user)) throw new GatewayError('rate.parallel');
    try {
      if (facts !== null) await runNamedByAddress(identified, { ...asked, facts }, deps);
      else await runNamedBySetup(identified, asked, deps);
    } finally {
      deps.openSessions.close(user);
    }
  } catch (error) {
    ctx.error = endingOf(ctx, error);
    await settle(ctx, deps);
  }
}

/** A refusal of the first turn is answered with a status, because there is no socket yet. */
async function runNamedByAddress(
  identified: IdentifiedCall,
  { ctx, dialect, upgrade, facts }: Asked & { facts: RequestFacts },
  deps: RelayDeps,
): Promise<void> {
  const accepted = acceptTurn(identified, facts, deps);
  findRoutes(accepted);
  const quoted = await quote(accepted, deps);
  const open = await connectToOne(quoted, { dialect, setup: null }, deps);
  let client: TextSocket;
  try {
    client = await upgrade.accept(protocolOf(ctx), commonHeaders(ctx), TEXT_FRAMES);
  } catch (error) {
    open.upstream.close(1000, '');
    throw error;
  }
  await new RealtimeSession(open.call, { ...open, client, texts: new Map() }, deps).run(open.opening);
}

/** A refusal of the first turn closes the socket, because the setup arrives only through it. */
async function runNamedBySetup(
  identified: IdentifiedCall,
  { ctx, dialect, upgrade }: Asked,
  deps: RelayDeps,
): Promise<void> {
  const client = await upgrade.accept(null, commonHeaders(ctx), framesOf(dialect).client);
  let open: OpenUpstream;
  let setup: SessionSetup;
  try {
    ctx.breakOff.onBreak(() => client.close(closeOf(new GatewayError('gateway.stopping')), ''));
    setup = await readSetup(client, dialect);
    const accepted = acceptTurn(identified, setup.facts, deps);
    await bindToResumed(accepted, setup, deps);
    findRoutes(accepted);
    open = await connectToOne(await quote(accepted, deps), { dialect, setup }, deps);
  } catch (thrown) {
    const error = endingOf(ctx, thrown);
    client.close(closeOf(error), tellable(error));
    throw error;
  }
  await new RealtimeSession(open.call, { ...open, client, texts: setup.texts }, deps).run(open.opening);
}

/** Shortens an error to the few bytes of a close reason: its fields say more than its sentence. */
const tellable = ({ message, fields }: GatewayError): string =>
  fields.length === 0 ? message : fields.map(({ field, code }) => `${field}: ${code}`).join(', ');

async function readSetup(client: TextSocket, dialect: RealtimeDialect): Promise<SessionSetup> {
  const text = await client.first(SETUP_MS).catch((cause) => {
    throw new GatewayError('caller.left', {}, { cause });
  });
  if (text === null) throw new GatewayError('request.timeout');
  return (dialect.readSetup as (text: Buffer) => Promise<SessionSetup>)(text);
}

/** Continues a session at its earlier place. @throws request.invalid, also for another user's session */
async function bindToResumed(
  call: AcceptedCall,
  { resumes }: SessionSetup,
  { keptObjects }: RelayDeps,
): Promise<void> {
  if (resumes === null) return;
  call.boundTo = await keptObjects.find(call.identity.userId, sealName(resumes));
  if (call.boundTo === null) throw fieldError('setup.sessionResumption.handle', 'invalid_value');
  call.payingGroup = payingGroupFor(call, call.facts.model);
}

/** Browsers offer the key and options as protocols; the answer is the protocol that is neither. */
function protocolOf({ caller }: CallContext): string | null {
  const offered = (caller.request.headers['sec-websocket-protocol'] ?? '').split(',');
  return offered.some((name) => name.trim() === 'realtime') ? 'realtime' : null;
}

const framesOf = ({ frames }: RealtimeDialect): { client: Frames; upstream: Frames } => ({
  client: { takesBinary: frames === 'binary', sendsBinary: frames === 'binary' },
  upstream: { takesBinary: frames === 'binary', sendsBinary: false },
});

interface Wanted {
  dialect: RealtimeDialect;
  /** Null if the address contains everything. */
  setup: SessionSetup | null;
}

async function connectToOne(call: QuotedCall, wanted: Wanted, deps: RelayDeps): Promise<OpenUpstream> {
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
async function connect(call: RoutedCall, { dialect, setup }: Wanted, deps: RelayDeps): Promise<OpenUpstream> {
  const { clock, timeouts } = deps;
  const { channel, upstreamModel } = call.route;
  const { form, breakOff } = call;
  const attempt = beginAttempt(channel);
  const startedAtMs = clock.monotonicMs();
  call.attempts.push(attempt);
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
    attempt.code = error instanceof GatewayError ? error.code : 'gateway.internal';
    attempt.message = causeOf(error, channel);
    noteFailure(call, error, deps);
    const { requestId } = call;
    deps.report({ requestId, message: `channel ${channel.id}: ${attempt.code}`, cause: attempt.message });
    throw error;
  } finally {
    attempt.durationMs = clock.monotonicMs() - startedAtMs;
  }
}

function toConnectError(thrown: unknown, { route, form }: RoutedCall, dialect: RealtimeDialect): unknown {
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
