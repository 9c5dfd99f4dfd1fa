import { priceScheduleCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const priceScheduleRoutes = routesFor(priceScheduleCalls, ({ priceListSchedule }: ModuleDeps) => ({
  get: () => priceListSchedule.view(),
  update: ({ input }) => priceListSchedule.update(input),
}));
