import { channelEditCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { deleteModel, setApiVersion } from './edit-channels.ts';

export const channelEditRoutes = routesFor(channelEditCalls, (deps: ModuleDeps) => ({
  deleteModel: ({ input }) => deleteModel(deps, input),
  setApiVersion: ({ input }) => setApiVersion(deps, input),
}));
