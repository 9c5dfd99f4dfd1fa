import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { assertMayCall, type Identity } from './identity-directory.ts';

const LONGEST_KEY = 200;

/** Finds out who calls and in which group; at once where the key is known. */
export function identify(ctx: CallContext, needs: RelayNeeds): Promise<void> | undefined {
  const found = needs.identities.find(readTokenKey(ctx.caller.request));
  if (found instanceof Promise) return found.then((identity) => callAs(ctx, identity, needs));
  callAs(ctx, found, needs);
}

function callAs(ctx: CallContext, identity: Identity, { clock, routing }: RelayNeeds): void {
  assertMayCall(identity, clock.nowSeconds());
  ctx.identity = identity;
  ctx.snapshot = routing.current;
  ctx.group = groupOf(identity, routing.current);
}

/**
 * The key of a call, from whatever header its client uses.
 * @throws token.missing
 */
export function readTokenKey({ headers }: IncomingMessage): string {
  const carried =
    keyOf(headers.authorization) ??
    headerText(headers['x-api-key']) ??
    headerText(headers['api-key']) ??
    headerText(headers['x-goog-api-key']);
  if (carried === undefined || carried === '') throw new GatewayError('token.missing');
  if (carried.length > LONGEST_KEY) throw new GatewayError('token.invalid');
  return carried.startsWith('sk-') ? carried : `sk-${carried}`;
}

/** Some clients leave the scheme out; what has another scheme is no key of ours. */
function keyOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (/^bearer\s/i.test(authorization)) return authorization.slice(7).trim();
  return authorization.startsWith('sk-') ? authorization : undefined;
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/**
 * The group that pays: the token's, where it names one that its owner may use, else the owner's.
 * @throws token.group_not_allowed; checked at each use, so a group that is lost is lost at once
 */
export function groupOf(identity: Identity, snapshot: RoutingSnapshot): RoutingGroup {
  const symbol = identity.tokenGroup || identity.userGroup;
  const group = snapshot.groups.get(symbol);
  const mayUse = group !== undefined && (symbol === identity.userGroup || group.isPublic);
  if (!mayUse) throw new GatewayError('token.group_not_allowed');
  return group;
}
