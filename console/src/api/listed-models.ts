import { useMutation } from '@tanstack/react-query';
import { channelCalls, keyLines, type modelListDraft } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from './call-api.ts';

/** Keeps the first of several keys, which is enough to test an account. */
export const withOneKey = <Draft extends { key?: string | undefined }>(draft: Draft): Draft =>
  draft.key === undefined ? draft : { ...draft, key: keyLines(draft.key)[0]?.key ?? '' };

/** Asks the provider of a form for its models. */
export function useListedModels() {
  return useMutation({
    mutationFn: (input: z.input<typeof modelListDraft>) =>
      callApi(channelCalls.listModels, { input: withOneKey(input) }),
    meta: { isQuiet: true },
  });
}
