import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { tokenCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { useSite } from '../../api/site-status.ts';

/** The key of the quick start: shown when it exists, made with a limit when it does not. */
export function usePlaygroundKey() {
  const client = useQueryClient();
  const { pointsPerUnit } = useSite();
  const exists = useQuery(hasPlaygroundKeyQuery);
  const reveal = useMutation({ mutationFn: () => callApi(tokenCalls.playground, {}) });
  const create = useMutation({
    mutationFn: () => callApi(tokenCalls.playground, {}),
    onSuccess: () => client.invalidateQueries(hasPlaygroundKeyQuery),
  });
  return {
    /** Spending limit of a key that is created here, in points. */
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
