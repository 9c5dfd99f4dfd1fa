import type { AcceptedCall } from '../call/call-context.ts';
import { routesOfCall } from '../channel/model-routes.ts';

/**
 * Finds the routes that can serve the call.
 * @throws model.not_found, model.no_price, model.other_api, thread.unsupported,
 * request.compaction_unsupported, channel.none_available
 */
export function findRoutes(call: AcceptedCall): void {
  call.routes = routesOfCall(call);
}
