import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  hasTaskEnded,
  type MidjourneyView,
  midjourneyCalls,
  type OwnMidjourneyView,
  type Page,
  taskStatus,
} from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { timeRanges, toTimestamps } from '../../ui/filter/time-range.ts';
import { filterMoment, filterNumber, filterText, pageFilter } from '../../ui/list/use-url-filter.ts';
import { taskKeys } from '../../ui/task-parts/task-changes.ts';

export const midjourneyFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('-id').default('-id'),
  mj_id: filterText(),
  action: filterText(),
  status: z.enum(taskStatus).optional().catch(undefined),
  user_id: filterNumber(),
  channel_id: filterNumber(),
  range: z.enum(timeRanges).catch('all').default('all'),
  /** Epoch seconds, for the range `custom`. */
  from: filterMoment(),
  to: filterMoment(),
  /** Id of the task whose drawer is open. */
  open: filterText(),
});
export type MidjourneyFilter = z.output<typeof midjourneyFilter>;

/** Administrators get further members. */
export type ListedPicture = Omit<OwnMidjourneyView, 'channel_id'> &
  Partial<Pick<MidjourneyView, 'channel_id' | 'channel_name' | 'user_id' | 'username'>>;

/** Lists with tasks under way are read again this often, while they are looked at. */
const WATCHED_MS = 5_000;

const isUnderWay = ({ status, is_settled }: ListedPicture): boolean => !is_settled && !hasTaskEnded(status);

const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

export const midjourneyPageQuery = ({ open: _, ...filter }: MidjourneyFilter, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...taskKeys.pictures, 'page', isAdmin, filter],
    queryFn: async ({ signal }): Promise<Page<ListedPicture>> => {
      const { range, from, to, user_id, channel_id, ...rest } = filter;
      const { start_timestamp, end_timestamp } = toTimestamps(range, { from, to });
      const query = { ...rest, start_timestamp: toMs(start_timestamp), end_timestamp: toMs(end_timestamp) };
      return isAdmin
        ? callApi(midjourneyCalls.list, { query: { ...query, user_id, channel_id } as object, signal })
        : callApi(midjourneyCalls.listOwn, { query: query as object, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? WATCHED_MS : false),
    refetchIntervalInBackground: false,
  });
