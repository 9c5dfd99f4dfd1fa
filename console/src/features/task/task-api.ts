import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { hasTaskEnded, type OwnTaskView, type Page, taskCalls, taskStatus } from '@turnpike/contract';
import { useEffect } from 'react';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';
import { timeRanges, toTimestamps } from '../../ui/filter/time-range.ts';
import { filterMoment, filterNumber, filterText, pageFilter } from '../../ui/list/use-url-filter.ts';
import { taskKeys, useRenewTasks } from '../../ui/task-parts/task-changes.ts';

export const taskFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-id').default('-id'),
  task_id: filterText(),
  action: filterText(),
  platform: filterText(),
  status: z.enum(taskStatus).optional().catch(undefined),
  user_id: filterNumber(),
  channel_id: filterNumber(),
  range: z.enum(timeRanges).catch('all').default('all'),
  /** Epoch seconds, for the range `custom`. */
  from: filterMoment(),
  to: filterMoment(),
  /** Id of the task whose drawer is open. */
  open: filterText(),
});
export type TaskFilter = z.output<typeof taskFilter>;

/** Administrators get further members. */
export type ListedTask = OwnTaskView & {
  user_id?: number;
  username?: string;
  channel_id?: number;
  channel_name?: string;
  upstream_id?: string;
  note?: string;
};
export type ShownTask = ListedTask & { data: unknown };

/** Lists with tasks under way are read again this often, while they are looked at. */
const WATCHED_MS = 5_000;

const isUnderWay = ({ status, is_settled }: OwnTaskView): boolean => !is_settled && !hasTaskEnded(status);

export const taskPageQuery = ({ open: _, ...filter }: TaskFilter, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...taskKeys.tasks, 'page', isAdmin, filter],
    queryFn: async ({ signal }): Promise<Page<ListedTask>> => {
      const { range, from, to, user_id, channel_id, ...rest } = filter;
      const query = { ...rest, ...toTimestamps(range, { from, to }) };
      return isAdmin
        ? callApi(taskCalls.list, { query: { ...query, user_id, channel_id } as object, signal })
        : callApi(taskCalls.listOwn, { query: query as object, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? WATCHED_MS : false),
    refetchIntervalInBackground: false,
  });

export const taskQuery = (task_id: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...taskKeys.tasks, 'one', isAdmin, task_id],
    queryFn: async ({ signal }): Promise<ShownTask> =>
      isAdmin
        ? ((await callApi(taskCalls.get, { params: { task_id }, signal })) as ShownTask)
        : ((await callApi(taskCalls.getOwn, { params: { task_id }, signal })) as ShownTask),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCHED_MS : false),
    refetchIntervalInBackground: false,
  });

/** Asked for when its dialog opens. */
export const noticeSecretQuery = queryOptions({
  queryKey: [...taskKeys.tasks, 'notice-secret'],
  queryFn: ({ signal }) => callApi(taskCalls.noticeSecret, { signal }),
});

export const useCheckTask = (task_id: string) =>
  useMutation({
    mutationFn: () => callApi(taskCalls.check, { params: { task_id } }),
    onSettled: useRenewTasks(),
  });

/** Reads the own balance again when a listed task has ended. */
export function useFreshBalance(page: Page<ListedTask> | undefined): void {
  const client = useQueryClient();
  const settled = page?.data
    .filter(({ is_settled }) => is_settled)
    .map(({ task_id }) => task_id)
    .join(' ');
  useEffect(() => {
    if (settled !== undefined) void client.invalidateQueries({ queryKey: selfQuery.queryKey });
  }, [client, settled]);
}
