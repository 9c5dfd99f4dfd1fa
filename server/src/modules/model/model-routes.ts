import { modelCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { listAvailableModels } from './available-models.ts';
import {
  changeOwner,
  deleteOwner,
  getOwner,
  insertOwner,
  isBuiltIn,
  readOwners,
  withState,
} from './model-owner-repository.ts';

export const modelRoutes = routesFor(modelCalls, ({ db, changes }: ModuleNeeds) => ({
  owners: async () => [...(await readOwners(db)).values()].map(withState),
  ownersById: async () => Object.fromEntries(await readOwners(db)),
  owner: async ({ params }) => withState(await getOwner(db, params.id)),
  createOwner: async ({ input }) => {
    await insertOwner(db, input);
    await changes.routingChanged();
    return input;
  },
  updateOwner: async ({ input, knownStates }) => {
    await changeOwner(db, input, knownStates);
    await changes.routingChanged();
    return withState(input);
  },
  removeOwner: async ({ params }) => {
    await getOwner(db, params.id);
    if (isBuiltIn(params.id)) throw new GatewayError('model_owner.built_in');
    await deleteOwner(db, params.id);
    await changes.routingChanged();
  },
  available: ({ user }) => listAvailableModels(db, user?.group),
}));
