import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { type InputOf, MAX_REDEMPTION_COUNT, redemptionCalls, redemptionStatus } from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { useAction, useSwitch } from '../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';
import { filterNumber, listFilter } from '../../ui/list/use-url-filter.ts';

export const redemptions = entityQueries('redemption', redemptionCalls);

export const redemptionFilter = listFilter.extend({
  status: filterNumber(),
  /** The drawer of the open code's uses. */
  form: z.enum(['uses']).optional().catch(undefined),
});
export type RedemptionFilter = z.output<typeof redemptionFilter>;

export const redemptionExportHref = ({ status, keyword }: RedemptionFilter): string =>
  callAddress(redemptionCalls.exportCsv, {}, { status, keyword });

const statusOf = (isOn: boolean) => (isOn ? redemptionStatus.enabled : redemptionStatus.disabled);

export const useRedemptionSwitch = () =>
  useSwitch(redemptions, {
    send: ({ id }, isOn) =>
      callApi(redemptionCalls.update, {
        query: { status_only: true },
        input: { id, status: statusOf(isOn) },
      }),
    patch: (isOn) => ({ status: statusOf(isOn) }),
  });

export const useRevealCode = () =>
  useMutation({ mutationFn: (id: number) => callApi(redemptionCalls.reveal, { params: { id } }) });

const USES_AT_ONCE = 100;

/** Accounts that redeemed a code, newest first, page after page. */
export const usesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...redemptions.keys.all, 'uses', id],
    queryFn: ({ pageParam, signal }) =>
      callApi(redemptionCalls.uses, {
        params: { id },
        query: { page: pageParam, size: USES_AT_ONCE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total_count }, _pages, page) =>
      page * USES_AT_ONCE < total_count ? page + 1 : undefined,
  });

export interface MadeCodes {
  codes: string[];
  /** Why the rest was not made. */
  failure?: unknown;
}

interface MakeCodes {
  input: InputOf<typeof redemptionCalls.create> & { count: number };
  /** Called before each request, with the number of codes so far. @returns false to stop there */
  onProgress: (made: number) => boolean;
}

/** Makes any number of codes, with several requests where one cannot. @throws what the first request throws */
export const useMakeCodes = () =>
  useAction(
    redemptions,
    async ({ input, onProgress }: MakeCodes): Promise<MadeCodes> => {
      const codes: string[] = [];
      while (codes.length < input.count && onProgress(codes.length)) {
        const count = Math.min(MAX_REDEMPTION_COUNT, input.count - codes.length);
        try {
          codes.push(...(await callApi(redemptionCalls.create, { input: { ...input, count } })));
        } catch (failure) {
          if (codes.length === 0) throw failure;
          // The codes before it work already, and must reach the reader.
          return { codes, failure };
        }
      }
      return { codes };
    },
    { isQuiet: true },
  );
