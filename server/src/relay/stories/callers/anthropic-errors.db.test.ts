import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnthropicSite, say, startAnthropicSite } from '../../../../test/support/anthropic-site.ts';
import { recordedMessage, refusesMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

interface Told {
  status: number;
  type: string;
  message: string;
  headers: Headers;
}

// Errors do not depend on the database.
describe('an error to a client of Anthropic', () => {
  let site: AnthropicSite;
  beforeEach(async () => {
    site = await startAnthropicSite({ env: { TURNPIKE_BODY_LIMIT: '100000' } });
  });
  afterEach(() => site.gateway.stop());

  /** The error that an answer is, in the vendor's envelope and with its id everywhere. */
  async function toldBy(reply: Response): Promise<Told> {
    const body = (await reply.json()) as {
      type: string;
      error: { type: string; message: string };
      request_id: string;
    };
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(Object.keys(body)).toEqual(['type', 'error', 'request_id']);
    expect(body.type).toBe('error');
    expect(Object.keys(body.error)).toEqual(['type', 'message']);
    expect(body.request_id).toMatch(/\S{10,}/);
    expect(reply.headers.get('request-id')).toBe(body.request_id);
    expect(reply.headers.get('x-request-id')).toBe(body.request_id);
    return { status: reply.status, ...body.error, headers: reply.headers };
  }
  const errorOf = async (...asked: Parameters<AnthropicSite['ask']>): Promise<Told> =>
    toldBy(await site.ask(...asked));

  const { max_tokens: _, ...withoutLimit } = say;
  it.each<[string, object | string, number, string, RegExp]>([
    ['a body that is no JSON', '{"model":', 400, 'invalid_request_error', /JSON/],
    ['a body that is a list', [], 400, 'invalid_request_error', /model: required/],
    ['a name with half a character', '{"model":"\\ud800"}', 400, 'invalid_request_error', /model/],
    ['a member twice', '{"model":"a","model":"b"}', 400, 'invalid_request_error', /twice/],
    ['no model', { ...say, model: undefined }, 400, 'invalid_request_error', /model: required/],
    ['no limit', withoutLimit, 400, 'invalid_request_error', /max_tokens: required/],
    ['a limit of null', { ...say, max_tokens: null }, 400, 'invalid_request_error', /max_tokens: required/],
    [
      'a limit as a text',
      { ...say, max_tokens: '64' },
      400,
      'invalid_request_error',
      /max_tokens: out_of_range/,
    ],
    [
      'a negative limit',
      { ...say, max_tokens: -1 },
      400,
      'invalid_request_error',
      /max_tokens: out_of_range/,
    ],
    ['half a token', { ...say, max_tokens: 1.5 }, 400, 'invalid_request_error', /max_tokens: out_of_range/],
    [
      'a limit beyond all',
      { ...say, max_tokens: 1e12 },
      400,
      'invalid_request_error',
      /max_tokens: out_of_range/,
    ],
    ['no messages', { ...say, messages: undefined }, 400, 'invalid_request_error', /messages: required/],
    ['messages as a text', { ...say, messages: 'Hi' }, 400, 'invalid_request_error', /messages: required/],
    [
      'a stream that is no flag',
      { ...say, stream: 'yes' },
      400,
      'invalid_request_error',
      /stream: invalid_boolean/,
    ],
    ['an unknown model', { ...say, model: 'claude-9' }, 404, 'not_found_error', /claude-9/],
    ['a large body', { ...say, system: 'x'.repeat(200_000) }, 413, 'request_too_large', /too large/],
  ])('for %s', async (_what, body, status, type, message) => {
    expect(await errorOf(body)).toMatchObject({ status, type, message: expect.stringMatching(message) });
    expect(site.upstream.received).toHaveLength(0);
    expect(await site.paid()).toBe(0);
  });

  it('names what the limit is missed for and nothing twice', async () => {
    const { message } = await errorOf(withoutLimit);
    expect(message.match(/max_tokens/g)).toHaveLength(1);
  });

  it('for keys', async () => {
    const wrong = { 'x-api-key': 'sk-wrong', 'content-type': 'application/json' };
    const none = { 'content-type': 'application/json' };
    expect(await errorOf(say, { headers: wrong })).toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    expect(await errorOf(say, { headers: none })).toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    await site.gateway.store.db.updateTable('tokens').set({ status: 2 }).execute();
    site.gateway.core.identities.forgetToken(site.user.tokenId);
    expect(await errorOf(say)).toMatchObject({ status: 403, type: 'permission_error' });
  });

  it('for a balance, which is not worth another try', async () => {
    const poor = await startAnthropicSite({ quota: 5 });
    const told = await toldBy(await poor.ask({ ...say, max_tokens: 1000 }));
    expect(told).toMatchObject({ status: 402, type: 'billing_error' });
    expect(told.headers.get('x-should-retry')).toBe('false');
    expect(told.headers.get('x-error-code')).toBe('quota.insufficient');
    await poor.gateway.stop();
  });

  it('for the rate', async () => {
    await site.gateway.store.db.updateTable('user_groups').set({ api_rate: 1 }).execute();
    await site.gateway.core.routing.reload();
    await (await site.ask(say)).text();
    const told = await errorOf(say);
    expect(told).toMatchObject({ status: 429, type: 'rate_limit_error' });
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    [400, 'invalid_request_error', 400, 'invalid_request_error', 'upstream.bad_request'],
    [401, 'authentication_error', 529, 'overloaded_error', 'upstream.key_refused'],
    [402, 'billing_error', 529, 'overloaded_error', 'upstream.out_of_credit'],
    [403, 'permission_error', 529, 'overloaded_error', 'upstream.model_missing'],
    [404, 'not_found_error', 400, 'invalid_request_error', 'upstream.bad_request'],
    [413, 'request_too_large', 413, 'request_too_large', 'upstream.too_large'],
    [422, 'invalid_request_error', 422, 'invalid_request_error', 'upstream.unprocessable'],
    [429, 'rate_limit_error', 429, 'rate_limit_error', 'upstream.rate_limited'],
    [500, 'api_error', 502, 'api_error', 'upstream.error'],
    [503, 'api_error', 529, 'overloaded_error', 'upstream.overloaded'],
    [504, 'timeout_error', 504, 'timeout_error', 'upstream.timeout'],
    [529, 'overloaded_error', 529, 'overloaded_error', 'upstream.overloaded'],
  ])('for an upstream’s %i %s', async (given, givenType, status, type, code) => {
    refusesMessage(site.upstream, given, {
      ...{ type: givenType, message: `upstream-key of ${site.upstream.url} is at fault` },
      headers: { 'retry-after': '7' },
    });
    for (const stream of [false, true]) {
      const told = await errorOf({ ...say, stream });
      expect(told).toMatchObject({ status, type });
      expect(told.headers.get('x-error-code')).toBe(code);
      expect(told.headers.get('retry-after')).toBe('7');
      expect(told.message).not.toMatch(/upstream-key|127\.0\.0\.1/);
    }
    expect(await site.paid()).toBe(0);
  });

  it.each([
    [
      'prompt is too long: 208310 tokens > 200000 maximum',
      /^This model.*prompt is too long: 208310 tokens > 200000/,
    ],
    ['input is too long for requested model', /^prompt is too long: /],
  ])('for a prompt that is too long says so in the vendor’s words: %s', async (said, message) => {
    refusesMessage(site.upstream, 400, { type: 'invalid_request_error', message: said });
    expect(await errorOf(say)).toMatchObject({
      ...{ status: 400, type: 'invalid_request_error' },
      message: expect.stringMatching(message),
    });
  });

  it('has what the vendor said of a fault that the caller can repair', async () => {
    const said = 'messages.0.content.0.text: text content blocks must be non-empty';
    const messages = [{ role: 'user', content: [{ type: 'text', text: '' }] }];
    const told = await errorOf({ ...say, messages });
    expect(told).toMatchObject({ status: 400, type: 'invalid_request_error' });
    expect(told.message).toContain(said.slice('messages.0.content.0.text'.length));
  });

  it('of an account at one channel is met by another channel', async () => {
    const other = await site.addChannel();
    const said = 'Your credit balance is too low to access the Anthropic API.';
    refusesMessage(site.upstream, 400, { type: 'invalid_request_error', message: said });
    expect(await (await site.ask(say)).text()).toBe(recordedMessage('anthropic-text'));
    expect(other.received).toHaveLength(1);
  });

  it('of a file that is missing freezes no channel', async () => {
    refusesMessage(site.upstream, 404, { type: 'not_found_error', message: 'File not found: file_1' });
    for (let call = 0; call < 12; call += 1) await errorOf(say);
    expect(site.upstream.received).toHaveLength(12);
  });

  it.each([
    ['POST', '/v1/messages/batches', 404],
    ['GET', '/claude', 404],
    ['GET', '/claude/v1/nothing', 404],
    ['POST', '/anthropic/v1/complete', 404],
    ['GET', '/v1/messages', 405],
    ['DELETE', '/claude/v1/messages', 405],
    ['PUT', '/anthropic/v1/models', 405],
  ])('for %s %s', async (method, path, status) => {
    const reply = await site.ask(method === 'GET' ? null : say, { method, path });
    const type = status === 404 ? 'not_found_error' : 'invalid_request_error';
    const told = await toldBy(reply);
    expect(told).toMatchObject({ status, type, message: expect.stringContaining(path) });
    expect(told.headers.get('access-control-allow-origin')).toBe('*');
    if (status === 405) expect(told.headers.get('allow')).toContain('OPTIONS');
  });

  it('is OpenAI’s where OpenAI’s clients call', async () => {
    const headers = { authorization: `Bearer ${site.user.token}` };
    const reply = await site.ask(null, { method: 'GET', path: '/v1/messagesque', headers });
    expect(await reply.json()).toMatchObject({ error: { code: 'unknown_url' } });
    expect(reply.headers.get('request-id')).toBeNull();
  });
});
