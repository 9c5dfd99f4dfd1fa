import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Page,
  type UsedGroupView,
  userGroupCalls,
  type userGroupChange,
  type userGroupInput,
} from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

/** All that is known about groups; the map and the choices of other screens lie below it too. */
const keys = { all: ['user-group'] as const, pages: ['user-group', 'page'] as const };

export const userGroupFilter = pageFilter.extend({
  order: pageFilter.shape.order.catch('id').default('id'),
  keyword: filterText(),
  /** `new`, or the id of the group whose form is open. */
  open: filterText(),
});
export type UserGroupFilter = z.output<typeof userGroupFilter>;

export const userGroupPageQuery = ({ page, size, order, keyword }: UserGroupFilter) =>
  queryOptions({
    queryKey: [...keys.pages, { page, size, order, keyword }],
    queryFn: ({ signal }) => callApi(userGroupCalls.list, { query: { page, size, order, keyword }, signal }),
    placeholderData: keepPreviousData,
  });

export const userGroupQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(userGroupCalls.get, { params: { id }, signal }),
  });

function useGroupChange<Input, Output>(change: (input: Input) => Promise<Output>, isQuiet: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useCreateGroup = () =>
  useGroupChange((input: z.input<typeof userGroupInput>) => callApi(userGroupCalls.create, { input }), true);

export const useChangeGroup = () =>
  useGroupChange(
    ({ etag, ...input }: z.input<typeof userGroupChange> & Pick<UsedGroupView, 'etag'>) =>
      callApi(userGroupCalls.update, { input, ifMatch: etag }),
    true,
  );

export function useDeleteGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, move_to }: { id: number; move_to?: string }) =>
      callApi(userGroupCalls.remove, { params: { id }, query: { move_to } }),
    meta: { isQuiet: true },
    // Where it is refused, the list does not know yet what uses the group.
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Switches at once and back again when the server refuses. */
export function useToggleGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(userGroupCalls.toggle, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: keys.pages });
      const before = client.getQueriesData<Page<UsedGroupView>>({ queryKey: keys.pages });
      client.setQueriesData<Page<UsedGroupView>>({ queryKey: keys.pages }, (page) =>
        page
          ? { ...page, data: page.data.map((row) => (row.id === id ? { ...row, enable: !row.enable } : row)) }
          : page,
      );
      return before;
    },
    onError: (_error, _id, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}
