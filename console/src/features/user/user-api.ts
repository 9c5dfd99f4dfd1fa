import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BatchResult,
  type Page,
  type quotaChange,
  type UserView,
  type userBatch,
  userCalls,
  type userChange,
  userFilterFields,
  type userInput,
} from '@turnpike/contract';
import { z } from 'zod';
import { callAddress, callApi } from '../../api/call-api.ts';
import { addressOf, valuesOf } from '../../ui/list/list-fields.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

const keys = { all: ['user'] as const, pages: ['user', 'page'] as const };

export const userFilter = pageFilter.extend({
  ...addressOf(userFilterFields),
  /** `new`, or the id of the user whose drawer is open. */
  open: filterText(),
  /** The open form about the user. */
  form: z.enum(['edit', 'balance']).optional().catch(undefined),
});
export type UserFilter = z.output<typeof userFilter>;

export const userPageQuery = (filter: UserFilter) => {
  const { page, size, order } = filter;
  const query = { page, size, order, ...valuesOf(userFilterFields, filter) };
  return queryOptions({
    queryKey: [...keys.pages, query],
    queryFn: ({ signal }) => callApi(userCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const userExportHref = (filter: UserFilter): string =>
  callAddress(userCalls.exportCsv, {}, valuesOf(userFilterFields, filter));

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(userCalls.get, { params: { id }, signal }),
  });

/** A change of users that forms show the failures of; what is known about users is asked for again. */
function useUserChange<Input, Output>(change: (input: Input) => Promise<Output>, isQuiet: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all }),
        // One may change the own names, and a group's members are counted.
        client.invalidateQueries({ queryKey: ['self'] }),
        client.invalidateQueries({ queryKey: ['user-group'] }),
      ]),
  });
}

export const useCreateUser = () =>
  useUserChange((input: z.input<typeof userInput>) => callApi(userCalls.create, { input }), true);

export const useChangeUser = () =>
  useUserChange(
    ({ etag, ...input }: z.input<typeof userChange> & Pick<UserView, 'etag'>) =>
      callApi(userCalls.update, { input, ifMatch: etag }),
    true,
  );

export const useChangeBalance = (id: number) =>
  useUserChange(
    (input: z.input<typeof quotaChange>) => callApi(userCalls.changeQuota, { params: { id }, input }),
    true,
  );

export type UserAction = 'promote' | 'demote';

export const useManageUser = () =>
  useUserChange(
    (input: { username: string; action: UserAction }) => callApi(userCalls.manage, { input }),
    false,
  );

export const useDeleteUser = () =>
  useUserChange((id: number) => callApi(userCalls.remove, { params: { id } }), false);

export const useChangeUsers = () =>
  useUserChange(
    (input: z.input<typeof userBatch>): Promise<BatchResult> => callApi(userCalls.batch, { input }),
    true,
  );

/** Switches at once and back again when the server refuses. */
export function useSetUserStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, isOn }: { user: UserView; isOn: boolean }) =>
      callApi(userCalls.manage, {
        input: { username: user.username, action: isOn ? 'enable' : 'disable' },
      }),
    onMutate: async ({ user, isOn }) => {
      await client.cancelQueries({ queryKey: keys.pages });
      const before = client.getQueriesData<Page<UserView>>({ queryKey: keys.pages });
      const status = isOn ? 1 : 2;
      client.setQueriesData<Page<UserView>>({ queryKey: keys.pages }, (page) =>
        page
          ? { ...page, data: page.data.map((row) => (row.id === user.id ? { ...row, status } : row)) }
          : page,
      );
      return before;
    },
    onError: (_error, _change, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}
