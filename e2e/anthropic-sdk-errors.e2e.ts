import Anthropic, { type APIError } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  framedEvent,
  playsMessage,
  recordedEvents,
  refusesMessage,
} from '../server/test/upstreams/anthropic-messages-upstream.ts';
import { AnthropicSdkSite, failureOf, MUTE_MODEL, say } from './support/anthropic-sdk-site.ts';

describe.each([{ prefix: '' }, { prefix: '/claude' }, { prefix: '/anthropic' }])(
  'errors as the package @anthropic-ai/sdk reads them at "$prefix"',
  ({ prefix }) => {
    let site: AnthropicSdkSite;
    let anthropic: Anthropic;
    beforeAll(async () => {
      site = await AnthropicSdkSite.start({ prefix });
    });
    afterAll(() => site.stop());
    beforeEach(() => {
      site.upstream.received.length = 0;
      playsMessage(site.upstream, 'anthropic-text');
      anthropic = site.client();
    });

    const expectError = (error: APIError, type: string): void => {
      expect(error.type).toBe(type);
      expect(error.requestID).toMatch(/\S{10,}/);
      expect(error.error).toMatchObject({ type: 'error', request_id: error.requestID });
    };

    it('a wrong key: AuthenticationError', async () => {
      const error = await failureOf(site.client({ apiKey: 'sk-wrong' }).messages.create(say));
      expect(error).toBeInstanceOf(Anthropic.AuthenticationError);
      expectError(error, 'authentication_error');
    });

    it('a disabled key: PermissionDeniedError', async () => {
      const { id, key } = await site.root.createToken();
      await site.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 });
      const error = await failureOf(site.client({ apiKey: key }).messages.create(say));
      expect(error).toBeInstanceOf(Anthropic.PermissionDeniedError);
      expectError(error, 'permission_error');
    });

    it('an exhausted key: 402, which the package does not try again', async () => {
      const { key } = await site.root.createToken({ quota: 1 });
      const error = await failureOf(site.client({ apiKey: key }).messages.create(say));
      expect(error.status).toBe(402);
      expectError(error, 'billing_error');
      expect(site.sent).toBe(1);
    });

    it('an unknown model: NotFoundError', async () => {
      const error = await failureOf(anthropic.messages.create({ ...say, model: 'nothing' }));
      expect(error).toBeInstanceOf(Anthropic.NotFoundError);
      expectError(error, 'not_found_error');
    });

    it('a body without limit: BadRequestError', async () => {
      const error = await failureOf(anthropic.messages.create({ ...say, max_tokens: undefined as never }));
      expect(error).toBeInstanceOf(Anthropic.BadRequestError);
      expectError(error, 'invalid_request_error');
      expect(error.message).toContain('max_tokens');
    });

    it('a body that is too large: 413', async () => {
      const error = await failureOf(anthropic.messages.create({ ...say, system: 'x'.repeat(150_000) }));
      expect(error.status).toBe(413);
      expectError(error, 'request_too_large');
    });

    it('no channel that can serve: 529', async () => {
      const client = site.client({ maxRetries: 0 });
      const error = await failureOf(client.messages.create({ ...say, model: MUTE_MODEL, stream: true }));
      expect(error).toBeInstanceOf(Anthropic.InternalServerError);
      expect(error.status).toBe(529);
      expectError(error, 'overloaded_error');
    });

    it.each([
      { given: 400, type: 'invalid_request_error', status: 400 },
      { given: 413, type: 'request_too_large', status: 413 },
      { given: 429, type: 'rate_limit_error', status: 429 },
      { given: 500, type: 'api_error', status: 502 },
      { given: 504, type: 'timeout_error', status: 504 },
      { given: 529, type: 'overloaded_error', status: 529 },
    ])('an upstream that answers $given: $status', async ({ given, type, status }) => {
      refusesMessage(site.upstream, given, { type, message: 'at fault' });
      const client = site.client({ maxRetries: 0 });
      const error = await failureOf(client.messages.create(say));
      expect(error.status).toBe(status);
      expectError(error, type);
      expect(error.message.includes('at fault')).toBe(given === 400);
    });

    it('a prompt that is too long says so', async () => {
      const message = 'prompt is too long: 208310 tokens > 200000 maximum';
      refusesMessage(site.upstream, 400, { type: 'invalid_request_error', message });
      const error = await failureOf(anthropic.messages.create(say));
      expect(error).toBeInstanceOf(Anthropic.BadRequestError);
      expect(error.message).toContain(message);
    });

    it('an upstream that fails inside a stream: APIError while reading', async () => {
      const events = recordedEvents('anthropic-text').slice(0, 4);
      const failure = { type: 'error', error: { type: 'overloaded_error', message: 'secret' } };
      site.upstream.streams([...events, framedEvent(JSON.stringify(failure))]);

      const texts: string[] = [];
      const error = await failureOf(
        (async () => {
          for await (const event of await anthropic.messages.create({ ...say, stream: true }))
            if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
              texts.push(event.delta.text);
        })(),
      );

      expect(texts).toEqual(['Hello']);
      expect(error).toBeInstanceOf(Anthropic.APIError);
      expectError(error, 'overloaded_error');
      expect(error.message).not.toContain('secret');
      await site.assertStreams();
    });
  },
);
