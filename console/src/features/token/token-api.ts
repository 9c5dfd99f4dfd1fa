import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Page, type TokenView, tokenCalls, type tokenInput } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

export const tokenKeys = { all: ['token'] as const, pages: ['token', 'page'] as const };

export const tokenFilter = pageFilter.extend({
  keyword: filterText(),
  /** `new`, or the id of the token whose form is open. */
  open: filterText(),
});
export type TokenFilter = z.output<typeof tokenFilter>;
export type TokenInput = z.input<typeof tokenInput>;

export const tokenPageQuery = ({ page, size, order, keyword }: TokenFilter) =>
  queryOptions({
    queryKey: [...tokenKeys.pages, { page, size, order, keyword }],
    queryFn: ({ signal }) => callApi(tokenCalls.list, { query: { page, size, order, keyword }, signal }),
    placeholderData: keepPreviousData,
  });

export const tokenQuery = (id: number) =>
  queryOptions({
    queryKey: [...tokenKeys.all, 'one', id],
    queryFn: ({ signal }) => callApi(tokenCalls.get, { params: { id }, signal }),
  });

export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: TokenInput) => callApi(tokenCalls.create, { input }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}

export function useChangeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ etag, ...input }: TokenInput & Pick<TokenView, 'id' | 'used_quota' | 'etag'>) =>
      callApi(tokenCalls.update, { input, ifMatch: etag }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}

/** Switches at once and back again when the server refuses. */
export function useSetTokenStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: 1 | 2 }) =>
      callApi(tokenCalls.update, { query: { status_only: true }, input: { id, status } }),
    onMutate: async ({ id, status }) => {
      await client.cancelQueries({ queryKey: tokenKeys.pages });
      const before = client.getQueriesData<Page<TokenView>>({ queryKey: tokenKeys.pages });
      client.setQueriesData<Page<TokenView>>({ queryKey: tokenKeys.pages }, (page) =>
        page ? { ...page, data: page.data.map((row) => (row.id === id ? { ...row, status } : row)) } : page,
      );
      return before;
    },
    onError: (_error, _change, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}

export function useDeleteToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(tokenCalls.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokenKeys.all }),
  });
}

export function useRevealToken() {
  return useMutation({ mutationFn: (id: number) => callApi(tokenCalls.reveal, { params: { id } }) });
}
