import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BalancesResult,
  type BatchResult,
  type ChannelRow,
  type ChannelTestKind,
  type ChannelView,
  type channelBatch,
  channelCalls,
  type channelChange,
  type channelDraft,
  channelFilterFields,
  type channelInput,
  channelStatus,
  keyLines,
  type modelListDraft,
  type Page,
  type TestsResult,
  userGroupCalls,
} from '@turnpike/contract';
import type { z } from 'zod';
import { callAddress, callApi, callApiBeside } from '../../api/call-api.ts';
import { addressOf, valuesOf } from '../../ui/list/list-fields.ts';
import { filterNumber, filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

const keys = {
  all: ['channel'] as const,
  pages: ['channel', 'page'] as const,
  /** Queries of unfolded tags. */
  tagged: ['channel', 'tagged'] as const,
};

// The console searches by `name`, and has one more value of `filter_tag`.
const { keyword: _keyword, filter_tag: _tags, ...fields } = channelFilterFields;
export const addressFields = fields;

export const channelFilter = pageFilter.extend({
  ...addressOf(addressFields),
  /** 1 untagged only, 2 tags only, 3 every channel by itself; else untagged ones and tags. */
  filter_tag: filterNumber(),
  /** `new`, the id of the channel or `tag:` and the tag whose form is open; `keys:` and the id whose keys are. */
  open: filterText(),
});
/** In the address, before the channel whose keys are open. */
export const KEYS_PREFIX = 'keys:';

export type ChannelFilter = z.output<typeof channelFilter>;
export type ChannelFormValues = z.input<typeof channelInput>;
export type ChannelDraft = z.input<typeof channelDraft>;
export type ModelListDraft = z.input<typeof modelListDraft>;

export const channelPageQuery = (filter: ChannelFilter) => {
  const { page, size, order } = filter;
  const query = { page, size, order, ...asked(filter) };
  return queryOptions({
    queryKey: [...keys.pages, query],
    queryFn: ({ signal }) => callApi(channelCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const EVERY_CHANNEL = 3;

const asked = (filter: ChannelFilter) => ({
  ...valuesOf(addressFields, filter),
  filter_tag: askedTags(filter),
});

/** A list of one tag shows its channels. */
const askedTags = ({ tag, filter_tag = 0 }: ChannelFilter): number | undefined =>
  tag !== undefined || filter_tag >= EVERY_CHANNEL ? undefined : filter_tag;

export const channelExportHref = (filter: ChannelFilter): string =>
  callAddress(channelCalls.exportCsv, {}, asked(filter));

export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(channelCalls.get, { params: { id }, signal }),
  });

/** Models that have a price; others would be refused. */
export const pricedModelsQuery = queryOptions({
  queryKey: [...keys.all, 'models'],
  queryFn: ({ signal }) => callApi(channelCalls.models, { signal }),
  staleTime: 60_000,
});

export const groupSymbolsQuery = queryOptions({
  queryKey: ['user-group', 'symbols'],
  queryFn: ({ signal }) => callApi(userGroupCalls.symbols, { signal }),
  staleTime: 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: [...keys.all, 'tags'],
  queryFn: ({ signal }) => callApi(channelCalls.tags, { signal }),
  staleTime: 60_000,
});

/** Channels of tags, as rows of the list. */
export const taggedQuery = (tags: readonly string[]) =>
  queryOptions({
    queryKey: [...keys.tagged, tags],
    queryFn: async ({ signal }) => {
      const lists = tags.map((tag) => callApi(channelCalls.tagged, { params: { tag }, signal }));
      return (await Promise.all(lists)).flat().map((channel) => ({ ...channel, tag_channels: null }));
    },
    enabled: tags.length > 0,
    placeholderData: keepPreviousData,
  });

export function useLeaveTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(channelCalls.leaveTag, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useCreateChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ChannelFormValues) => callApi(channelCalls.create, { input }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useChangeChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ etag, ...input }: z.input<typeof channelChange> & Pick<ChannelView, 'etag'>) =>
      callApi(channelCalls.update, { input, ifMatch: etag }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** After a change that was refused: the list shows what there is now. */
export function useRereadChannels() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.all });
}

