import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  callEndChoice,
  type LedgerCheckState,
  type LogView,
  ledgerCalls,
  logCalls,
  type RefusedCallView,
  refusedCallCalls,
  settlementCalls,
} from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { timeRanges, toTimestamps } from '../../ui/filter/time-range.ts';
import { filterNumber, filterSwitch, filterText } from '../../ui/list/use-url-filter.ts';

export const logFilter = z.object({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  cursor: filterText(),
  range: z.enum(timeRanges).catch('7d').default('7d'),
  /** Epoch seconds, for the range `custom`. */
  from: filterNumber(),
  to: filterNumber(),
  log_type: filterNumber(),
  model_name: filterText(),
  token_name: filterText(),
  request_id: filterText(),
  username: filterText(),
  channel_id: filterNumber(),
  source_ip: filterText(),
  ended_by: z.enum(callEndChoice).optional().catch(undefined),
  group_name: filterText(),
  /** Request id of the call whose drawer is open. */
  open: filterText(),
  /** Renewed by itself, where its end is now. */
  live: filterSwitch(),
});
export type LogFilter = z.output<typeof logFilter>;

const keys = { all: ['log'] as const };

/** Administrators see everybody's rows, others their own. */
export const logPageQuery = (
  { open: _, live: __, range, from, to, ...filter }: LogFilter,
  isAdmin: boolean,
) =>
  queryOptions({
    queryKey: [...keys.all, 'page', isAdmin, range, from, to, filter],
    queryFn: ({ signal }) => {
      const { username, channel_id, source_ip, ...own } = filter;
      const time = toTimestamps(range, { from, to });
      return isAdmin
        ? callApi(logCalls.list, { query: { ...own, ...time, username, channel_id, source_ip }, signal })
        : callApi(logCalls.listSelf, { query: { ...own, ...time }, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Total cost of the shown calls. The server refuses it if too many rows must be read; then it is requested once. */
export const logSumQuery = (filter: LogFilter, isAdmin: boolean) => {
  const { range, from, to, model_name, token_name, ended_by, group_name } = filter;
  const { username, channel_id, source_ip } = filter;
  const own = { model_name, token_name, ended_by, group_name };
  const others = { username, channel: channel_id, source_ip };
  return queryOptions({
    queryKey: [...keys.all, 'sum', isAdmin, range, from, to, own, others],
    queryFn: ({ signal }) => {
      const time = toTimestamps(range, { from, to });
      return isAdmin
        ? callApi(logCalls.stat, { query: { ...time, ...own, ...others }, signal })
        : callApi(logCalls.statSelf, { query: { ...time, ...own }, signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
};

/** Charges that the database refused: those shown first, and how many there are. */
export const rejectedChargesQuery = queryOptions({
  queryKey: [...keys.all, 'rejected'],
  queryFn: ({ signal }) => callApi(settlementCalls.listRejected, { query: { size: 100 }, signal }),
});

/** Sums of refused calls, the newest. */
export const refusedCallsQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: [...keys.all, 'refused', isAdmin],
    queryFn: ({ signal }) =>
      callApi(isAdmin ? refusedCallCalls.list : refusedCallCalls.listSelf, { query: { size: 100 }, signal }),
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
export function logExportHref(filter: LogFilter, isAdmin: boolean): string {
  const { range, from, to, log_type, model_name, token_name, request_id, ended_by, group_name } = filter;
  const time = toTimestamps(range, { from, to });
  const own = { ...time, log_type, model_name, token_name, request_id, ended_by, group_name };
  if (!isAdmin) return callAddress(logCalls.exportSelfCsv, {}, own);
  const { username, channel_id, source_ip } = filter;
  return callAddress(logCalls.exportCsv, {}, { ...own, username, channel_id, source_ip });
}

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
