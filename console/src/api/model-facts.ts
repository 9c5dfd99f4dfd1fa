import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BuiltInList, BuiltInModel, ModelSource } from '@turnpike/contract/catalogues/built-in-models';
import { loadFile } from './load-file.ts';

/** Facts about a model in addition to its price. */
export interface ModelFacts extends Pick<BuiltInModel, 'kind' | 'context' | 'max_output' | 'abilities'> {
  source: ModelSource;
}

/** The built-in list is a file of the console, so it takes no memory on the server. */
const modelFactsQuery = queryOptions({
  queryKey: ['model', 'facts'],
  queryFn: async (): Promise<ReadonlyMap<string, ModelFacts>> => {
    const file = await loadFile(() => import('@turnpike/contract/catalogues/built-in-models.json'));
    const { sources, models } = file.default as BuiltInList;
    return new Map(
      models.map(({ model, kind, context, max_output, abilities, source }) => [
        model,
        {
          kind,
          ...(context !== undefined && { context }),
          ...(max_output !== undefined && { max_output }),
          ...(abilities !== undefined && { abilities }),
          source: sources[source] ?? { page: '', lists: [], date: '' },
        },
      ]),
    );
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const nothing: ReadonlyMap<string, ModelFacts> = new Map();

/** Facts of the models that the built-in list names, by model; of others nothing is known. */
export const useModelFacts = (): ReadonlyMap<string, ModelFacts> => useQuery(modelFactsQuery).data ?? nothing;
