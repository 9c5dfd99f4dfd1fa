import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], stream: true };
const chunk = (delta: object, finish_reason: string | null = null, index = 0) =>
  `data: ${JSON.stringify({ choices: [{ index, delta, finish_reason }] })}\n\n`;
const role = chunk({ role: 'assistant', content: '' });
const ping = ': ping\n\n';

// Streams do not depend on the database; one is enough.
describe('a stream', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let first: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 10_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    first = await gateway.seed.channel({ model: 'm', priority: 2 });
    const second = await gateway.seed.channel({ model: 'm', priority: 1 });
    gateway.upstream(second).plays('openai-chat/hello.chunks.txt');
  });
  afterEach(() => gateway.stop());

  it.each([
    { what: 'comments', events: [ping, ping] },
    { what: 'a bare role', events: [role] },
    { what: 'its marker', events: ['data: [DONE]\n\n'] },
    { what: 'a bare role and its marker', events: [role, 'data: [DONE]\n\n'] },
    {
      what: 'a comment, a role and an error',
      events: [ping, role, 'data: {"error":{"message":"busy"}}\n\n'],
    },
  ])('that fails after nothing but $what is tried on another channel', async ({ events }) => {
    gateway.upstream(first).streams(events);

    const text = await (await gateway.post(user.token, hello)).text();

    expect(text).toContain('Hello');
    expect(text).not.toContain('error');
    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.attempts).toHaveLength(2);
  });

  it('passes on what came before the answer, in its order', async () => {
    const events = [ping, role, chunk({ content: 'Hi' }), chunk({}, 'stop'), 'data: [DONE]\n\n'];
    gateway.upstream(first).streams(events, { everyMs: 5 });

    expect(await (await gateway.post(user.token, hello)).text()).toBe(events.join(''));
  });

  it('passes on more than 64 KiB of comments without waiting for the answer', async () => {
    gateway.upstream(first).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`: ${'word '.repeat(20_000)}\n\n`);
    });

    const reply = await gateway.post(user.token, hello);
    expect(reply.status).toBe(200);
    await reply.body?.cancel();
  });

  it('ends after its finish reason, though its upstream goes on with comments', async () => {
    gateway.upstream(first).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: 'Hi' }) + chunk({}, 'stop'));
      while (!response.destroyed) {
        response.write(ping);
        await wait(50);
      }
    });

    const text = await (await gateway.post(user.token, hello)).text();

    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'completed' }]);
  });

  describe.each([
    { caller: 'a chat', path: '/v1/chat/completions', error: 'upstream_answer_cut' },
    { caller: 'messages', path: '/v1/messages', error: 'api_error' },
    { caller: 'responses', path: '/v1/responses', error: 'upstream_answer_cut' },
  ])('that ends with its marker and no reason, for $caller', ({ path, error }) => {
    const done = 'data: [DONE]\n\n';
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } })}\n\n`;
    const half = chunk({
      tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":' } }],
    });
    const ask = async (events: string[]) => {
      gateway.upstream(first).streams(events);
      const body = { ...hello, max_tokens: 50, ...(path === '/v1/responses' && { input: 'Say hello' }) };
      const reply = await gateway.post(user.token, body, { path });
      const text = await reply.text();
      const [row] = await gateway.logRowsOf(user);
      return { text, row };
    };

    it.each([
      { what: 'a text', events: [chunk({ content: 'Half of' }), done] },
      {
        what: 'a text after its usage',
        events: [chunk({ content: 'Half' }), usage, chunk({ content: ' of' }), done],
      },
      { what: 'half a call', events: [half, done] },
      { what: 'half a call and its usage', events: [half, usage, done] },
    ])('is cut after $what', async ({ events }) => {
      const { text, row } = await ask(events);
      expect(text).toContain(error);
      expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed/);
      expect(row).toMatchObject({ ended_by: 'upstream' });
      expect(row?.metadata).toMatchObject({ error_code: 'upstream.answer_cut' });
    });

    it.each([
      { what: 'its usage came behind its text', events: [chunk({ content: 'Hello' }), usage, done] },
      {
        what: 'empty reasons are all that its vendor says',
        events: [chunk({ content: 'Hello' }, ''), chunk({}, ''), done],
      },
    ])('is whole where $what', async ({ events }) => {
      const { text, row } = await ask(events);
      expect(text).not.toContain(error);
      expect(text).toMatch(/\[DONE\]|message_stop|response\.completed/);
      expect(row).toMatchObject({ ended_by: 'completed' });
    });
  });

  it('of two choices is cut when one of them never finishes', async () => {
    gateway
      .upstream(first)
      .streams([chunk({ content: 'Hi' }), chunk({ content: 'Ho' }, null, 1), chunk({}, 'stop')]);

    const text = await (await gateway.post(user.token, { ...hello, n: 2 })).text();

    expect(text).toContain('upstream_answer_cut');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'upstream' }]);
  });
});
