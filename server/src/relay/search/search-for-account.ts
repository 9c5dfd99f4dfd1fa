import type { SearchForAccount } from '../../modules/web-search/search-for-account.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { admitGroupOf } from '../rights/call-groups.ts';
import { assertMayCall } from '../rights/identity.ts';
import { chargedSearch } from './charged-search.ts';

/** Creates the function that searches for an account without a key: the limits and budgets of its user and group count. */
export function createAccountSearch(deps: RelayDeps): SearchForAccount {
  const { identities, routing, limiter, callMeter, outbox, clock, isStopping, options } = deps;
  return async ({ userId, requestId, sourceIp, query, results, signal }) => {
    const { webSearch } = options();
    if (webSearch === null) throw new GatewayError('search.off');
    const identity = await identities.findAccount(userId);
    if (identity === undefined) throw new GatewayError('token.owner_disabled');
    assertMayCall(identity, { nowSeconds: clock.nowSeconds(), sourceIp });
    const snapshot = routing.current;
    const payingGroup = admitGroupOf(identity, snapshot);
    if (isStopping()) throw new GatewayError('gateway.stopping');
    outbox.assertRoom();
    const use = limiter.metersOf(identity, payingGroup);
    limiter.start(use);
    callMeter.noteCall(userId);
    const breakOff = new BreakOff();
    const leave = (): void => breakOff.break();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      const settings = { ...webSearch, results: Math.min(results ?? webSearch.results, webSearch.results) };
      const payer = { requestId, identity, payingGroup, snapshot, sourceIp, breakOff };
      return await chargedSearch(payer, { query, settings }, deps);
    } finally {
      use.end(0);
      signal.removeEventListener('abort', leave);
    }
  };
}
