import { modelStatusCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { ModelStatuses } from './model-status-page.ts';

export const modelStatusRoutes = routesFor(modelStatusCalls, (deps: ModuleDeps) => {
  const statuses = new ModelStatuses(deps);
  return { read: () => statuses.read() };
});
