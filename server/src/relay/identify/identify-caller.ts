import { GatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import type { CallContext, IdentifiedCall } from '../call/call-context.ts';
import type { KeyCarrier } from '../clients/client-family.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { admitGroupOf } from '../rights/call-groups.ts';
import { assertMayPin, readPin } from '../rights/channel-pin.ts';
import { assertMayCall, type Identity } from '../rights/identity.ts';

const LONGEST_KEY = 200;

/** Identifies the caller and its group; synchronous if the key is known. */
export function identify(ctx: CallContext, deps: RelayDeps): Promise<IdentifiedCall> | IdentifiedCall {
  const carried = readTokenKey(ctx.caller.request, ctx.caller.family.carriers);
  if (carried.includes('#')) return identifyPinned(ctx, carried, deps);
  const found = deps.identities.find(carried);
  return found instanceof Promise
    ? found.then((identity) => callAs(ctx, identity, deps))
    : callAs(ctx, found, deps);
}

async function identifyPinned(ctx: CallContext, carried: string, deps: RelayDeps): Promise<IdentifiedCall> {
  const { key, pin } = readPin(carried);
  const identity = await deps.identities.find(key);
  const call = callAs(ctx, identity, deps);
  assertMayPin(identity);
  call.pin = pin;
  return call;
}

function callAs(ctx: CallContext, identity: Identity, { clock, routing }: RelayDeps): IdentifiedCall {
  // Set before the key may be refused, so that the refusal counts as its owner's.
  ctx.identity = identity;
  assertMayCall(identity, { nowSeconds: clock.nowSeconds(), sourceIp: ctx.caller.sourceIp });
  const snapshot = routing.current;
  const admitGroup = admitGroupOf(identity, snapshot);
  return Object.assign(ctx, { identity, snapshot, admitGroup, payingGroup: admitGroup });
}

/**
 * Returns the key of a call, from the first carrier that has one.
 * @throws token.missing or token.invalid
 */
export function readTokenKey(request: IncomingMessage, carriers: readonly KeyCarrier[]): string {
  for (const carrier of carriers) {
    const carried = readCarrier(request, carrier);
    if (carried === undefined || carried === '') continue;
    if (carried.length > LONGEST_KEY) throw new GatewayError('token.invalid');
    return carried.startsWith('sk-') ? carried : `sk-${carried}`;
  }
  throw new GatewayError('token.missing');
}

function readCarrier({ headers, url = '' }: IncomingMessage, carrier: KeyCarrier): string | undefined {
  if (carrier === 'authorization') return keyOf(headers.authorization);
  if (carrier === '?key') {
    const question = url.indexOf('?');
    return question === -1 ? undefined : (new URLSearchParams(url.slice(question)).get('key') ?? undefined);
  }
  if (carrier === 'subprotocol') return keyAmongProtocols(headers['sec-websocket-protocol']);
  const value = headers[carrier];
  return Array.isArray(value) ? value[0] : value;
}

const KEY_PROTOCOL = 'openai-insecure-api-key.';

/** Source: OpenAI, "Realtime API with WebSockets", connecting from a browser. */
function keyAmongProtocols(offered = ''): string | undefined {
  const names = offered.split(',').map((name) => name.trim());
  return names.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length);
}

/** Some clients omit the scheme; a value with another scheme is not a gateway key. */
function keyOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (/^bearer\s/i.test(authorization)) return authorization.slice(7).trim();
  return authorization.startsWith('sk-') ? authorization : undefined;
}
