import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ModelOwnerView, modelCalls } from '@turnpike/contract';
import { useCallback, useMemo } from 'react';
import { availableModelsQuery } from './available-model.ts';
import { callApi } from './call-api.ts';

export const ownersQuery = queryOptions({
  queryKey: ['model', 'owners'],
  queryFn: ({ signal }) => callApi(modelCalls.owners, { signal }),
  staleTime: 60_000,
});

/**
 * Finds whom a model is of: by the owner's name where it is known, else as the models that can be called name it,
 * also by a pattern (`wild-*`). Undefined for a model that nobody here knows.
 */
export function useOwnerOfModel(): (model: string, ownerName?: string) => ModelOwnerView | undefined {
  const owners = useQuery(ownersQuery).data;
  const models = useQuery(availableModelsQuery).data;
  const byName = useMemo(() => new Map(owners?.map((owner) => [owner.name, owner])), [owners]);
  const patterns = useMemo(
    () =>
      Object.keys(models ?? {})
        .filter((name) => name.endsWith('*'))
        .sort((a, b) => b.length - a.length),
    [models],
  );
  return useCallback(
    (model, ownerName) => {
      if (ownerName !== undefined) return byName.get(ownerName);
      const name = Object.hasOwn(models ?? {}, model)
        ? model
        : patterns.find((pattern) => model.startsWith(pattern.slice(0, -1)));
      return name === undefined ? undefined : byName.get(models?.[name]?.owned_by ?? '');
    },
    [byName, models, patterns],
  );
}
