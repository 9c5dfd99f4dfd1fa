import type { ErrorCode } from '@turnpike/contract';
import { openAiImageEdits, openAiImageVariations } from '../dialects/openai/openai-image-edits.ts';
import { openAiImages } from '../dialects/openai/openai-images.ts';
import { openAiModerations } from '../dialects/openai/openai-moderations.ts';
import { openAiRealtime } from '../dialects/openai/openai-realtime.ts';
import { openAiSpeech } from '../dialects/openai/openai-speech.ts';
import { openAiTranscriptions, openAiTranslations } from '../dialects/openai/openai-transcriptions.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openAiCompletions } from '../dialects/openai-completions/openai-completions.ts';
import { openAiEmbeddings } from '../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../dialects/openai-responses/openai-responses.ts';
import { responsesCompaction } from '../dialects/openai-responses/responses-compaction.ts';
import { responsesCount } from '../dialects/openai-responses/responses-count.ts';
import { rerankDialect } from '../dialects/rerank/rerank.ts';
import type { UpstreamFailure } from '../dialects/upstream-failure.ts';
import type { Balance, Form, ModelList, ProviderChannel } from './provider.ts';

export const chatForm: Form = { dialect: openAiChat, path: '/v1/chat/completions' };
/**
 * Headers of Codex. Its tools stand in an unusual place, and a header says so. Older versions spell the names with `_`. Source: https://github.com/openai/codex, `codex-rs/core/src/client.rs`.
 */
const codexHeaders = [
  ...['originator', 'session_id', 'session-id', 'thread-id', 'x-client-request-id'],
  ...['x-codex-beta-features', 'x-codex-turn-metadata', 'x-codex-window-id'],
  'x-openai-internal-codex-responses-lite',
];
const responsesForm: Form = {
  dialect: openAiResponses,
  path: '/v1/responses',
  passHeaders: ['openai-beta', ...codexHeaders],
};
/** Responses, and what else is asked with the same request. */
export const responsesForms: readonly Form[] = [
  responsesForm,
  { ...responsesForm, dialect: responsesCompaction, path: '/v1/responses/compact' },
  { ...responsesForm, dialect: responsesCount, path: '/v1/responses/input_tokens' },
];
export const completionsForm: Form = { dialect: openAiCompletions, path: '/v1/completions' };
export const embeddingsForm: Form = { dialect: openAiEmbeddings, path: '/v1/embeddings' };
export const moderationsForm: Form = { dialect: openAiModerations, path: '/v1/moderations' };
export const rerankForm: Form = { dialect: rerankDialect, path: '/v1/rerank' };
export const imagesForm: Form = { dialect: openAiImages, path: '/v1/images/generations' };
export const imageEditsForm: Form = { dialect: openAiImageEdits, path: '/v1/images/edits' };
export const imageVariationsForm: Form = {
  dialect: openAiImageVariations,
  path: '/v1/images/variations',
};
export const transcriptionsForm: Form = {
  dialect: openAiTranscriptions,
  path: '/v1/audio/transcriptions',
};
export const translationsForm: Form = { dialect: openAiTranslations, path: '/v1/audio/translations' };
export const realtimeForm: Form = {
  dialect: openAiRealtime,
  path: '/v1/realtime?model={model}',
  passHeaders: ['openai-beta', 'openai-safety-identifier'],
};
export const speechForm: Form = { dialect: openAiSpeech, path: '/v1/audio/speech' };

/** The key as most vendors want it; a server that needs none gets none. */
export function bearer({ keyParts: { token, key = token } }: ProviderChannel): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** Where OpenAI, and most that speak as it does, list their models. */
export const openAiModelList = (version = '/v1'): ModelList => ({
  path: `${version}/models`,
  read: readModelList,
});

/**
 * Names of a list of models: `{data: [{id}]}` of OpenAI; `{models: [{name}]}`, a bare list and names as texts of others.
 * @returns null where the answer is no list; entries without a name are left out
 */
export function readModelList(body: unknown): string[] | null {
  const { data, models } = membersOf(body);
  const list = [data, models, body].find(Array.isArray) as unknown[] | undefined;
  if (list === undefined) return null;
  return list.flatMap((entry) => {
    const { id, name } = membersOf(entry);
    const text = [entry, id, name].find((one) => typeof one === 'string') as string | undefined;
    return text === undefined ? [] : [text];
  });
}

/** Members of an answer from outside; none where it is no object. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Balance pages of gateways, also of this one. They report the limit and the use of a key over all time, whatever dates
 * are asked for, so none are sent. The name of `hard_limit_usd` states the currency, unless the answer has one.
 * Source: docs/reference/compatibility.md, "Balance queries".
 */
export const billingPages: Balance = {
  path: '/v1/dashboard/billing/subscription',
  furtherPath: '/v1/dashboard/billing/usage',
  currency: 'USD',
  read(subscription, usage) {
    const { hard_limit_usd: limit, currency } = membersOf(subscription);
    const { total_usage: usedCents } = membersOf(usage);
    if (typeof limit !== 'number' || typeof usedCents !== 'number') return null;
    return { amount: limit - usedCents / 100, ...(typeof currency === 'string' && { currency }) };
  },
};

/** Servers that only speak the dialect (vLLM, SGLang) name a context overflow in their text alone. */
const CONTEXT_OVERFLOW =
  /maximum context length|context length of|exceeds? (?:the )?context (?:window|length|limit)/i;

/**
 * Some answers with the code of a rate limit mean the account's credit. Words of the request are never at the beginning of a
 * message.
 */
const OUT_OF_CREDIT = /^(?:you )?exceeded your current quota/i;

export function classifyOpenAiError({ status, code, type, message }: UpstreamFailure): ErrorCode | undefined {
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return 'upstream.out_of_credit';
  if (code === 'billing_not_active' || code === 'account_deactivated') return 'upstream.out_of_credit';
  if (code === 'billing_hard_limit_reached' || OUT_OF_CREDIT.test(message)) return 'upstream.out_of_credit';
  if (code === 'invalid_api_key') return 'upstream.key_refused';
  if (status === 400 && (code === 'context_length_exceeded' || CONTEXT_OVERFLOW.test(message))) {
    return 'upstream.context_length';
  }
  if (status === 400 && (code === 'content_filter' || code === 'content_policy_violation')) {
    return 'upstream.content_filter';
  }
  return undefined;
}
