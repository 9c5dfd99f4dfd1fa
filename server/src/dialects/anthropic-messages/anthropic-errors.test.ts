import { type ErrorCode, errorCatalogue } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../platform/gateway-error.ts';
import { anthropicErrors } from './anthropic-errors.ts';

interface Told {
  type: string;
  error: { type: string; message: string };
  request_id: string;
}
const told = (error: GatewayError): Told => JSON.parse(anthropicErrors.body(error, 'req1')) as Told;
const LONG = { detail: 'prompt is too long: 208310 tokens > 200000 maximum' };

describe('errors as Anthropic’s clients read them', () => {
  it.each<[ErrorCode, number, string]>([
    ['request.malformed_json', 400, 'invalid_request_error'],
    ['token.invalid', 401, 'authentication_error'],
    ['quota.insufficient', 402, 'billing_error'],
    ['token.disabled', 403, 'permission_error'],
    ['model.not_found', 404, 'not_found_error'],
    ['request.method_not_allowed', 405, 'invalid_request_error'],
    ['request.timeout', 408, 'invalid_request_error'],
    ['request.too_large', 413, 'request_too_large'],
    ['upstream.unprocessable', 422, 'invalid_request_error'],
    ['rate.requests', 429, 'rate_limit_error'],
    ['upstream.rate_limited', 429, 'rate_limit_error'],
    ['gateway.internal', 500, 'api_error'],
    ['upstream.error', 502, 'api_error'],
    ['upstream.timeout', 504, 'timeout_error'],
    ['upstream.overloaded', 529, 'overloaded_error'],
    ['channel.none_available', 529, 'overloaded_error'],
  ])('%s: %i, %s', (code, status, type) => {
    const error = new GatewayError(code);
    expect(anthropicErrors.statusOf(error)).toBe(status);
    expect(told(error)).toEqual({
      type: 'error',
      error: { type, message: error.message },
      request_id: 'req1',
    });
  });

  it('have a type for every error of the catalogue, and no status that clients do not know as one', () => {
    for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
      const error = new GatewayError(code);
      const isOurs = anthropicErrors.statusOf(error) >= 500;
      expect(told(error).error.type, code).toMatch(isOurs ? /^(api|timeout|overloaded)_error$/ : /^[a-z]+_/);
      expect(anthropicErrors.statusOf(error), code).not.toBe(503);
    }
  });

  it('name every field that is wrong', () => {
    const fields = [
      { field: 'max_tokens', code: 'required' },
      { field: 'model', code: 'invalid_string' },
    ];
    const { message } = told(new GatewayError('request.invalid', {}, { fields })).error;
    expect(message).toBe('The request is not valid. (max_tokens: required, model: invalid_string)');
  });

  it('say in the words that clients look for that a prompt is too long, once', () => {
    expect(told(new GatewayError('upstream.context_length')).error.message).toMatch(/^prompt is too long: /);
    const { message } = told(new GatewayError('upstream.context_length', LONG)).error;
    expect(message.split('prompt is too long')).toHaveLength(2);
    expect(message).toContain('208310 tokens > 200000 maximum');
  });

  it('let a client try again where only other calls hold the balance', () => {
    const held = new GatewayError('quota.insufficient', { retry_after: 1 });
    expect([anthropicErrors.statusOf(held), told(held).error.type]).toEqual([429, 'rate_limit_error']);
  });

  it('are events of their own in a stream', () => {
    const error = new GatewayError('upstream.answer_cut');
    const [name, data, ...rest] = anthropicErrors.event(error, 'req1').split('\n');
    expect([name, ...rest]).toEqual(['event: error', '', '']);
    expect(JSON.parse(String(data).slice('data: '.length))).toEqual(told(error));
  });
});
