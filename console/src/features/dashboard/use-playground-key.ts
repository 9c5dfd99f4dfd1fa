import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NEVER_EXPIRES, tokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { useSite } from '../../api/site-status.ts';
import { hasPlaygroundKeyQuery, PLAYGROUND_KEY } from './dashboard-api.ts';

/** The key of the quick start: shown when it exists, made with a limit when it does not. */
export function usePlaygroundKey() {
  const client = useQueryClient();
  const { pointsPerUnit } = useSite();
  const exists = useQuery(hasPlaygroundKeyQuery);
  const reveal = useMutation({ mutationFn: () => callApi(tokenCalls.playground, {}) });
  const create = useMutation({
    mutationFn: () =>
      callApi(tokenCalls.create, {
        input: {
          name: PLAYGROUND_KEY,
          expired_time: NEVER_EXPIRES,
          remain_quota: pointsPerUnit,
          unlimited_quota: false,
        },
      }),
    onSuccess: () => client.invalidateQueries(hasPlaygroundKeyQuery),
  });
  return {
    /** What it may spend at most when it is made here, in points. */
    limit: pointsPerUnit,
    /** Undefined until it is known. */
    exists: exists.data,
    key: create.data?.key ?? reveal.data?.key,
    isBusy: create.isPending || reveal.isPending,
    create: () => create.mutate(),
    reveal: () => reveal.mutate(),
  };
}

export type PlaygroundKeyState = ReturnType<typeof usePlaygroundKey>;
