import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statementCalls, statementKind, userCalls } from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { timeRanges, toTimestamps } from '../../ui/filter/time-range.ts';
import { filterMoment, filterNumber, filterText } from '../../ui/list/use-url-filter.ts';

export const statementFilter = z.object({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  cursor: filterText(),
  view: z.enum(['days', 'entries']).catch('days').default('days'),
  range: z.enum(timeRanges).catch('month').default('month'),
  /** Epoch seconds, for the range `custom`. */
  from: filterMoment(),
  to: filterMoment(),
  kind: z.enum(statementKind).optional().catch(undefined),
  /** Number of the account, for administrators; the own one where it is missing. */
  user: filterNumber(),
});
export type StatementFilter = z.output<typeof statementFilter>;

/** The filter's time range alone, for links. */
export const rangeOf = ({ range, from, to }: StatementFilter) => ({ range, from, to });

const queryOf = ({ size, cursor, range, from, to }: StatementFilter) => ({
  ...toTimestamps(range, { from, to }),
  size,
  cursor,
});

/** @param userId undefined: the own statement */
export const statementQuery = (filter: StatementFilter, userId: number | undefined) =>
  queryOptions({
    queryKey: ['statement', 'entries', userId, filter],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(filter), kind: filter.kind };
      return userId === undefined
        ? callApi(statementCalls.listSelf, { query, signal })
        : callApi(statementCalls.list, { params: { id: userId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

export const statementDaysQuery = (filter: StatementFilter, userId: number | undefined) =>
  queryOptions({
    queryKey: ['statement', 'days', userId, filter],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(filter), time_zone: readerTimeZone() };
      return userId === undefined
        ? callApi(statementCalls.daysSelf, { query, signal })
        : callApi(statementCalls.days, { params: { id: userId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

export const LATEST_CHANGES = 5;

/** The newest changes of the filter's time range that are no calls. */
export const latestChangesQuery = (filter: StatementFilter, userId: number | undefined) =>
  statementQuery({ ...filter, kind: 'other', cursor: undefined, size: LATEST_CHANGES }, userId);

/** Changes of the balance in the filter's time range. */
export const statementSumQuery = ({ range, from, to }: StatementFilter, userId: number | undefined) =>
  queryOptions({
    queryKey: ['statement', 'sum', userId, range, from, to],
    queryFn: ({ signal }) => {
      const query = toTimestamps(range, { from, to });
      return userId === undefined
        ? callApi(statementCalls.sumSelf, { query, signal })
        : callApi(statementCalls.sum, { params: { id: userId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** The entries that the filter shows, all of them, as a file; in the view by day those behind the days. */
export function statementExportHref(filter: StatementFilter, userId: number | undefined): string {
  const { range, from, to, kind, view } = filter;
  const query = { ...toTimestamps(range, { from, to }), kind: view === 'entries' ? kind : undefined };
  return userId === undefined
    ? callAddress(statementCalls.exportSelfCsv, {}, query)
    : callAddress(statementCalls.exportCsv, { id: userId }, query);
}

/** Owner of the statement; a deleted account has a statement too, but no name. */
export const statementOwnerQuery = (userId: number) =>
  queryOptions({
    queryKey: ['user', 'one', userId],
    queryFn: ({ signal }) => callApi(userCalls.get, { params: { id: userId }, signal }),
    retry: false,
  });
