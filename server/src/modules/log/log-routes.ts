import { logCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { deleteOldCalls } from './log-clean-up.ts';
import { exportLogs, exportOwnLogs } from './log-export.ts';
import { findUserId } from './log-filter.ts';
import { listLogs, toOwnView, withChannels } from './log-repository.ts';
import { sumConsumption } from './log-stat.ts';

export const logRoutes = routesFor(logCalls, ({ db, jobs, clock }: ModuleDeps) => ({
  list: async ({ query }) => {
    const page = await listLogs(db, { ...query, userId: await findUserId(db, query) }, query);
    return { ...page, data: await withChannels(db, page.data) };
  },
  listSelf: async ({ user, query }) => {
    const page = await listLogs(db, { ...query, userId: user.id }, query);
    return { ...page, data: page.data.map(toOwnView) };
  },
  exportCsv: async ({ query }) => exportLogs(jobs, { ...query, userId: await findUserId(db, query) }),
  exportSelfCsv: ({ user, query }) => exportOwnLogs(jobs, { ...query, userId: user.id }),
  stat: async ({ query }) => {
    const userId = await findUserId(db, query);
    return sumConsumption(db, { ...query, userId, channel_id: query.channel || query.channel_id });
  },
  cleanUp: ({ user, query, requestId, ip }) =>
    deleteOldCalls(jobs, {
      target: query.target_timestamp,
      nowSeconds: clock.nowSeconds(),
      by: { request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
    }),
  statSelf: ({ user, query }) => sumConsumption(db, { ...query, userId: user.id }),
}));
