import { channelComparisonCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { compareSecrets } from './compare-secrets.ts';

export const channelComparisonRoutes = routesFor(channelComparisonCalls, (deps: ModuleDeps) => ({
  compare: ({ query }) => compareSecrets(deps, query.ids),
}));
