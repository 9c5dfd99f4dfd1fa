import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statisticsCalls, type UsageGroupType } from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { filterNumber, filterSwitch } from '../../ui/list/use-url-filter.ts';
import { analyticsRanges, type RangeBounds } from './analytics-range.ts';

export const groupings = [
  'model_type',
  'model',
  'channel',
  'group',
  'user',
] as const satisfies readonly UsageGroupType[];

const filterDay = () => z.iso.date().optional().catch(undefined);

export const analyticsFilter = z.object({
  range: z.enum(analyticsRanges).catch('7d').default('7d'),
  /** `YYYY-MM-DD`, for the range `custom`. */
  from: filterDay(),
  to: filterDay(),
  by: z.enum(groupings).catch('model').default('model'),
  user_id: filterNumber(),
  /** Renewed by itself, where its end is now. */
  live: filterSwitch(),
});
export type AnalyticsFilter = z.output<typeof analyticsFilter>;

export const siteTotalsQuery = queryOptions({
  queryKey: ['analytics', 'totals'],
  queryFn: ({ signal }) => callApi(statisticsCalls.totals, { signal }),
});

interface PeriodQuery {
  bounds: RangeBounds;
  by: UsageGroupType;
  user_id: number | undefined;
}

export const periodQuery = ({ bounds, by, user_id }: PeriodQuery) =>
  queryOptions({
    queryKey: ['analytics', 'period', bounds, by, user_id],
    queryFn: ({ signal }) =>
      callApi(statisticsCalls.period, {
        query: {
          start_timestamp: bounds.start,
          end_timestamp: bounds.end,
          interval: bounds.interval,
          group_type: by,
          time_zone: readerTimeZone(),
          user_id,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
