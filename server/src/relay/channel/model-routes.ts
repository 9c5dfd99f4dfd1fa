import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { isMeant, namesChannel, routesForKey } from '../rights/channel-pin.ts';
import { planCall } from './plan-call.ts';

/**
 * Returns the routes of the requested model.
 * @throws model.not_found, model.no_price, channel.none_available
 */
export function routesOfModel({
  facts,
  payingGroup,
  snapshot,
  boundTo,
  pin,
}: Pick<AcceptedCall, 'facts' | 'payingGroup' | 'snapshot' | 'boundTo' | 'pin'>): readonly Route[] {
  const { model } = facts;
  const group = payingGroup.symbol;
  const { routes, isUnpriced } = routesForKey({ snapshot, pin }, { group, model });
  if (routes.length === 0) {
    if (isUnpriced) throw new GatewayError('model.no_price');
    if (namesChannel(pin) || snapshot.isResting(group, model))
      throw new GatewayError('channel.none_available');
    throw new GatewayError('model.not_found', { model });
  }
  if (boundTo === null && pin === null) return routes;
  const bound = routes.filter(({ channel }) => isMeant(channel, { boundTo, pin }));
  if (bound.length === 0) throw new GatewayError('channel.none_available');
  return bound;
}

/**
 * Refuses an operation that the model does not have, such as chat or embeddings: retrying would not help.
 * @throws model.other_api
 */
export function assertServesApi({
  routes,
  dialect,
  facts,
}: Pick<AcceptedCall, 'routes' | 'dialect' | 'facts'>): void {
  if (!routes.some((route) => planCall(route, dialect) !== null))
    throw new GatewayError('model.other_api', { model: facts.model });
}
