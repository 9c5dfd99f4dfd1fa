import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isMeant, type MeantPlace } from './channel-pin.ts';
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

interface GroupCall extends MeantPlace {
  identity: GroupNames;
  group: RoutingGroup;
  snapshot: RoutingSnapshot;
}

/**
 * The group that pays for a call of a model: the spare one where no channel of the first that is meant serves it now,
 * and one of that does.
 */
export function groupFor(call: GroupCall, model: string): RoutingGroup {
  const { identity, group, snapshot } = call;
  if (identity.spareGroup === '' || serves(group, call, model)) return group;
  const spare = spareGroupOf(identity, snapshot);
  return spare !== null && serves(spare, call, model) ? spare : group;
}

const serves = ({ symbol }: RoutingGroup, call: GroupCall, model: string): boolean =>
  call.snapshot.routesFor(symbol, model).routes.some(({ channel }) => isMeant(channel, call));

function openGroup(
  symbol: string,
  { identity, snapshot }: { identity: GroupNames; snapshot: RoutingSnapshot },
): RoutingGroup | null {
  const group = snapshot.groups.get(symbol);
  return group !== undefined && (symbol === identity.userGroup || group.isPublic) ? group : null;
}
