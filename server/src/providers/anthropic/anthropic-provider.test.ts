import { describe, expect, it } from 'vitest';
import { readUpstreamFailure } from '../../dialects/upstream-failure.ts';
import { classifyFailure } from '../provider.ts';
import { anthropicProvider } from './anthropic-provider.ts';

const messages = anthropicProvider.forms[0] ?? {};
const codeOf = (status: number, type: string, message = 'no'): string =>
  classifyFailure(
    anthropicProvider,
    messages,
    readUpstreamFailure(status, JSON.stringify({ type: 'error', error: { type, message } })),
  );

describe('an error of Anthropic', () => {
  it.each([
    [400, 'invalid_request_error', 'upstream.bad_request'],
    [401, 'authentication_error', 'upstream.key_refused'],
    [402, 'billing_error', 'upstream.out_of_credit'],
    [403, 'permission_error', 'upstream.model_missing'],
    [413, 'request_too_large', 'upstream.too_large'],
    [429, 'rate_limit_error', 'upstream.rate_limited'],
    [500, 'api_error', 'upstream.error'],
    [503, 'api_error', 'upstream.overloaded'],
    [504, 'api_error', 'upstream.timeout'],
    [504, 'timeout_error', 'upstream.timeout'],
    [529, 'overloaded_error', 'upstream.overloaded'],
    // The type says more than the status.
    [500, 'overloaded_error', 'upstream.overloaded'],
    [400, 'billing_error', 'upstream.out_of_credit'],
  ])('%i %s is %s', (status, type, code) => {
    expect(codeOf(status, type)).toBe(code);
  });

  it.each([
    ['Your credit balance is too low to access the Anthropic API.', 'upstream.out_of_credit'],
    [
      'You have reached your specified API usage limits. You will regain access on …',
      'upstream.out_of_credit',
    ],
    ['This organization has been disabled.', 'upstream.key_refused'],
    ['prompt is too long: 208310 tokens > 200000 maximum', 'upstream.context_length'],
    [
      'input length and `max_tokens` exceed context limit: 199323 + 20000 > 200000, decrease input length',
      'upstream.context_length',
    ],
    ['Output blocked by content filtering policy', 'upstream.content_filter'],
    ['messages.0.content: Field required', 'upstream.bad_request'],
    // It repeats words of the request.
    ["messages.0: Input tag 'credit balance is too low' found using 'type'", 'upstream.bad_request'],
    ["messages.0: Input tag 'organization has been disabled' found", 'upstream.bad_request'],
  ])('400 “%s” is %s', (message, code) => {
    expect(codeOf(400, 'invalid_request_error', message)).toBe(code);
  });

  it('about a model that is missing is the channel’s, about anything else the caller’s', () => {
    expect(codeOf(404, 'not_found_error', 'model: claude-2')).toBe('upstream.model_missing');
    expect(codeOf(404, 'not_found_error', 'File not found: file_011CNha8iCJcU1wXNR6q4V8w')).toBe(
      'upstream.bad_request',
    );
  });

  it('without a body is judged by its status', () => {
    const codes = [529, 404, 403].map((status) =>
      classifyFailure(anthropicProvider, messages, readUpstreamFailure(status, '<html>')),
    );
    expect(codes).toEqual(['upstream.overloaded', 'upstream.model_missing', 'upstream.key_refused']);
  });
});
