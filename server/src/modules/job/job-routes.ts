import { jobCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const jobRoutes = routesFor(jobCalls, ({ jobRunner }: ModuleDeps) => ({
  list: () => jobRunner.list(),
}));
