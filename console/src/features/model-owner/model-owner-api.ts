import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ModelOwnerView,
  modelCalls,
  type modelOwnerInput,
  type Page,
  type StoredOwnerView,
} from '@turnpike/contract';
import { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { filterText } from '../../ui/list/use-url-filter.ts';

const keys = { all: ['model-owner'] as const };

export const modelOwnerFilter = z.object({
  keyword: filterText(),
  /** `new`, or the number of the owner whose form is open. */
  open: filterText(),
});
export type ModelOwnerFilter = z.output<typeof modelOwnerFilter>;

/** Every owner whose number or name fits; they are few and come all at once. */
export const modelOwnersQuery = (keyword = '') =>
  queryOptions({
    queryKey: [...keys.all, 'list'],
    queryFn: ({ signal }) => callApi(modelCalls.owners, { signal }),
    select: (owners): Page<ModelOwnerView> => {
      const wanted = keyword.toLowerCase();
      const data = owners.filter(
        ({ id, name }) => String(id) === wanted || name.toLowerCase().includes(wanted),
      );
      return { data, page: 1, size: 0, total_count: data.length };
    },
  });

export const modelOwnerQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(modelCalls.owner, { params: { id }, signal }),
  });

function useOwnerChange<Input, Output>(change: (input: Input) => Promise<Output>, isQuiet: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all }),
        // Models are shown with their owner's name.
        client.invalidateQueries({ queryKey: ['model'] }),
      ]),
  });
}

type OwnerInput = z.input<typeof modelOwnerInput>;

export const useCreateOwner = () =>
  useOwnerChange((input: OwnerInput) => callApi(modelCalls.createOwner, { input }), true);

export const useChangeOwner = () =>
  useOwnerChange(
    ({ etag, ...input }: OwnerInput & Pick<StoredOwnerView, 'etag'>) =>
      callApi(modelCalls.updateOwner, { input, ifMatch: etag }),
    true,
  );

export const useDeleteOwner = () =>
  useOwnerChange((id: number) => callApi(modelCalls.removeOwner, { params: { id } }), false);
