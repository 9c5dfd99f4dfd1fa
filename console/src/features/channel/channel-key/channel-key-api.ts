import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type ChannelKeyView,
  type ChannelView,
  channelCalls,
  type channelKeyBatch,
  channelKeyCalls,
  type channelKeyChange,
} from '@turnpike/contract';
import type { z } from 'zod';
import { callApi, callApiBeside } from '../../../api/call-api.ts';
import { useAction } from '../../../ui/list/entity-mutations.ts';
import { channels } from '../channel-api.ts';

/** Name of a key; two keys may have the same ends. */
export const keyName = ({ key_hint, id }: Pick<ChannelKeyView, 'key_hint' | 'id'>): string =>
  `${key_hint} #${id}`;

/** Below the channels': what changes keys changes what the list shows of them. */
export const channelKeysQuery = (id: number) =>
  queryOptions({
    queryKey: [...channels.keys.all, 'keys', id],
    queryFn: ({ signal }) => callApi(channelKeyCalls.list, { params: { id }, signal }),
  });

/** @param etag of the channel: keys are not added to an address that somebody else has changed meanwhile */
export const useAddKeys = ({ id, etag }: ChannelView) =>
  useAction(
    channels,
    (input: { keys: string }) => callApi(channelKeyCalls.add, { params: { id }, input, ifMatch: etag }),
    { isQuiet: true },
  );

interface KeyChange extends z.input<typeof channelKeyChange> {
  key_id: number;
  etag?: string;
}

export const useChangeKey = (id: number) =>
  useAction(
    channels,
    ({ key_id, etag, ...input }: KeyChange) =>
      callApi(channelKeyCalls.update, { params: { id, key_id }, input, ifMatch: etag }),
    { isQuiet: true },
  );

export const useDeleteKey = (id: number) =>
  useAction(channels, (key_id: number) => callApi(channelKeyCalls.remove, { params: { id, key_id } }));

export const useChangeKeys = (id: number) =>
  useAction(
    channels,
    (input: z.input<typeof channelKeyBatch>) => callApi(channelKeyCalls.batch, { params: { id }, input }),
    { isQuiet: true },
  );

export function useTestKey(id: number) {
  return useMutation({
    mutationFn: (key_id: number) => callApiBeside(channelCalls.test, { params: { id }, query: { key_id } }),
  });
}
