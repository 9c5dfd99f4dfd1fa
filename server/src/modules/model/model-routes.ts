import { modelCalls, modelOwners } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { listAvailableModels } from './available-models.ts';

export const modelRoutes = routesFor(modelCalls, ({ db }: ModuleNeeds) => ({
  owners: () => [...modelOwners],
  ownersById: () => Object.fromEntries(modelOwners.map((owner) => [String(owner.id), owner])),
  available: ({ user }) => listAvailableModels(db, user?.group),
}));
