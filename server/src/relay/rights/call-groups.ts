import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isMeant, type MeantPlace, routesForKey } from './channel-pin.ts';
import type { Identity } from './identity-directory.ts';

type GroupNames = Pick<Identity, 'tokenGroup' | 'spareGroup' | 'userGroup'>;

/**
 * Returns the group whose rights and limits admit a call: the token's, if it names one that its owner may
 * use, else the owner's. It pays too, unless the spare group does.
 * @throws token.group_not_allowed; checked at each use, so that the loss of a group takes effect at once
 */
export function admitGroupOf(identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup {
  const group = openGroup(identity.tokenGroup || identity.userGroup, { identity, snapshot });
  if (group === null) throw new GatewayError('token.group_not_allowed');
  return group;
}

/** The spare group of a token; null if it has none that its owner may use. */
export const spareGroupOf = (identity: GroupNames, snapshot: RoutingSnapshot): RoutingGroup | null =>
  identity.spareGroup === '' ? null : openGroup(identity.spareGroup, { identity, snapshot });

interface GroupCall extends MeantPlace {
  identity: GroupNames;
  payingGroup: RoutingGroup;
  snapshot: RoutingSnapshot;
}

/**
 * Returns the group that pays for a call of a model. The spare group pays if it has a permitted channel for
 * the model now and the present paying group, at first the admitting one, has none.
 */
export function payingGroupFor(call: GroupCall, model: string): RoutingGroup {
  const { identity, payingGroup, snapshot } = call;
  if (identity.spareGroup === '' || serves(payingGroup, call, model)) return payingGroup;
  const spare = spareGroupOf(identity, snapshot);
  return spare !== null && serves(spare, call, model) ? spare : payingGroup;
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
