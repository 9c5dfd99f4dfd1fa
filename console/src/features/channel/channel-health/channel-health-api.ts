import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ChannelHealthView, type ChannelRow, channelHealthCalls } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';
import { channels } from '../channel-api.ts';
import { isTagRow } from '../channel-tag/use-tag-rows.ts';

/** How often health is requested while the tab is visible. */
const RENEW_MS = 15_000;
/** Channels of one call. */
const MAX_IDS = 100;

export type HealthOf = ReadonlyMap<number, ChannelHealthView>;

/** Health of channels by id. A change of any channel requests it again. */
export const channelHealthQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...channels.keys.all, 'health', ids],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
        ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
      );
      const answers = parts.map((part) =>
        callApi(channelHealthCalls.health, { query: { ids: part.join(',') }, signal }),
      );
      return (await Promise.all(answers)).flat();
    },
    select: toMap,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: false,
  });

const toMap = (health: readonly ChannelHealthView[]): HealthOf => new Map(health.map((one) => [one.id, one]));

/** Channels among the rows of a list, without repetition. */
export const channelIds = (rows: readonly ChannelRow[]): number[] => [
  ...new Set(rows.filter((row) => !isTagRow(row)).map(({ id }) => id)),
];
