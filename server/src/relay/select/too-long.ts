import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { TOO_LONG } from '../learned/context-limits.ts';
import type { RelayDeps } from '../relay-deps.ts';

type LongCall = Pick<QuotedCall, 'attempts' | 'facts' | 'identity' | 'routes'>;
type Limits = Pick<RelayDeps, 'contextLimits'>;

/** Whether some channel may be known to refuse the call for its length. */
export const mayBeTooLong = (call: LongCall, { contextLimits }: Limits): boolean =>
  contextLimits.mayRefuse(call) || wasTooLong(call);

/** Whether a channel has refused the call for its length, for the present model. */
export function wasTooLong({ attempts, facts }: LongCall): boolean {
  for (const { code, model } of attempts) if (code === TOO_LONG && model === facts.model) return true;
  return false;
}

/**
 * Whether a channel is known to refuse the call for its length. It refused a request that was no longer, or the same
 * model of the same vendor refused this one.
 */
export function isTooLong(call: LongCall, route: Route, { contextLimits }: Limits): boolean {
  const { attempts, facts, routes } = call;
  if (contextLimits.refuses(route, call)) return true;
  for (const { code, channelId, model } of attempts) {
    if (code !== TOO_LONG || model !== facts.model) continue;
    const tried = routes.find(({ channel }) => channel.id === channelId);
    if (tried?.upstreamModel === route.upstreamModel && tried.channel.provider === route.channel.provider)
      return true;
  }
  return false;
}
