import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasTaskEnded, taskCalls } from '@turnpike/contract';
import { useEffect, useState } from 'react';
import { isAbort } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { selfQuery } from '../../../api/self.ts';
import { cancelVideo, followVideo, isOver, type VideoTask } from './video-calls.ts';

const taskKey = (id: string) => ['playground', 'task', id] as const;

/** Follows a task for as long as it is shown. */
export function useVideoTask(id: string, tokenKey: string) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ id: string; error: unknown }>();
  const { data: task } = useQuery<VideoTask>({ queryKey: taskKey(id), queryFn: skipToken });

  // The stream of events is outside React.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    followVideo({
      id,
      tokenKey,
      signal,
      onTask: (next) => {
        if (signal.aborted) return;
        client.setQueryData(taskKey(id), next);
        if (isOver(next)) void client.invalidateQueries(selfQuery);
      },
    }).catch((error: unknown) => {
      if (!signal.aborted && !isAbort(error)) setFailure({ id, error });
    });
    return () => controller.abort();
  }, [client, id, tokenKey]);

  return { task, error: failure?.id === id ? failure.error : undefined };
}

/** Points of a task and whether it can be cancelled; read again with each state. */
export const taskMoneyQuery = ({ id, status }: Pick<VideoTask, 'id' | 'status'>) =>
  queryOptions({
    queryKey: [...taskKey(id), 'money', status],
    queryFn: ({ signal }) => callApi(taskCalls.getOwn, { params: { task_id: id }, signal }),
    // An ended task is settled a moment later.
    refetchInterval: ({ state }) =>
      hasTaskEnded(status) && state.data?.is_settled === false ? 1_000 : false,
  });

export function useCancelVideo(id: string, tokenKey: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => cancelVideo(id, tokenKey),
    onSuccess: (task) => {
      client.setQueryData(taskKey(id), task);
      void client.invalidateQueries(selfQuery);
    },
  });
}
