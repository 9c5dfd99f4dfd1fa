import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { telegramLinkCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';

/** Whether the own account is linked to a Telegram account. */
export const telegramLinkQuery = queryOptions({
  queryKey: ['profile', 'telegram'],
  queryFn: ({ signal }) => callApi(telegramLinkCalls.get, { signal }),
});

export const useTelegramCode = () =>
  useMutation({
    mutationFn: () => callApi(telegramLinkCalls.createCode, {}),
    meta: { isQuiet: true },
  });

export function useUnlinkTelegram() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(telegramLinkCalls.remove, {}),
    // The bot may have unlinked it meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: telegramLinkQuery.queryKey }),
  });
}
