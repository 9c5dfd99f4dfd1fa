import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from './identity-directory.ts';

type GroupNames = Pick<Identity, 'tokenGroup' | 'spareGroup' | 'userGroup'>;

/**
 * The group that pays: the token's, where it names one that its owner may use, else the owner's.
 * @throws token.group_not_allowed; checked at each use, so a group that is lost is lost at once
 */
export function groupOf(identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup {
  const group = openGroup(identity.tokenGroup || identity.userGroup, { identity, snapshot });
  if (group === null) throw new GatewayError('token.group_not_allowed');
  return group;
}

/** The spare group of a token; null where it has none, or none any more that its owner may use. */
export const spareGroupOf = (identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup | null =>
  identity.spareGroup === '' ? null : openGroup(identity.spareGroup, { identity, snapshot });

/** The group that pays for calls of a model: the spare one where no channel of the first serves it now, and one of that does. */
export function groupFor(
  { identity, group, snapshot }: { identity: GroupNames; group: RoutingGroup; snapshot: RoutingSnapshot },
  model: string,
): RoutingGroup {
  if (identity.spareGroup === '' || serves(snapshot, group, model)) return group;
  const spare = spareGroupOf(identity, snapshot);
  return spare !== null && serves(snapshot, spare, model) ? spare : group;
}

const serves = (snapshot: RoutingSnapshot, { symbol }: RoutingGroup, model: string): boolean =>
  snapshot.routesFor(symbol, model).routes.length > 0;

function openGroup(
  symbol: string,
  { identity, snapshot }: { identity: GroupNames; snapshot: RoutingSnapshot },
): RoutingGroup | null {
  const group = snapshot.groups.get(symbol);
  return group !== undefined && (symbol === identity.userGroup || group.isPublic) ? group : null;
}
