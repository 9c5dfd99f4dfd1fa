import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChannelInput,
  channelCalls,
  type Language,
  NEVER_EXPIRES,
  siteCalls,
  tokenCalls,
} from '@turnpike/contract';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callApi, callApiBeside } from '../../api/call-api.ts';
import { selfQuery } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';

const quiet = { isQuiet: true };

export function useCheckCode() {
  return useMutation({
    mutationFn: (code: string) => callApi(siteCalls.checkSetUpCode, { input: { code } }),
    meta: quiet,
  });
}

export interface RootAccount {
  code: string;
  username: string;
  password: string;
  system_name: string;
  language: Language;
}

export function useSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RootAccount) => callApi(siteCalls.setUp, { input }),
    meta: quiet,
    onSuccess: async (self) => {
      client.setQueryData(selfQuery.queryKey, self);
      await client.refetchQueries(siteStatusQuery);
    },
  });
}

/** A channel that answered one real call, or was wanted without. */
export function useCreateFirstChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ channel, isTested }: { channel: ChannelInput; isTested: boolean }) => {
      if (isTested) await callApiBeside(channelCalls.testDraft, { input: channel });
      return callApi(channelCalls.create, { input: channel });
    },
    meta: quiet,
    onSuccess: () => client.invalidateQueries(availableModelsQuery),
  });
}

export function useCreateFirstToken() {
  return useMutation({
    mutationFn: (name: string) =>
      callApi(tokenCalls.create, {
        input: { name, expired_time: NEVER_EXPIRES, remain_quota: 0, unlimited_quota: true },
      }),
  });
}
