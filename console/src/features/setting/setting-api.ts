import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { invoiceCalls, logCalls, type OptionKey, optionCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

/** Every open option as text, by key. */
export const optionsQuery = queryOptions({
  queryKey: ['option'],
  queryFn: async ({ signal }) => {
    const options = await callApi(optionCalls.list, { signal });
    return {
      values: Object.fromEntries(options.map(({ key, value }) => [key, value])),
      /** State of each. */
      etags: Object.fromEntries(options.map(({ key, etag }) => [key, etag])),
    };
  },
});

interface OptionsChange {
  options: { key: OptionKey; value: string }[];
  /** States that the changed ones had when they were read; a secret has none. */
  etags: string[];
}

/** Saves what was changed in one call; everything that shows a site's text follows. */
export function useSaveOptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ options, etags }: OptionsChange) =>
      callApi(optionCalls.updateMany, {
        input: { options },
        ...(etags.length > 0 && { ifMatch: etags.join(', ') }),
      }),
    meta: { isQuiet: true },
    onSuccess: () =>
      Promise.all(
        [optionsQuery.queryKey, ['site']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Sends a test mail by the settings as they are stored. */
export const useTestMail = () =>
  useMutation({
    mutationFn: (to: string) => callApi(optionCalls.testMail, { input: { to } }),
    meta: { isQuiet: true },
  });

/** Searches the web by the settings as they are stored. */
export const useTestSearch = () =>
  useMutation({
    mutationFn: (query: string) => callApi(optionCalls.testSearch, { input: { query } }),
    meta: { isQuiet: true },
  });

const cleanUpKey = ['log', 'clean-up'];

/** Whether a clean-up goes on, also one that was begun before the screen was left. */
export const useIsCleaningUp = (): boolean => useIsMutating({ mutationKey: cleanUpKey }) > 0;

/**
 * Deletes the log rows of calls before a second.
 * @param onDone receives the number, even if the user has left the screen
 */
export function useLogCleanUp(onDone: (count: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: cleanUpKey,
    mutationFn: (target_timestamp: number) => callApi(logCalls.cleanUp, { query: { target_timestamp } }),
    onSuccess: onDone,
    // After a lost connection, some rows may be deleted.
    onSettled: () => client.invalidateQueries({ queryKey: ['log'] }),
  });
}

/** For the first time, or those that are missing. */
export type InvoiceRun = 'generate' | 'update';

/** @param onDone receives the number, even if the user has left the screen */
export function useMakeInvoices(onDone: (made: { count: number }) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ run, month }: { run: InvoiceRun; month: string }) => {
      const params = { time: `${month}-01` };
      return run === 'generate'
        ? callApi(invoiceCalls.generate, { params })
        : callApi(invoiceCalls.update, { params });
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['invoice'] }),
  });
}
