import { modelCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { listAvailableModels } from './available-models.ts';
import {
  deleteOwner,
  getOwner,
  insertOwner,
  isBuiltIn,
  readOwners,
  saveOwner,
} from './model-owner-repository.ts';

export const modelRoutes = routesFor(modelCalls, ({ db, changes }: ModuleNeeds) => ({
  owners: async () => [...(await readOwners(db)).values()],
  ownersById: async () => Object.fromEntries(await readOwners(db)),
  owner: ({ params }) => getOwner(db, params.id),
  createOwner: async ({ input }) => {
    await insertOwner(db, input);
    await changes.routingChanged();
    return input;
  },
  updateOwner: async ({ input }) => {
    await getOwner(db, input.id);
    await saveOwner(db, input);
    await changes.routingChanged();
    return input;
  },
  removeOwner: async ({ params }) => {
    await getOwner(db, params.id);
    if (isBuiltIn(params.id)) throw new GatewayError('model_owner.built_in');
    await deleteOwner(db, params.id);
    await changes.routingChanged();
  },
  available: ({ user }) => listAvailableModels(db, user?.group),
}));
