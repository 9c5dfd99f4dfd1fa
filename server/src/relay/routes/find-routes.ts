import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { assertServesApi, routesOfModel } from '../channel/model-routes.ts';
import { keepsThreads, planCall } from '../channel/plan-call.ts';

/**
 * Finds the routes that can serve the call.
 * @throws model.not_found, model.no_price, model.other_api, thread.unsupported,
 * request.compaction_unsupported, channel.none_available
 */
export function findRoutes(call: AcceptedCall): void {
  const { facts } = call;
  call.routes = routesOfModel(call);
  assertServesApi(call);
  if (facts.usesThread === true) call.routes = keepingThreads(call);
  if (facts.asksCompaction === true) call.routes = compacting(call);
}

/** @throws thread.unsupported if no route stores conversations */
function keepingThreads({ routes, dialect }: AcceptedCall): readonly Route[] {
  const keeping = routes.filter((route) => keepsThreads(route, dialect));
  if (keeping.length === 0) throw new GatewayError('thread.unsupported');
  return keeping;
}

/** @throws request.compaction_unsupported if every route uses another dialect */
function compacting({ routes, dialect }: AcceptedCall): readonly Route[] {
  const able = routes.filter((route) => planCall(route, dialect)?.dialect === dialect);
  if (able.length === 0) throw new GatewayError('request.compaction_unsupported');
  return able;
}
