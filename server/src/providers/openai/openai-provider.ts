import type { ErrorCode } from '@turnpike/contract';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiCompletions } from '../../dialects/openai-completions/openai-completions.ts';
import { openAiEmbeddings } from '../../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { responsesCompaction } from '../../dialects/openai-responses/responses-compaction.ts';
import { responsesCount } from '../../dialects/openai-responses/responses-count.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { defineProvider, type Form } from '../provider.ts';

export const chatForm: Form = { dialect: openAiChat, path: '/v1/chat/completions' };
/**
 * What Codex says beside its requests; its tools stand where others do not look, and a header says so. The spelling with
 * `_` is that of older versions. Source: https://github.com/openai/codex, `codex-rs/core/src/client.rs`.
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
/** Models that OpenAI offers by responses alone. Source: OpenAI, "Models", each model's page. */
const ONLY_BY_RESPONSES =
  /^(?:o\d-pro|o\d(?:-mini)?-deep-research|gpt-5(?:\.\d+)?-(?:pro|codex)|codex-|computer-use-)/;
/** Models that OpenAI offers by legacy completions alone. Source: OpenAI, "Models", each model's page. */
const ONLY_BY_COMPLETIONS = /^(?:ft:)?(?:gpt-3\.5-turbo-instruct|davinci-002|babbage-002)(?:[-:]|$)/;
const NO_CHAT = new RegExp(`${ONLY_BY_RESPONSES.source}|${ONLY_BY_COMPLETIONS.source}`);
export const completionsForm: Form = { dialect: openAiCompletions, path: '/v1/completions' };
export const embeddingsForm: Form = { dialect: openAiEmbeddings, path: '/v1/embeddings' };

/**
 * OpenAI. Its reasoning models refuse `max_tokens`, all of its models know `max_completion_tokens`.
 * Source: OpenAI API reference, "Error codes" and "Create chat completion", checked 2025-11.
 */
export const openAiProvider = defineProvider({
  channelType: 'openai',
  headers: ({ channelKey }) => ({ authorization: `Bearer ${channelKey}` }),
  forms: [
    { ...chatForm, limitMember: 'max_completion_tokens', except: NO_CHAT },
    embeddingsForm,
    ...responsesForms.map((form) => ({ ...form, except: ONLY_BY_COMPLETIONS })),
    { ...completionsForm, only: ONLY_BY_COMPLETIONS },
  ],
  classifyError: classifyOpenAiError,
});

/** Servers that only speak the dialect (vLLM, SGLang) name a context overflow in their text alone. */
const CONTEXT_OVERFLOW = /maximum context length|context length of|exceeds? the context (?:window|length)/i;

function classifyOpenAiError({ status, code, type, message }: UpstreamFailure): ErrorCode | undefined {
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return 'upstream.out_of_credit';
  if (code === 'billing_not_active' || code === 'account_deactivated') return 'upstream.out_of_credit';
  if (code === 'invalid_api_key') return 'upstream.key_refused';
  if (status === 400 && (code === 'context_length_exceeded' || CONTEXT_OVERFLOW.test(message))) {
    return 'upstream.context_length';
  }
  if (status === 400 && (code === 'content_filter' || code === 'content_policy_violation')) {
    return 'upstream.content_filter';
  }
  return undefined;
}
