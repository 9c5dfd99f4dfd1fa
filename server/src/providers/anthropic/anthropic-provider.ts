import type { ErrorCode } from '@turnpike/contract';
import { anthropicCount } from '../../dialects/anthropic-messages/anthropic-count.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { readModelList } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

const passHeaders = ['anthropic-version', 'anthropic-beta'];

/**
 * Anthropic. A caller's own version and beta features go before the provider's version.
 * Source: Claude API reference, "Versions", "Beta headers", "Errors" and "List models", checked 2026-11.
 */
export const anthropicProvider: Provider = {
  typeId: 14,
  name: 'anthropic',
  label: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  key: { example: 'sk-ant-api03-…', site: 'https://platform.claude.com/settings/keys' },
  models: [
    'claude-fable-5-1',
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-opus-4-5',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
  ],
  testModel: 'claude-haiku-4-5',
  headers: ({ keyParts: { token = '', key = token } }) => ({
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
  }),
  forms: [
    { dialect: anthropicMessages, path: '/v1/messages', passHeaders, keepsThreads: true },
    { dialect: anthropicCount, path: '/v1/messages/count_tokens', passHeaders },
  ],
  classifyError: classifyAnthropicError,
  modelList: { path: '/v1/models?limit=1000', read: readModelList },
};

const codesOfTypes: ReadonlyMap<string, ErrorCode> = new Map([
  ['authentication_error', 'upstream.key_refused'],
  // Not of the key: a caller may name what its channel may not use.
  ['permission_error', 'upstream.model_missing'],
  ['billing_error', 'upstream.out_of_credit'],
  ['rate_limit_error', 'upstream.rate_limited'],
  ['overloaded_error', 'upstream.overloaded'],
  ['timeout_error', 'upstream.timeout'],
  ['request_too_large', 'upstream.too_large'],
  ['api_error', 'upstream.error'],
]);

const BUSY: ReadonlySet<number> = new Set([503, 504, 524, 529]);

/** Faults of the account that the vendor calls faults of the request, whose words it repeats behind others. */
const OUT_OF_CREDIT =
  /^(?:your )?credit balance is too low|^(?:you have )?reached your specified (?:workspace )?API usage limits/i;
const ACCOUNT_DISABLED = /^(?:this )?organization has been disabled/i;
const TOO_LONG = /prompt is too long|input is too long|exceed context limit/i;
const FILTERED = /blocked by content filtering policy/i;
/** As `model: claude-2`; other things that are missing, such as files, are the caller's. */
const MISSING_MODEL = /\bmodel\b/i;

function classifyAnthropicError({ status, type, message, details }: UpstreamFailure): ErrorCode | undefined {
  if (details?.errorCode === 'thread_not_found') return 'thread.not_found';
  if (TOO_LONG.test(message) && (status === 400 || status === 413)) return 'upstream.context_length';
  // It says no more than that something failed.
  const code = type === 'api_error' && BUSY.has(status) ? undefined : codesOfTypes.get(type);
  if (code !== undefined) return code;
  if (type === 'not_found_error' && !MISSING_MODEL.test(message)) return 'upstream.bad_request';
  if (status === 529) return 'upstream.overloaded';
  if (status !== 400) return undefined;
  if (OUT_OF_CREDIT.test(message)) return 'upstream.out_of_credit';
  if (ACCOUNT_DISABLED.test(message)) return 'upstream.key_refused';
  return FILTERED.test(message) ? 'upstream.content_filter' : undefined;
}
