import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputOf, notificationCalls } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';

const keys = { all: ['profile', 'notification'] as const };

export const targetListQuery = queryOptions({
  queryKey: [...keys.all, 'targets'] as const,
  queryFn: ({ signal }) => callApi(notificationCalls.targets, { signal }),
});

export const eventListQuery = (size: number) =>
  queryOptions({
    queryKey: [...keys.all, 'events', size] as const,
    queryFn: ({ signal }) => callApi(notificationCalls.list, { query: { size }, signal }),
    placeholderData: keepPreviousData,
  });

type NewTarget = InputOf<typeof notificationCalls.create>;

/** Creates a target, or changes the one with this id. */
export function useSaveTarget(id: number | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, ...input }: NewTarget): Promise<void> => {
      if (id === undefined) await callApi(notificationCalls.create, { input: { type, ...input } });
      else await callApi(notificationCalls.update, { input: { id, ...input } });
    },
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useRemoveTarget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(notificationCalls.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useTestTarget = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof notificationCalls.test>) => callApi(notificationCalls.test, { input }),
    meta: { isQuiet: true },
  });
