import { channelCheckCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { checkChannel } from './check-channel.ts';

export const channelCheckRoutes = routesFor(channelCheckCalls, (deps: ModuleDeps) => ({
  check: ({ input, signal }) => checkChannel(deps, input, signal),
}));
