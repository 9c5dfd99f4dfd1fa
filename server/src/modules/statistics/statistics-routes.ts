import { statisticsCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { countSignUps, readTotals } from './account-sums.ts';
import { readRate } from './call-rate.ts';
import { givenRange, lastDays } from './statistics-range.ts';
import { ordersByDate, redemptionsByDate } from './top-up-sums.ts';
import { groupUsageOf, modelUsageOf } from './usage-views.ts';

const DASHBOARD_DAYS = 7;

export const statisticsRoutes = routesFor(statisticsCalls, ({ db, clock, callMeter }: ModuleDeps) => ({
  dashboard: ({ user, query }) =>
    modelUsageOf(db, user.id, lastDays(query.days ?? DASHBOARD_DAYS, query, clock.nowSeconds())),
  rate: ({ user }) => readRate(db, callMeter, user),
  totals: () => readTotals(db),
  period: async ({ query }) => {
    const range = givenRange(query, clock.nowSeconds());
    const userId = query.user_id || undefined;
    return {
      user_statistics: await countSignUps(db, range, userId),
      channel_statistics: await groupUsageOf(db, { range, groupType: query.group_type, userId }),
      redemption_statistics: await redemptionsByDate(db, range, userId),
      order_statistics: await ordersByDate(db, range, userId),
    };
  },
}));
