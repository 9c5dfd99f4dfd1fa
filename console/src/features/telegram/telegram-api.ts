import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { telegramBotCalls, telegramMenuCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';

/** Commands of the bot; one call creates and changes them. */
export const telegramMenus = entityQueries('telegram', {
  list: telegramMenuCalls.list,
  get: telegramMenuCalls.get,
  create: telegramMenuCalls.save,
  update: telegramMenuCalls.save,
  remove: telegramMenuCalls.remove,
});

export const botStatusQuery = queryOptions({
  queryKey: ['telegram', 'status'],
  queryFn: ({ signal }) => callApi(telegramBotCalls.status, { signal }),
});

export function useReloadBot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(telegramBotCalls.reload, {}),
    onSettled: () => client.invalidateQueries({ queryKey: botStatusQuery.queryKey }),
  });
}