/** Switches at once and back again when the server refuses. */
export function useSetChannelStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: number; status: 1 | 2 }) => callApi(channelCalls.update, { input }),
    onMutate: async ({ id, status }) => {
      const turned = (rows: ChannelRow[]) => rows.map((row) => (row.id === id ? { ...row, status } : row));
      await client.cancelQueries({ queryKey: keys.pages });
      await client.cancelQueries({ queryKey: keys.tagged });
      const before = [
        ...client.getQueriesData<unknown>({ queryKey: keys.pages }),
        ...client.getQueriesData<unknown>({ queryKey: keys.tagged }),
      ];
      client.setQueriesData<Page<ChannelRow>>(
        { queryKey: keys.pages },
        (page) => page && { ...page, data: turned(page.data) },
      );
      client.setQueriesData<ChannelRow[]>({ queryKey: keys.tagged }, (rows) => rows && turned(rows));
      return before;
    },
    onError: (_error, _change, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useDeleteChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(channelCalls.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Its key is copied by the server, which answers no key. */
export function useCopyChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(channelCalls.copy, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const disabledCountQuery = queryOptions({
  queryKey: [...keys.all, 'disabled'],
  queryFn: async ({ signal }) => {
    const counts = [channelStatus.disabled, channelStatus.autoDisabled].map(async (status) => {
      const page = await callApi(channelCalls.list, { query: { status, size: 1 }, signal });
      return page.total_count;
    });
    const [byHand = 0, byTest = 0] = await Promise.all(counts);
    return byHand + byTest;
  },
  gcTime: 0,
});

export function useDeleteDisabled() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(channelCalls.removeDisabled, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export type ChannelsChange = z.input<typeof channelBatch>;

export function useChangeChannels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ChannelsChange): Promise<BatchResult> => callApi(channelCalls.batch, { input }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useTestChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...query }: { id: number; model?: string; kind?: ChannelTestKind }) =>
      callApiBeside(channelCalls.test, { params: { id }, query }),
    meta: { isQuiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages }),
  });
}

/** Keeps the first of several keys, which is enough to test an account. */
const withOneKey = <Draft extends { key?: string | undefined }>(draft: Draft): Draft =>
  draft.key === undefined ? draft : { ...draft, key: keyLines(draft.key)[0]?.key ?? '' };

/** Tries what the form holds, before it is saved. */
export function useTestDraft() {
  return useMutation({
    mutationFn: (input: ChannelDraft) => callApiBeside(channelCalls.testDraft, { input: withOneKey(input) }),
    meta: { isQuiet: true },
  });
}

/** Asks the provider of what the form holds for its models. */
export function useFetchModels() {
  return useMutation({
    mutationFn: (input: ModelListDraft) => callApi(channelCalls.listModels, { input: withOneKey(input) }),
    meta: { isQuiet: true },
  });
}

/** Dismisses the new and missing models of the provider. */
export function useDismissNews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(channelCalls.dismissModels, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useUpdateBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApiBeside(channelCalls.updateBalance, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Results of the channels so far. */
export interface RunPart<Row> {
  done: Row[];
  failed: { id: number; name: string; code: string }[];
  total: number;
  /** Where the next part goes on; 0 where none is left. */
  next: number;
}

/** Asks the channels behind a number. */
export type AskPart<Row> = (after: number, signal: AbortSignal) => Promise<RunPart<Row>>;

/** Balances of all enabled channels that have one; some by one call, so that there is progress to see. */
export const askBalances: AskPart<BalancesResult['done'][number]> = (after, signal) =>
  callApi(channelCalls.updateBalances, { query: { limit: 16, after }, signal });

/** Tests of all enabled channels, one by each call: nothing goes on once nobody waits for it. */
export const askTests: AskPart<TestsResult['done'][number]> = (after, signal) =>
  callApi(channelCalls.testEnabled, { query: { limit: 1, after }, signal });

interface Run<Row> {
  onProgress: (soFar: RunPart<Row>) => void;
  signal: AbortSignal;
}

/** Asks all channels, part by part. */
export function useAskInParts<Row>(ask: AskPart<Row>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ onProgress, signal }: Run<Row>) => {
      const all: RunPart<Row> = { done: [], failed: [], total: 0, next: 0 };
      do {
        const { done, failed, total, next } = await ask(all.next, signal);
        all.done.push(...done);
        all.failed.push(...failed);
        Object.assign(all, { total, next });
        onProgress({ ...all });
      } while (all.next !== 0 && !signal.aborted);
      return all;
    },
    meta: { isQuiet: true },
    // The result is shown at once, before the list is loaded again.
    onSettled: () => void client.invalidateQueries({ queryKey: keys.pages }),
  });
}
