import { useMutation } from '@tanstack/react-query';
import { userGroupCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { useReread, useSwitch } from '../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';

export const groups = entityQueries('user-group', userGroupCalls);

export const userGroupFilter = listFilter.extend({ order: listFilter.shape.order.catch('id').default('id') });

export const useGroupSwitch = () =>
  useSwitch(groups, {
    send: ({ id }) => callApi(userGroupCalls.toggle, { params: { id } }),
    patch: (enable) => ({ enable }),
  });

export const useDeleteGroup = () =>
  useMutation({
    mutationFn: ({ id, move_to }: { id: number; move_to?: string }) =>
      callApi(userGroupCalls.remove, { params: { id }, query: { move_to } }),
    meta: { isQuiet: true },
    // Where it is refused, the list does not know yet what uses the group.
    onSettled: useReread(groups),
  });
