import { routesAt } from '../../modules/routing/hour-routes.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { isMeant, namesChannel, routesForKey } from '../rights/channel-pin.ts';
import { planCall } from './plan-call.ts';

type RoutedModel = Pick<
  AcceptedCall,
  'facts' | 'payingGroup' | 'snapshot' | 'boundTo' | 'pin' | 'arrivedAtSeconds'
>;

/**
 * Returns the routes of the requested model, at the prices of the call's arrival.
 * @throws model.not_found, model.no_price, channel.none_available
 */
export function routesOfModel({
  facts,
  payingGroup,
  snapshot,
  boundTo,
  pin,
  arrivedAtSeconds,
}: RoutedModel): readonly Route[] {
  const { model } = facts;
  const group = payingGroup.symbol;
  const found = routesForKey({ snapshot, pin }, { group, model });
  if (found.routes.length === 0) {
    if (found.isUnpriced) throw new GatewayError('model.no_price');
    if (namesChannel(pin) || snapshot.isResting(group, model))
      throw new GatewayError('channel.none_available');
    throw new GatewayError('model.not_found', { model });
  }
  const routes = routesAt(found, arrivedAtSeconds);
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
