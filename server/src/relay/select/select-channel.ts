import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * Chooses the channel for the next try: the highest priority, in it by weight, none twice. A channel that
 * cools down is taken only when there is nothing else.
 * @throws channel.none_available
 */
export function select(ctx: CallContext, { cooldowns }: Pick<RelayNeeds, 'cooldowns'>): void {
  const open = ctx.routes.filter((route) => mayServe(ctx, route));
  const rested = open.filter(({ channel, upstreamModel }) => !cooldowns.isCooling(channel.id, upstreamModel));
  const route = pickRoute(rested.length > 0 ? rested : open, Math.random());
  if (route === undefined) throw new GatewayError('channel.none_available');
  ctx.route = route;
}

function mayServe({ attempts, facts }: CallContext, { channel }: Route): boolean {
  if (facts === null) return false;
  if (channel.onlyChat && facts.hasTools) return false;
  if (facts.stream && channel.disabledStream.has(facts.model)) return false;
  return !attempts.some(({ channelId }) => channelId === channel.id);
}

/**
 * @param routes by falling priority
 * @param chance from 0 up to 1
 */
export function pickRoute(routes: readonly Route[], chance: number): Route | undefined {
  const first = routes[0];
  if (first === undefined || routes.length === 1) return first;
  let weights = 0;
  let count = 0;
  for (const { channel } of routes) {
    if (channel.priority !== first.channel.priority) break;
    weights += channel.weight;
    count += 1;
  }
  let left = chance * weights;
  for (let i = 0; i < count; i += 1) {
    const route = routes[i] as Route;
    left -= route.channel.weight;
    if (left < 0) return route;
  }
  return first;
}
