import { type ErrorCode, errorCatalogue } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { recordingOfGemini } from '../../../test/upstreams/gemini-upstream.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { geminiErrors } from './gemini-errors.ts';

const told = (error: GatewayError) =>
  (
    JSON.parse(geminiErrors.body(error, 'r1')) as {
      error: { code: number; status: string; message: string; details: object[] };
    }
  ).error;

describe('errors of the gateway as Google tells them', () => {
  it.each([
    { code: 'request.malformed_json', status: 400, name: 'INVALID_ARGUMENT' },
    { code: 'token.missing', status: 401, name: 'UNAUTHENTICATED' },
    { code: 'quota.insufficient', status: 402, name: 'FAILED_PRECONDITION' },
    { code: 'token.disabled', status: 403, name: 'PERMISSION_DENIED' },
    { code: 'model.not_found', status: 404, name: 'NOT_FOUND' },
    { code: 'request.too_large', status: 413, name: 'INVALID_ARGUMENT' },
    { code: 'rate.requests', status: 429, name: 'RESOURCE_EXHAUSTED' },
    { code: 'gateway.internal', status: 500, name: 'INTERNAL' },
    { code: 'channel.none_available', status: 503, name: 'UNAVAILABLE' },
    { code: 'upstream.timeout', status: 504, name: 'DEADLINE_EXCEEDED' },
  ] as const)('$code is $status $name', ({ code, status, name }) => {
    const error = new GatewayError(code);
    expect(geminiErrors.statusOf(error)).toBe(status);
    expect(told(error)).toMatchObject({ code: status, status: name });
    expect(told(error).message).toContain('[r1]');
  });

  it('every error has a status that is its code, and a name', () => {
    for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
      const error = new GatewayError(code);
      expect(told(error)).toMatchObject({
        code: geminiErrors.statusOf(error),
        status: expect.stringMatching(/^[A-Z_]+$/),
      });
    }
  });

  it('a balance that only other calls hold is 429, so that clients try again', () => {
    expect(told(new GatewayError('quota.insufficient', { retry_after: 1 }))).toMatchObject({
      ...{ code: 429, status: 'RESOURCE_EXHAUSTED' },
    });
  });

  it('names the fields that are wrong, and when to try again', () => {
    const fields = [{ field: 'contents', code: 'required' }];
    expect(told(new GatewayError('request.invalid', {}, { fields })).details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: 'contents', description: 'required' }],
    });
    expect(told(new GatewayError('rate.requests', { retry_after: 7 })).details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '7s',
    });
  });
});

describe('errors of Google', () => {
  it('say their status, and when to try again', () => {
    expect(geminiErrors.read(429, recordingOfGemini('google-429-retry-info.json'))).toEqual({
      status: 429,
      code: 'RESOURCE_EXHAUSTED',
      type: '',
      message: 'You exceeded your current quota, please check your plan.',
      param: '',
      retryAfterSeconds: 34.4,
    });
  });

  it('are read out of the list of a stream', () => {
    const body = `[${recordingOfGemini('vertex-context-overflow.json')}\n]`;
    expect(geminiErrors.read(400, body)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('1250074'),
    });
  });

  it('say their reason and the first wrong field', () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'generation_config.max_output_tokens', description: 'too large' }],
      },
    ];
    const error = { code: 400, message: 'no', status: 'INVALID_ARGUMENT', details };
    expect(geminiErrors.read(400, JSON.stringify({ error }))).toMatchObject({
      type: 'API_KEY_INVALID',
      param: 'maxOutputTokens',
    });
  });

  it.each(['', '<html>', '[]', '[null]', '{"error":"busy"}', '{"error":{"message":5}}', 'null'])(
    'may be anything else: %j',
    (body) => {
      expect(geminiErrors.read(502, body)).toMatchObject({ status: 502, param: '' });
    },
  );
});
