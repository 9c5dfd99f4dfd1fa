import { queryOptions } from '@tanstack/react-query';
import { type ChannelTagView, channelTagCalls, type channelTagChange } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../../api/call-api.ts';
import { useAction } from '../../../ui/list/entity-mutations.ts';
import { channels } from '../channel-api.ts';

export type TagChange = z.input<typeof channelTagChange>;

export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: [...channels.keys.all, 'tag', tag],
    queryFn: ({ signal }) => callApi(channelTagCalls.get, { params: { tag }, signal }),
  });

export const useChangeTag = ({ tag, etag }: Pick<ChannelTagView, 'tag' | 'etag'>) =>
  useAction(
    channels,
    (input: TagChange) => callApi(channelTagCalls.update, { params: { tag }, input, ifMatch: etag }),
    { isQuiet: true },
  );

export type TagAction = 'enable' | 'disable' | 'deleteDisabled' | 'delete';

/** Does something to every channel of a tag. @returns how many it were */
export const useActOnTag = (tag: string) =>
  useAction(channels, (action: TagAction) => {
    const params = { tag };
    if (action === 'delete') return callApi(channelTagCalls.remove, { params });
    if (action === 'deleteDisabled') return callApi(channelTagCalls.removeDisabled, { params });
    return callApi(channelTagCalls.setStatus, { params: { tag, status: action } });
  });

export const useSetTagPriority = (tag: string) =>
  useAction(
    channels,
    (value: number) => callApi(channelTagCalls.setPriority, { params: { tag }, input: { value } }),
    { isQuiet: true },
  );
