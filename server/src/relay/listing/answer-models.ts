import type { RoutingGroup, RoutingSnapshot } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { admitGroupOf, payingGroupFor, spareGroupsOf } from '../rights/call-groups.ts';
import { assertMayUseModel, mayUseModel } from '../rights/key-rights.ts';
import type { KeyQuestion } from './answer-key-holder.ts';

/**
 * Lists the models that a key may use, in the format of the path.
 * @param only one model; null lists all
 * @throws model.not_found, token.model_not_allowed
 */
export function answerModels(
  { identity, family, query }: KeyQuestion,
  { routing, only }: Pick<RelayDeps, 'routing'> & { only: string | null },
): object {
  const snapshot = routing.current;
  const admitGroup = admitGroupOf(identity, snapshot);
  const ownGroupFor = (model: string) =>
    payingGroupFor({ identity, payingGroup: admitGroup, snapshot, boundTo: null, pin: null }, model).symbol;
  const toListed = (id: string) => ({ id, owner: snapshot.ownerOf(ownGroupFor(id), id) });
  if (only === null) {
    const models = modelsOf([admitGroup, ...spareGroupsOf(identity, snapshot)], snapshot);
    const usable = models.filter((model) => mayUseModel(identity.rights, model));
    return family.modelList.list(usable.map(toListed), query);
  }
  assertMayUseModel(identity.rights, only);
  if (snapshot.routesFor(ownGroupFor(only), only).routes.length === 0)
    throw new GatewayError('model.not_found', { model: only });
  return family.modelList.one(toListed(only));
}

function modelsOf(groups: readonly RoutingGroup[], snapshot: RoutingSnapshot): string[] {
  const models = groups.flatMap((group) => snapshot.modelsOf(group.symbol));
  return [...new Set(models)].sort();
}
