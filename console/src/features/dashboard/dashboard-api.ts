import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { logCalls, logType, paymentCalls, statisticsCalls } from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';

export const dashboardRanges = ['1', '7', '30'] as const;
export const dashboardMeasures = ['quota', 'requests', 'tokens'] as const;
export type DashboardMeasure = (typeof dashboardMeasures)[number];

/** Days shown, and what of. */
export const dashboardFilter = z.object({
  range: z.enum(dashboardRanges).catch('7').default('7'),
  by: z.enum(dashboardMeasures).catch('quota').default('quota'),
});
export type DashboardRange = z.output<typeof dashboardFilter>['range'];

const REFRESH_MS = 60_000;

/** Own use by day and model: so many days, today included. */
export const dailyUseQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'days', days],
    queryFn: ({ signal }) =>
      callApi(statisticsCalls.dashboard, { query: { days: days - 1, time_zone: readerTimeZone() }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Own use of yesterday and today by hour and model. */
export const hourlyUseQuery = queryOptions({
  queryKey: ['dashboard', 'hours'],
  queryFn: ({ signal }) =>
    callApi(statisticsCalls.dashboard, {
      query: { days: 1, interval: 'hour', time_zone: readerTimeZone() },
      signal,
    }),
  refetchInterval: REFRESH_MS,
});

const LIVE_MS = 5000;

/** Calls and tokens of the last minute; asked for only while the page is in sight. */
export const callRateQuery = queryOptions({
  queryKey: ['dashboard', 'rate'],
  queryFn: ({ signal }) => callApi(statisticsCalls.rate, { signal }),
  refetchInterval: LIVE_MS,
});

export const RECENT_CALLS = 6;

/** One's own newest calls; a call made elsewhere arrives by itself. */
export const recentCallsQuery = queryOptions({
  queryKey: ['dashboard', 'recent'],
  queryFn: ({ signal }) =>
    callApi(logCalls.listSelf, { query: { log_type: logType.consume, size: RECENT_CALLS }, signal }),
  refetchInterval: LIVE_MS,
});

/** Sales of today, 7 and 30 days; for administrators. */
export const salesQuery = queryOptions({
  queryKey: ['dashboard', 'sales'],
  queryFn: ({ signal }) => callApi(paymentCalls.summary, { query: { time_zone: readerTimeZone() }, signal }),
  refetchInterval: REFRESH_MS,
});
