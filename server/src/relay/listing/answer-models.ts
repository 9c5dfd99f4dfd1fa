import { GatewayError } from '../../platform/gateway-error.ts';
import type { KeyQuestion } from '../answer-key-holder.ts';
import { groupOf } from '../identify/identify-caller.ts';
import { assertMayUseModel, mayUseModel } from '../identify/key-rights.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * The models that a key may use, in the shape of the address.
 * @param only one model; null lists all
 * @throws model.not_found, token.model_not_allowed
 */
export function answerModels(
  { identity, family, query }: KeyQuestion,
  { routing, only }: Pick<RelayNeeds, 'routing'> & { only: string | null },
): object {
  const snapshot = routing.current;
  const group = groupOf(identity, snapshot).symbol;
  const toListed = (id: string) => ({ id, owner: snapshot.ownerOf(group, id) });
  if (only === null) {
    const models = snapshot.modelsOf(group).filter((model) => mayUseModel(identity.rights, model));
    return family.modelList.list(models.map(toListed), query);
  }
  assertMayUseModel(identity.rights, only);
  if (snapshot.routesFor(group, only).routes.length === 0)
    throw new GatewayError('model.not_found', { model: only });
  return family.modelList.one(toListed(only));
}
