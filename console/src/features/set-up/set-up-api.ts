import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChannelInput,
  channelCalls,
  type Language,
  NEVER_EXPIRES,
  priceCalls,
  siteCalls,
  tokenCalls,
} from '@turnpike/contract';
import { ApiError } from '../../api/api-error.ts';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callApi, callApiBeside } from '../../api/call-api.ts';
import { pricedModelsQuery } from '../../api/priced-models.ts';
import { selfQuery } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';

const quiet = { isQuiet: true };
/** Number of the owner that models of an unknown one are shown under. */
const OPENAI = 1;

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

export interface FirstPriceInput {
  models: string[];
  /** Ratios of the price. */
  input: number;
  output: number;
}

interface FirstChannelInput {
  channel: ChannelInput;
  isTested: boolean;
  /** For the models without a price; undefined where each has one. */
  price?: FirstPriceInput | undefined;
}

/** A channel that answered one real call, or was wanted without. Its models have a price before they can be called. */
export function useCreateFirstChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ channel, isTested, price }: FirstChannelInput) => {
      if (isTested) await callApiBeside(channelCalls.testDraft, { input: channel });
      if (price !== undefined) await savePrice(price);
      return callApi(channelCalls.create, { input: channel });
    },
    meta: quiet,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(availableModelsQuery),
        client.invalidateQueries(pricedModelsQuery),
      ]),
  });
}

/** A model that has got a price meanwhile keeps it. */
async function savePrice({ models, input, output }: FirstPriceInput): Promise<void> {
  for (const model of models) {
    try {
      await callApi(priceCalls.create, {
        input: { model, type: 'tokens', channel_type: OPENAI, input, output, confirmed: true },
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'price.exists')) throw error;
    }
  }
}

export function useCreateFirstToken() {
  return useMutation({
    mutationFn: (name: string) =>
      callApi(tokenCalls.create, {
        input: { name, expired_time: NEVER_EXPIRES, remain_quota: 0, unlimited_quota: true },
      }),
  });
}
