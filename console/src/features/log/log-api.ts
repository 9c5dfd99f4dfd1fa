import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FilterOf,
  type LedgerCheckState,
  type LogView,
  ledgerCalls,
  logCalls,
  type RefusedCallView,
  refusedCallCalls,
  type refusedCallFilterFields,
  settlementCalls,
} from '@turnpike/contract';
import { callAddress, callApi } from '../../api/call-api.ts';
import { everybodysQuery, type LogFilter, ownQuery, rowsKey } from './log-address.ts';

const keys = { all: ['log'] as const };

/** Administrators see everybody's rows, others their own. */
export const logPageQuery = (filter: LogFilter, isAdmin: boolean) => {
  const { size, cursor } = filter;
  return queryOptions({
    queryKey: [...keys.all, 'page', isAdmin, rowsKey(filter), size, cursor],
    queryFn: ({ signal }) =>
      isAdmin
        ? callApi(logCalls.list, { query: { ...everybodysQuery(filter), size, cursor }, signal })
        : callApi(logCalls.listSelf, { query: { ...ownQuery(filter), size, cursor }, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Total cost of the shown calls. The server refuses it if too many rows must be read; then it is requested once. */
export const logSumQuery = (filter: LogFilter, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...keys.all, 'sum', isAdmin, rowsKey(filter)],
    queryFn: ({ signal }) =>
      isAdmin
        ? callApi(logCalls.stat, { query: everybodysQuery(filter), signal })
        : callApi(logCalls.statSelf, { query: ownQuery(filter), signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Charges that the database refused: those shown first, and how many there are. */
export const rejectedChargesQuery = queryOptions({
  queryKey: [...keys.all, 'rejected'],
  queryFn: ({ signal }) => callApi(settlementCalls.listRejected, { query: { size: 100 }, signal }),
});

export type RefusedFilter = Pick<FilterOf<typeof refusedCallFilterFields>, 'group_name'>;

/** Sums of refused calls, the newest. */
export const refusedCallsQuery = (filter: RefusedFilter, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...keys.all, 'refused', isAdmin, filter],
    queryFn: ({ signal }) =>
      callApi(isAdmin ? refusedCallCalls.list : refusedCallCalls.listSelf, {
        query: { ...filter, size: 100 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** A refused call by its request id; null where none is found. */
export const refusedCallQuery = (requestId: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...keys.all, 'refused', isAdmin, requestId],
    queryFn: async ({ signal }): Promise<RefusedCallView | null> => {
      const call = isAdmin ? refusedCallCalls.list : refusedCallCalls.listSelf;
      const page = await callApi(call, { query: { request_id: requestId, size: 1 }, signal });
      return page.data[0] ?? null;
    },
  });

export function useRetryCharges(onDone: (report: { written: number; failed: number }) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(settlementCalls.retry, {}),
    onSuccess: async (report) => {
      await client.invalidateQueries({ queryKey: keys.all });
      onDone(report);
    },
  });
}

/** How often a check that runs is asked for. */
const CHECK_LOOK_MS = 1000;

/** Whether the ledger is right; asked again and again while a check runs. */
export const ledgerCheckQuery = queryOptions({
  queryKey: ['ledger', 'check'],
  queryFn: ({ signal }) => callApi(ledgerCalls.check, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? CHECK_LOOK_MS : false),
});

export function useStartLedgerCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isFull: boolean): Promise<LedgerCheckState> =>
      callApi(ledgerCalls.startCheck, { input: { is_full: isFull } }),
    onSuccess: (state) => client.setQueryData(ledgerCheckQuery.queryKey, state),
  });
}

/** Asks again for the rows and their sum. */
export function useRenewLog(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.all });
}

/** The rows that the filter shows, all of them, as a file. */
export const logExportHref = (filter: LogFilter, isAdmin: boolean): string =>
  isAdmin
    ? callAddress(logCalls.exportCsv, {}, everybodysQuery(filter))
    : callAddress(logCalls.exportSelfCsv, {}, ownQuery(filter));

/** One call, for an address that was shared or reloaded after its page had moved on. */
export const logRowQuery = (requestId: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...keys.all, 'one', isAdmin, requestId],
    queryFn: async ({ signal }): Promise<LogView | null> => {
      const query = { request_id: requestId, size: 1 };
      const page = await (isAdmin
        ? callApi(logCalls.list, { query, signal })
        : callApi(logCalls.listSelf, { query, signal }));
      return page.data[0] ?? null;
    },
  });
