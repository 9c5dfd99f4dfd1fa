import { midjourneyCalls, taskCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  getTask,
  listMidjourney,
  listOwnMidjourney,
  listOwnTasks,
  listTasks,
  type TaskRow,
  toDetail,
  toOwnView,
} from './task-repository.ts';

export const taskRoutes = routesFor(taskCalls, (deps: ModuleDeps) => {
  const { db, taskControl } = deps;
  const detail = async (row: TaskRow) => toDetail(deps, await getTask(db, row.task_id));
  const ownDetail = async (row: TaskRow) => toOwnView(await detail(row));
  return {
    listOwn: ({ user, query }) => listOwnTasks(deps, user.id, query),
    getOwn: async ({ user, params }) => ownDetail(await getTask(db, params.task_id, user.id)),
    cancelOwn: async ({ user, params }) => {
      const row = await getTask(db, params.task_id, user.id);
      await taskControl.cancel(row.task_id);
      return ownDetail(row);
    },
    retryOwn: async ({ user, params, requestId, ip }) => {
      const row = await getTask(db, params.task_id, user.id);
      const made = await taskControl.retry(row.task_id, { requestId, sourceIp: ip });
      return ownDetail(await getTask(db, made, user.id));
    },
    noticeSecret: ({ user }) => ({ secret: taskControl.noticeSecret(user.id) }),
    list: ({ query }) => listTasks(deps, query),
    get: async ({ params }) => detail(await getTask(db, params.task_id)),
    check: async ({ params }) => {
      const row = await getTask(db, params.task_id);
      await taskControl.check(row.task_id);
      return detail(row);
    },
    cancel: async ({ params }) => {
      const row = await getTask(db, params.task_id);
      await taskControl.cancel(row.task_id);
      return detail(row);
    },
  };
});

export const midjourneyRoutes = routesFor(midjourneyCalls, (deps: ModuleDeps) => ({
  listOwn: ({ user, query }) => listOwnMidjourney(deps, user.id, query),
  list: ({ query }) => listMidjourney(deps, query),
}));
