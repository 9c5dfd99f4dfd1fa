import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isMeant, type MeantPlace, routesForKey } from './channel-pin.ts';
import type { Identity } from './identity.ts';

type GroupNames = Pick<Identity, 'tokenGroup' | 'spareGroups' | 'userGroup'>;

/**
 * Returns the group whose rights and limits admit a call: the token's, if it names one that its owner may
 * use, else the owner's. It pays too, unless a spare group does.
 * @throws token.group_not_allowed; checked at each use, so that the loss of a group takes effect at once
 */
export function admitGroupOf(identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup {
  const group = openGroup(identity.tokenGroup || identity.userGroup, { identity, snapshot });
  if (group === null) throw new GatewayError('token.group_not_allowed');
  return group;
}

/** The spare groups of a token that its owner may use, in order. */
export const spareGroupsOf = (identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup[] =>
  identity.spareGroups
    .map((symbol) => openGroup(symbol, { identity, snapshot }))
    .filter((group) => group !== null);

interface GroupCall extends MeantPlace {
  identity: GroupNames;
  payingGroup: RoutingGroup;
  snapshot: RoutingSnapshot;
}

/**
 * Returns the group that pays for a call of a model: the first of the token's groups that has a permitted channel
 * for the model now. The present paying group, at first the admitting one, comes before them.
 */
export function payingGroupFor(call: GroupCall, model: string): RoutingGroup {
  const { identity, payingGroup, snapshot } = call;
  if (identity.spareGroups.length === 0 || serves(payingGroup, call, model)) return payingGroup;
  for (const symbol of [identity.tokenGroup || identity.userGroup, ...identity.spareGroups]) {
    const group = openGroup(symbol, { identity, snapshot });
    if (group !== null && serves(group, call, model)) return group;
  }
  return payingGroup;
}

const serves = ({ symbol }: RoutingGroup, call: GroupCall, model: string): boolean =>
  routesForKey(call, { group: symbol, model }).routes.some(({ channel }) => isMeant(channel, call));

function openGroup(
  symbol: string,
  { identity, snapshot }: { identity: GroupNames; snapshot: RoutingSnapshot },
): RoutingGroup | null {
  const group = snapshot.groups.get(symbol);
  return group !== undefined && (symbol === identity.userGroup || group.isPublic) ? group : null;
}
