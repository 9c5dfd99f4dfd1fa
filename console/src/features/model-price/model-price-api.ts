import { useQuery } from '@tanstack/react-query';
import type { Page, UserGroupView } from '@turnpike/contract';
import { useCallback } from 'react';
import { z } from 'zod';
import { availableModelsQuery } from '../../api/available-model.ts';
import { useVisitor } from '../../api/self.ts';
import { groupMapQuery } from '../../api/user-group.ts';
import { pageOfRows } from '../../ui/data-table/page-of-rows.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';
import { priceUnits } from '../../ui/price/price-unit.ts';
import { type AvailableModel, type PricedModel, toPricedModel } from './priced-model.ts';

const orders = {
  model: ({ model }: PricedModel) => model,
  owner: ({ owner }: PricedModel) => owner,
  input: ({ input }: PricedModel) => input,
  output: ({ output }: PricedModel) => output,
};

export const modelPriceFilter = pageFilter.extend({
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  order: z.string().catch('model').default('model'),
  keyword: filterText(),
  owner: filterText(),
  group: filterText(),
  unit: z.enum(priceUnits).catch('1M').default('1M'),
  /** The model that is open. */
  open: filterText(),
  only: z.enum(['available', 'all']).catch('available').default('available'),
});
export type ModelPriceFilter = z.output<typeof modelPriceFilter>;

/** Groups whose prices the reader may see, their own first, and the chosen one. */
export function usePriceGroups(wanted: string | undefined): {
  groups: readonly UserGroupView[];
  group: UserGroupView | undefined;
} {
  const map = useQuery(groupMapQuery).data ?? {};
  const own = useVisitor().data?.group;
  const groups = Object.values(map).sort(
    (a, b) => Number(b.symbol === own) - Number(a.symbol === own) || a.id - b.id,
  );
  return { groups, group: groups.find(({ symbol }) => symbol === wanted) ?? groups[0] };
}

/** Available models with a group's prices, a page of those that the filter leaves. */
export function usePricedModels(filter: ModelPriceFilter, group: UserGroupView | undefined) {
  const select = useCallback(
    (models: Record<string, AvailableModel>) => toPage(models, filter, group),
    [filter, group],
  );
  return useQuery({ ...availableModelsQuery, enabled: group !== undefined, select });
}

function toPage(
  models: Record<string, AvailableModel>,
  filter: ModelPriceFilter,
  group: Pick<UserGroupView, 'symbol' | 'ratio'> = { symbol: '', ratio: 1 },
): Page<PricedModel> {
  const { keyword = '', owner, only } = filter;
  const wanted = keyword.toLowerCase();
  const found = Object.entries(models)
    .map(([model, given]) => toPricedModel(model, given, group))
    .filter((row) => row.model.toLowerCase().includes(wanted))
    .filter((row) => owner === undefined || row.owner === owner)
    .filter((row) => only === 'all' || row.isAvailable);
  return pageOfRows(found, filter, orders);
}

/** The model that is open, whatever the list is filtered by. */
export function useOpenModel(open: string | undefined, group: UserGroupView | undefined) {
  const models = useQuery(availableModelsQuery).data;
  const given = open === undefined ? undefined : models?.[open];
  return {
    isLoaded: models !== undefined && group !== undefined,
    row: given && group ? toPricedModel(open ?? '', given, group) : undefined,
  };
}

/** Owners of the models, the one with most models first. */
export function useModelOwners(): readonly string[] {
  const models = useQuery(availableModelsQuery).data ?? {};
  const counts = new Map<string, number>();
  for (const { owned_by } of Object.values(models)) {
    if (owned_by !== '') counts.set(owned_by, (counts.get(owned_by) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([name]) => name);
}
