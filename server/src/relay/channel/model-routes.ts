import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { isMeant } from '../rights/channel-pin.ts';
import { keepsThreads, planCall } from './plan-call.ts';

/**
 * Returns the routes that can serve a call.
 * @throws model.not_found, model.no_price, model.other_api, thread.unsupported,
 * request.compaction_unsupported, channel.none_available
 */
export function routesOfCall(call: AcceptedCall): readonly Route[] {
  const { facts } = call;
  const routes = routesOfModel(call);
  assertServesApi({ ...call, routes });
  const keeping = facts.usesThread === true ? keepingThreads(routes, call) : routes;
  return facts.asksCompaction === true ? compacting(keeping, call) : keeping;
}

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
  const { routes, isUnpriced } = snapshot.routesFor(payingGroup.symbol, facts.model);
  if (routes.length === 0) {
    if (isUnpriced) throw new GatewayError('model.no_price');
    if (snapshot.isResting(payingGroup.symbol, facts.model)) throw new GatewayError('channel.none_available');
    throw new GatewayError('model.not_found', { model: facts.model });
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

/** @throws thread.unsupported if no route stores conversations */
function keepingThreads(routes: readonly Route[], { dialect }: AcceptedCall): readonly Route[] {
  const keeping = routes.filter((route) => keepsThreads(route, dialect));
  if (keeping.length === 0) throw new GatewayError('thread.unsupported');
  return keeping;
}

/** @throws request.compaction_unsupported if every route uses another dialect */
function compacting(routes: readonly Route[], { dialect }: AcceptedCall): readonly Route[] {
  const able = routes.filter((route) => planCall(route, dialect)?.dialect === dialect);
  if (able.length === 0) throw new GatewayError('request.compaction_unsupported');
  return able;
}
