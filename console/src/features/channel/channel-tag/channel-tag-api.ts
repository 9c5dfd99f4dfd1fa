import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChannelTagView, channelTagCalls, type channelTagChange } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../../api/call-api.ts';

const all = ['channel'] as const;

export type TagChange = z.input<typeof channelTagChange>;

export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: [...all, 'tag', tag],
    queryFn: ({ signal }) => callApi(channelTagCalls.get, { params: { tag }, signal }),
  });

function useTagMutation<Asked, Answered>(mutationFn: (asked: Asked) => Promise<Answered>, isQuiet = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { isQuiet },
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export const useChangeTag = ({ tag, etag }: Pick<ChannelTagView, 'tag' | 'etag'>) =>
  useTagMutation(
    (input: TagChange) => callApi(channelTagCalls.update, { params: { tag }, input, ifMatch: etag }),
    true,
  );

export type TagAction = 'enable' | 'disable' | 'deleteDisabled' | 'delete';

/** Does something to every channel of a tag. @returns how many it were */
export const useActOnTag = (tag: string) =>
  useTagMutation((action: TagAction) => {
    const params = { tag };
    if (action === 'delete') return callApi(channelTagCalls.remove, { params });
    if (action === 'deleteDisabled') return callApi(channelTagCalls.removeDisabled, { params });
    return callApi(channelTagCalls.setStatus, { params: { tag, status: action } });
  });

export const useSetTagPriority = (tag: string) =>
  useTagMutation(
    (value: number) => callApi(channelTagCalls.setPriority, { params: { tag }, input: { value } }),
    true,
  );
