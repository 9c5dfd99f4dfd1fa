import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type ModelStatusPage,
  type ModelStatusRow,
  modelStates,
  modelStatusCalls,
  type Page,
} from '@turnpike/contract';
import { useCallback } from 'react';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { pageOfRows } from '../../ui/data-table/page-of-rows.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

/** The server renews the page as often. */
const RENEW_MS = 30_000;

export const modelStatusQuery = queryOptions({
  queryKey: ['model-status'],
  queryFn: ({ signal }) => callApi(modelStatusCalls.read, { signal }),
  refetchInterval: RENEW_MS,
  refetchIntervalInBackground: false,
});

export const modelStatusFilter = pageFilter.extend({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  order: z.string().catch('model').default('model'),
  keyword: filterText(),
  state: z.enum(modelStates).optional().catch(undefined),
});
export type ModelStatusFilter = z.output<typeof modelStatusFilter>;

/** Worst first. */
const severity = { down: 0, degraded: 1, idle: 2, operational: 3 } as const;

const orders = {
  model: ({ model }: ModelStatusRow) => model,
  state: ({ state }: ModelStatusRow) => severity[state],
  percent: ({ percent }: ModelStatusRow) => percent ?? -1,
  first_byte_ms: ({ first_byte_ms }: ModelStatusRow) => first_byte_ms ?? -1,
};

/** A page of the models that a filter leaves. */
export function useModelStatuses(filter: ModelStatusFilter, isOn: boolean) {
  const select = useCallback(
    ({ models }: ModelStatusPage): Page<ModelStatusRow> => {
      const wanted = (filter.keyword ?? '').toLowerCase();
      const found = models
        .filter(({ model }) => model.toLowerCase().includes(wanted))
        .filter(({ state }) => filter.state === undefined || state === filter.state);
      return pageOfRows(found, filter, orders);
    },
    [filter],
  );
  return useQuery({ ...modelStatusQuery, enabled: isOn, select });
}
