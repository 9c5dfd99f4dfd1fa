import { priceScheduleCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';

export const priceScheduleRoutes = routesFor(priceScheduleCalls, ({ priceListSchedule }: ModuleNeeds) => ({
  get: () => priceListSchedule.view(),
  update: ({ input }) => priceListSchedule.update(input),
}));
