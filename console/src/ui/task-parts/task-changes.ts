import { useMutation, useQueryClient } from '@tanstack/react-query';
import { taskCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

/** First parts of the keys of queries: both lists show tasks of one kind of object. */
export const taskKeys = { tasks: ['task'], pictures: ['midjourney'] } as const;

/** Returns a function that reads the lists again, and ends when they are there. */
export function useRenewTasks(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(Object.values(taskKeys).map((queryKey) => client.invalidateQueries({ queryKey })));
}

export const useCancelTask = (task_id: string, isAdmin: boolean) =>
  useMutation({
    mutationFn: async () => {
      await callApi(isAdmin ? taskCalls.cancel : taskCalls.cancelOwn, { params: { task_id } });
    },
    onSettled: useRenewTasks(),
  });

export const useRetryTask = (task_id: string) =>
  useMutation({
    mutationFn: () => callApi(taskCalls.retryOwn, { params: { task_id } }),
    onSettled: useRenewTasks(),
  });
