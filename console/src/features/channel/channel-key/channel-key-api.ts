import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Name of a key; two keys may have the same ends. */
export const keyName = ({ key_hint, id }: Pick<ChannelKeyView, 'key_hint' | 'id'>): string =>
  `${key_hint} #${id}`;

/** Below the channels': what changes keys changes what the list shows of them. */
const keysOf = (id: number) => ['channel', 'keys', id] as const;

export const channelKeysQuery = (id: number) =>
  queryOptions({
    queryKey: keysOf(id),
    queryFn: ({ signal }) => callApi(channelKeyCalls.list, { params: { id }, signal }),
  });

/** Everything that shows channels or their keys is read again. */
export function useRereadKeys() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['channel'] });
}

/** @param etag of the channel: keys are not added to an address that somebody else has changed meanwhile */
export function useAddKeys({ id, etag }: ChannelView) {
  return useMutation({
    mutationFn: (input: { keys: string }) =>
      callApi(channelKeyCalls.add, { params: { id }, input, ifMatch: etag }),
    meta: { isQuiet: true },
    onSuccess: useRereadKeys(),
  });
}

interface KeyChange extends z.input<typeof channelKeyChange> {
  key_id: number;
  etag?: string;
}

export function useChangeKey(id: number) {
  return useMutation({
    mutationFn: ({ key_id, etag, ...input }: KeyChange) =>
      callApi(channelKeyCalls.update, {
        params: { id, key_id },
        input,
        ...(etag !== undefined && { ifMatch: etag }),
      }),
    meta: { isQuiet: true },
    onSuccess: useRereadKeys(),
  });
}

export function useDeleteKey(id: number) {
  return useMutation({
    mutationFn: (key_id: number) => callApi(channelKeyCalls.remove, { params: { id, key_id } }),
    onSuccess: useRereadKeys(),
  });
}

export function useChangeKeys(id: number) {
  return useMutation({
    mutationFn: (input: z.input<typeof channelKeyBatch>) =>
      callApi(channelKeyCalls.batch, { params: { id }, input }),
    meta: { isQuiet: true },
    onSuccess: useRereadKeys(),
  });
}

export function useTestKey(id: number) {
  return useMutation({
    mutationFn: (key_id: number) => callApiBeside(channelCalls.test, { params: { id }, query: { key_id } }),
  });
}
