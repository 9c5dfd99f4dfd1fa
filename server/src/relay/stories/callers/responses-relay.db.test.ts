import { role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertResponseStream } from '../../../../test/grammars/openai-responses-grammar.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import {
  playResponses,
  recordedResponse,
  recordedResponses,
} from '../../../../test/upstreams/openai-responses-upstream.ts';

const OPENAI = 1;
const say = { model: 'm', input: 'Say hello', max_output_tokens: 64 };
const [calculation = [], , , result = []] = recordedResponses('openai-reasoning-encrypted-content.1');
const failing = recordedResponses('openai-error.1')[0] ?? [];
const whole = recordedResponse('openai-reasoning-encrypted-content.1');
// 134 tokens in; 12 for text, 0 for thinking: at one point and three.
const usageOf = (events: string[]) =>
  JSON.parse((events.at(-1) ?? '').split('data: ')[1] ?? '').response.usage as Record<string, number>;
const pointsOf = ({ input_tokens = 0, output_tokens = 0 }: Record<string, number>): number =>
  input_tokens + 3 * output_tokens;

describe.each(anyDatabase)('responses on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    for (const model of ['m', 'two', 'o3-pro']) await gateway.seed.price({ model, input: 1, output: 3 });
    await gateway.seed.channel({ model: 'm', type: OPENAI });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  const upstream = () => gateway.upstream({ id: 1 });
  const user = () => gateway.seed.user({ quota: 1_000_000 });
  const ask = (token: string, body: object = say, path = '/v1/responses') =>
    gateway.post(token, body, { path });

  it.each(['/v1/responses', '/responses'])(
    '%s passes a whole answer as it came, and charges it',
    async (path) => {
      playResponses(upstream(), { whole, events: [] });
      const caller = await user();

      const reply = await ask(caller.token, say, path);

      expect(await reply.text()).toBe(JSON.stringify(whole));
      expect(upstream().received.at(-1)).toMatchObject({
        path: '/v1/responses',
        rawBody: JSON.stringify(say),
      });
      expect(await gateway.logRowsOf(caller)).toMatchObject([
        { quota: 865 + 3 * 163, prompt_tokens: 865, completion_tokens: 163, ended_by: 'completed' },
      ]);
    },
  );

  it.each([{ events: calculation }, { events: result }])(
    'passes a stream byte by byte',
    async ({ events }) => {
      playResponses(upstream(), { whole, events });
      const caller = await user();

      const reply = await ask(caller.token, { ...say, stream: true });
      const text = await reply.text();

      expect(text).toBe(events.join(''));
      assertResponseStream(text);
      expect(await gateway.logRowsOf(caller)).toMatchObject([{ quota: pointsOf(usageOf(events)) }]);
      expect((await gateway.logRowsOf(caller))[0]?.metadata?.estimated).toBeUndefined();
    },
  );

  it('passes the headers by which OpenAI knows a session on, and no other', async () => {
    playResponses(upstream(), { whole, events: [] });
    const { token } = await user();
    const known = {
      ...{ 'openai-beta': 'responses=v1', originator: 'codex_cli_rs', session_id: 's-1' },
      ...{ 'session-id': 's-1', 'thread-id': 't-1', 'x-client-request-id': 'r-1' },
      ...{ 'x-codex-beta-features': 'a,b', 'x-codex-turn-metadata': '{}', 'x-codex-window-id': 's-1:0' },
      'x-openai-internal-codex-responses-lite': 'true',
    };
    const reply = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-secret': 'mine', ...known },
      body: JSON.stringify(say),
    });
    expect(reply.status).toBe(200);
    const { headers } = upstream().received.at(-1) ?? {};
    expect(headers).toMatchObject({ ...known, authorization: 'Bearer upstream-key' });
    expect(headers).not.toHaveProperty('x-secret');
  });

  it('counts what left of a stream that is cut, and ends it as a failure', async () => {
    playResponses(upstream(), { whole, events: calculation.slice(0, 50) });
    const caller = await user();

    const text = await (await ask(caller.token, { ...say, stream: true })).text();

    expect(text.startsWith(calculation.slice(0, 50).join(''))).toBe(true);
    assertResponseStream(text);
    expect(text).toContain('"status":"failed"');
    expect(await gateway.logRowsOf(caller)).toMatchObject([
      { ended_by: 'upstream', metadata: { estimated: true } },
    ]);
    expect((await gateway.logRowsOf(caller))[0]?.quota).toBeGreaterThan(0);
  });

  it('tries another channel where a stream fails before anything of an answer, and charges nothing for the first', async () => {
    const first = await gateway.seed.channel({ model: 'two', type: OPENAI, priority: 2 });
    const second = await gateway.seed.channel({ model: 'two', type: OPENAI, priority: 1 });
    playResponses(gateway.upstream(first), { whole, events: failing });
    playResponses(gateway.upstream(second), { whole, events: result });
    const caller = await user();

    const text = await (await ask(caller.token, { ...say, model: 'two', stream: true })).text();

    expect(text).toBe(result.join(''));
    expect(await gateway.logRowsOf(caller)).toMatchObject([
      { channel_id: second.id, quota: pointsOf(usageOf(result)) },
    ]);
  });

  it('tells that the context is too long by its code, also out of a stream', async () => {
    const error = { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' };
    const failed = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', error } };
    const events = [result[0] ?? '', `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`];
    playResponses(upstream(), { whole, events });
    const caller = await user();

    const reply = await ask(caller.token, { ...say, stream: true });

    expect(reply.headers.get('x-error-code')).toBe('upstream.context_length');
    expect(await reply.text()).toBe(events.join(''));
    expect(await gateway.logRowsOf(caller)).toMatchObject([{ quota: 0 }]);
  });

  it.each([
    (error: object) => ({ type: 'response.failed', response: { id: 'resp_1', status: 'failed', error } }),
    (error: object) => ({ type: 'error', sequence_number: 1, ...error }),
  ])('passes a failure inside of a stream on as it came where no channel is left', async (failedBy) => {
    const wait = 'Please try again in 1.054s.';
    const error = { code: 'rate_limit_exceeded', message: `Rate limit of sk-vendor-key-0123456789. ${wait}` };
    const failed = failedBy(error);
    const event = `event: ${failed.type}\ndata: ${JSON.stringify(failed)}\n\n`;
    playResponses(upstream(), { whole, events: [result[0] ?? '', event] });
    const caller = await user();

    const reply = await ask(caller.token, { ...say, stream: true });

    expect({ status: reply.status, type: reply.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringContaining('text/event-stream'),
    });
    const text = await reply.text();
    expect(text.startsWith(result[0] ?? '')).toBe(true);
    expect(text).toContain(`event: ${failed.type}`);
    expect(text).toContain('rate_limit_exceeded');
    expect(text).toContain(wait);
    expect(text).not.toContain('sk-vendor-key');
    expect(await gateway.logRowsOf(caller)).toMatchObject([{ quota: 0, ended_by: 'upstream' }]);
  });

  it.each([
    ['billing_not_active', 'Your account is not active, please check your billing details', 'out_of_credit'],
    ['billing_hard_limit_reached', 'Billing hard limit has been reached', 'out_of_credit'],
    ['account_deactivated', 'The account of acme-internal was deactivated', 'out_of_credit'],
    ['rate_limit_exceeded', 'You exceeded your current quota, please check your plan', 'out_of_credit'],
    ['invalid_api_key', 'Incorrect API key provided', 'key_refused'],
  ])('keeps the words about the account of a failed stream back: %s', async (code, message, means) => {
    const failed = {
      type: 'response.failed',
      response: { id: 'resp_1', status: 'failed', error: { code, message } },
    };
    const event = `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`;
    playResponses(upstream(), { whole, events: [result[0] ?? '', event] });
    const caller = await user();

    const reply = await ask(caller.token, { ...say, stream: true });

    const text = await reply.text();
    expect([reply.status, reply.headers.get('x-error-code')], text).toEqual([503, `upstream.${means}`]);
    expect(text).not.toContain('response.created');
    expect(text).not.toContain(message);
  });

  it('says by when to try again where a status takes the place of such a failure', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'Please try again in 1.054s.' };
    const failed = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', error } };
    const events = [result[0] ?? '', `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`];
    await gateway.seed.price({ model: 'converted', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'converted', dialects: ['openai-responses'] });
    playResponses(gateway.upstream(channel), { whole, events });
    const { token } = await user();
    const messages = [{ role: 'user', content: 'Hi' }];
    const reply = await gateway.post(token, { model: 'converted', stream: true, messages });
    expect({ status: reply.status, wait: reply.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: '2',
    });
  });

  it('a whole answer that says it failed is none, and costs nothing', async () => {
    const error = { code: 'server_error', message: 'secret' };
    playResponses(upstream(), {
      whole: { id: 'resp_1', status: 'failed', error, output: [], usage: null },
      events: [],
    });
    const caller = await user();

    const reply = await ask(caller.token);

    expect(reply.status).toBe(502);
    expect(await reply.text()).not.toContain('secret');
    expect(await gateway.quotaOf(caller)).toBe(1_000_000);
  });

  it('counts an answer whose upstream says no usage', async () => {
    playResponses(upstream(), { whole: { ...whole, usage: null }, events: [] });
    const caller = await user();

    await (await ask(caller.token)).text();

    const [row] = await gateway.logRowsOf(caller);
    expect(row?.metadata?.estimated).toBe(true);
    expect(row?.completion_tokens).toBeGreaterThan(5);
  });

  it.each([
    { what: 'malformed JSON', body: '{"model"', status: 400, error: {} },
    { what: 'no input', body: { model: 'm' }, status: 400, error: { param: 'input' } },
    { what: 'a number as input', body: { ...say, input: 5 }, status: 400, error: { param: 'input' } },
    { what: 'a text as stream', body: { ...say, stream: 'yes' }, status: 400, error: { param: 'stream' } },
    {
      what: 'work in the background',
      body: { ...say, background: true },
      status: 400,
      error: { param: 'background' },
    },
    {
      what: 'a bound of nothing',
      body: { ...say, max_output_tokens: 0 },
      status: 400,
      error: { param: 'max_output_tokens' },
    },
    {
      what: 'an unknown model',
      body: { ...say, model: 'x' },
      status: 404,
      error: { code: 'model_not_found' },
    },
  ])('refuses $what', async ({ body, status, error }) => {
    const caller = await user();
    const received = upstream().received.length;

    const reply = await gateway.post(caller.token, body, { path: '/v1/responses' });

    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ error: { message: expect.any(String), ...error } });
    expect(upstream().received).toHaveLength(received);
  });

  it('bounds the answer where the balance pays for no more, in the member of this dialect', async () => {
    playResponses(upstream(), { whole, events: [] });
    const caller = await gateway.seed.user({ quota: 2_000 });

    await (await ask(caller.token, { model: 'm', input: 'Say hello' })).text();

    const { max_output_tokens } = upstream().received.at(-1)?.body ?? {};
    expect(max_output_tokens).toBeGreaterThan(100);
    expect(max_output_tokens).toBeLessThan(667);
  });

  it('what was learned of a model’s chat is not written into a request for a response', async () => {
    const channel = await gateway.seed.channel({ model: 'both', type: OPENAI });
    await gateway.seed.price({ model: 'both', input: 1, output: 3 });
    const bounded = () => gateway.seed.user({ quota: 2_000 });
    gateway.upstream(channel).does((response, { body }) => {
      const isRefused = 'max_completion_tokens' in body;
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
      const message = "Unsupported parameter: 'max_completion_tokens'";
      const error = { message, param: 'max_completion_tokens', code: 'unsupported_parameter' };
      const usage = { prompt_tokens: 5, completion_tokens: 1 };
      const choices = [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }];
      response.end(JSON.stringify(isRefused ? { error } : { choices, usage }));
    });
    const messages = [{ role: 'user', content: 'Hi' }];
    await gateway.post((await bounded()).token, { model: 'both', messages });
    expect(gateway.upstream(channel).received.at(-1)?.body).toHaveProperty('max_tokens');

    playResponses(gateway.upstream(channel), { whole, events: [] });
    gateway.upstream(channel).received.length = 0;
    const reply = await ask((await bounded()).token, { model: 'both', input: 'Hi' });

    expect(reply.status).toBe(200);
    expect(gateway.upstream(channel).received).toMatchObject([
      { body: { max_output_tokens: expect.any(Number) } },
    ]);
  });

  it("a stored prompt of the operator's is for administrators, and held at its most", async () => {
    playResponses(upstream(), { whole, events: [] });
    const refused = await ask((await user()).token, { ...say, prompt: { id: 'pmpt_1' } });
    expect(refused.headers.get('x-error-code')).toBe('object.not_found');
    const caller = await gateway.seed.user({ quota: 10_000_000, role: role.admin });
    await (await ask(caller.token, { ...say, prompt: { id: 'pmpt_1' } })).text();
    const [row] = await gateway.logRowsOf(caller);
    expect(Number(row?.metadata?.reserved)).toBeGreaterThan(999_000);
  });
});
