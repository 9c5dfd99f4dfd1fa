import type { RequestFacts } from '../../dialects/dialect.ts';
import { sealName } from '../../dialects/kept-object.ts';
import type { RealtimeDialect, SessionSetup } from '../../dialects/realtime/realtime-dialect.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { TEXT_FRAMES, type TextSocket, type Upgrade } from '../../platform/net/web-socket.ts';
import { admit } from '../admit/admit-call.ts';
import { commonHeaders } from '../answer/response-headers.ts';
import type { AcceptedCall, CallContext, IdentifiedCall } from '../call/call-context.ts';
import { identify } from '../identify/identify-caller.ts';
import { endingOf } from '../journey.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { settle } from '../settle/settle-call.ts';
import { closeOf } from './close-of.ts';
import { framesOf, type OpenUpstream, openUpstream } from './open-upstream.ts';
import { RealtimeSession } from './realtime-session.ts';
import { acceptTurn } from './turn-call.ts';

/** Time for a connected caller to send its session setup. */
const SETUP_MS = 30_000;

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
  const accepted = acceptTurn(identified, facts);
  findRoutes(accepted);
  const quoted = await quote(accepted, deps);
  const open = await openUpstream(quoted, { dialect, setup: null }, deps);
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
    const accepted = acceptTurn(identified, setup.facts);
    await bindToResumed(accepted, setup, deps);
    findRoutes(accepted);
    open = await openUpstream(await quote(accepted, deps), { dialect, setup }, deps);
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
