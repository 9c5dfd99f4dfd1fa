import { queryOptions } from '@tanstack/react-query';
import { taskCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

const SHOWN = 5;

/** The newest tasks of an account. */
export const userTasksQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['task', 'of-user', user_id],
    queryFn: async ({ signal }) =>
      (await callApi(taskCalls.list, { query: { user_id, size: SHOWN, order: '-id' }, signal })).data,
  });
