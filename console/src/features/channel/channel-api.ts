import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BalancesResult,
  type BatchResult,
  type ChannelTestKind,
  type channelBatch,
  channelCalls,
  type channelDraft,
  channelFilterFields,
  type channelInput,
  channelStatus,
  type TestsResult,
  userGroupCalls,
} from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi, callApiBeside } from '../../api/call-api.ts';
import { withOneKey } from '../../api/listed-models.ts';
import { useAction, useSwitch } from '../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';
import { addressOf, valuesOf } from '../../ui/list/list-fields.ts';
import { filterNumber, filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

export const channels = entityQueries('channel', channelCalls);
const { keys } = channels;

// The console searches by `name`, and has one more value of `filter_tag`.
const { keyword: _keyword, filter_tag: _tags, ...fields } = channelFilterFields;
export const addressFields = fields;

export const channelFilter = pageFilter.extend({
  /** Empty: those that fail or rest first, then the newest. */
  order: z.string().catch('').default(''),
  ...addressOf(addressFields),
  /** 1 untagged only, 2 tags only, 3 every channel by itself; else untagged ones and tags. */
  filter_tag: filterNumber(),
  /** `new`, the id of the channel or `tag:` and the tag whose form is open; `keys:` or `budgets:` and the id whose keys or budgets are. */
  open: filterText(),
});
/** In the address, before the channel whose keys are open. */
export const KEYS_PREFIX = 'keys:';
/** The same for its budgets. */
export const BUDGETS_PREFIX = 'budgets:';

export type ChannelFilter = z.output<typeof channelFilter>;
export type ChannelFormValues = z.input<typeof channelInput>;
export type ChannelDraft = z.input<typeof channelDraft>;

export const channelPageQuery = (filter: ChannelFilter) => channels.pageQuery(asked(filter));

export const EVERY_CHANNEL = 3;

/** A list of one tag shows its channels. */
const asked = ({ filter_tag = 0, ...filter }: ChannelFilter) => ({
  ...filter,
  filter_tag: filter.tag !== undefined || filter_tag >= EVERY_CHANNEL ? undefined : filter_tag,
});

export const channelExportHref = (filter: ChannelFilter): string =>
  callAddress(
    channelCalls.exportCsv,
    {},
    {
      ...valuesOf(addressFields, filter),
      filter_tag: asked(filter).filter_tag,
    },
  );

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
    queryKey: [...keys.pages, 'tagged', tags],
    queryFn: async ({ signal }) => {
      const lists = tags.map((tag) => callApi(channelCalls.tagged, { params: { tag }, signal }));
      return (await Promise.all(lists)).flat().map((channel) => ({ ...channel, tag_channels: null }));
    },
    enabled: tags.length > 0,
    placeholderData: keepPreviousData,
  });

export const useLeaveTag = () =>
  useAction(channels, (id: number) => callApi(channelCalls.leaveTag, { params: { id } }));

const statusOf = (isOn: boolean) => (isOn ? channelStatus.enabled : channelStatus.disabled);

export const useChannelSwitch = () =>
  useSwitch(channels, {
    send: ({ id }, isOn) => callApi(channelCalls.update, { input: { id, status: statusOf(isOn) } }),
    patch: (isOn) => ({ status: statusOf(isOn) }),
  });

/** Its key is copied by the server, which answers no key. */
export const useCopyChannel = () =>
  useAction(channels, (id: number) => callApi(channelCalls.copy, { params: { id } }));

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

export const useDeleteDisabled = () => useAction(channels, () => callApi(channelCalls.removeDisabled, {}));

export const useChangeChannels = () =>
  useAction(
    channels,
    (input: z.input<typeof channelBatch>): Promise<BatchResult> => callApi(channelCalls.batch, { input }),
    { isQuiet: true },
  );

export function useTestChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...query }: { id: number; model?: string; kind?: ChannelTestKind }) =>
      callApiBeside(channelCalls.test, { params: { id }, query }),
    meta: { isQuiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages }),
  });
}

/** Tries what the form holds, before it is saved. */
export function useTestDraft() {
  return useMutation({
    mutationFn: (input: ChannelDraft) => callApiBeside(channelCalls.testDraft, { input: withOneKey(input) }),
    meta: { isQuiet: true },
  });
}

/** Dismisses the new and missing models of the provider. */
export const useDismissNews = () =>
  useAction(channels, (id: number) => callApi(channelCalls.dismissModels, { params: { id } }));

export const useUpdateBalance = () =>
  useAction(channels, (id: number) => callApiBeside(channelCalls.updateBalance, { params: { id } }));

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
