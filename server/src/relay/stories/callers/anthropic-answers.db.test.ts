import { setTimeout as wait } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnthropicSite, say, startAnthropicSite } from '../../../../test/support/anthropic-site.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  framedEvent,
  playsMessage,
  recordedEvents,
  recordedMessage,
} from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const event = (data: object): string => framedEvent(JSON.stringify(data));
const text = recordedEvents('anthropic-text');
const ping = event({ type: 'ping' });
const overloaded = event({ type: 'error', error: { type: 'overloaded_error', message: 'secret' } });

describe.each(anyDatabase)('messages of Anthropic on $name', ({ open }) => {
  it.each([
    { name: 'anthropic-text', whole: 12 + 3 * 29, streamed: 12 + 3 * 30 },
    { name: 'anthropic-tool-no-args', whole: 602 + 3 * 93, streamed: 565 + 3 * 48 },
    { name: 'anthropic-json-tool.1', whole: 1151 + 3 * 87, streamed: 849 + 3 * 47 },
    { name: 'anthropic-clear-thinking.1', whole: 69 + 3 * 33, streamed: 69 + 3 * 53 },
    { name: 'anthropic-refusal', whole: 18 + 3 * 5, streamed: 18 + 3 * 5 },
  ])('pass as they came and are charged by their usage: $name', async ({ name, whole, streamed }) => {
    const database = await open();
    const site = await startAnthropicSite({ databaseUrl: database.url });
    playsMessage(site.upstream, name);

    const reply = await site.ask(say);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(recordedMessage(name));
    expect(await site.paid()).toBe(whole);
    expect(await site.stream()).toBe(recordedEvents(name).join(''));
    expect(await site.paid()).toBe(whole + streamed);

    expect(await site.gateway.logRowsOf(site.user)).toMatchObject([
      { ended_by: 'completed', is_stream: 0, quota: whole },
      { ended_by: 'completed', is_stream: 1, quota: streamed },
    ]);
    expect(JSON.stringify(await site.gateway.logRowsOf(site.user))).not.toContain('estimated');
    expect(await site.gateway.quotaOf(site.user)).toBe(1_000_000 - whole - streamed);
    await site.gateway.stop();
    await database.drop();
  });

  it('are charged for caches by what was read and how long it was written for', async () => {
    const database = await open();
    const site = await startAnthropicSite({ databaseUrl: database.url });
    const usage = {
      ...{
        input_tokens: 10,
        cache_creation_input_tokens: 300,
        cache_read_input_tokens: 5000,
        output_tokens: 1,
      },
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
    };
    const start = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
    };
    const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } };
    const { cache_creation: _, ...totals } = usage;
    site.upstream.streams([
      event({ type: 'message_start', message: { ...start, usage } }),
      ...text.slice(1, -2),
      event({ ...delta, usage: { ...totals, output_tokens: 20 } }),
      String(text.at(-1)),
    ]);
    await site.stream();

    // Read 1 ×, five minutes 1.25 ×, an hour 2 ×: what this price does not name.
    const points = 10 + 5000 + 100 * 1.25 + 200 * 2 + 20 * 3;
    expect(await site.gateway.logRowsOf(site.user)).toMatchObject([
      { quota: points, metadata: { cached_read_tokens: 5000, cached_write_tokens: 300 } },
    ]);
    await site.gateway.stop();
    await database.drop();
  });
});

// The following tests do not depend on the database.
describe('a message', () => {
  let site: AnthropicSite;
  beforeEach(async () => {
    site = await startAnthropicSite();
  });
  afterEach(() => site.gateway.stop());

  const row = async () => (await site.gateway.logRowsOf(site.user)).at(-1);

  it('goes out as it came, but for the name of a mapped model', async () => {
    const { gateway } = site;
    await gateway.seed.price({ model: 'claude-up', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'mine', type: 14, mapping: { mine: 'claude-up' } });
    const body =
      '{ "max_tokens":64,\n"model" : "mine", "messages":[{"role":"user","content":"Hé \\u4f60"}],"temperature":1.0,"metadata":{"user_id":"u"} }';
    await site.ask(body, { path: '/v1/messages?beta=true' });
    expect(gateway.upstream(channel).received.map(({ rawBody }) => rawBody)).toEqual([
      body.replace('"mine"', '"claude-up"'),
    ]);
  });

  it('that takes tools, thinking, pictures and documents is taken by a strict upstream', async () => {
    const thought = { type: 'thinking', thinking: 'Hm', signature: 'c2lnbmF0dXJl' };
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'it', deep: { n: 1 } } };
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
    };
    const body = {
      ...{ ...say, max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 1024 } },
      system: [{ type: 'text', text: 'Be short.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      tools: [{ name: 'look', input_schema: { type: 'object', properties: { at: { type: 'string' } } } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look' }, picture] },
        { role: 'assistant', content: [thought, call] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [{ type: 'text', text: 'seen' }, picture],
            },
            { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
          ],
        },
      ],
    };
    const reply = await site.ask(body);
    expect(reply.status).toBe(200);
    expect(site.upstream.received[0]?.rawBody).toBe(JSON.stringify(body));
  });

  it('without usage is counted, the same whole and streamed', async () => {
    const { usage: _, ...whole } = JSON.parse(recordedMessage('anthropic-text')) as Record<string, unknown>;
    const bare = text.map((one) => one.replace(/"usage":\{.*\}(?=\}\}?\n)/, '"usage":{}'));
    const words = 'Hello! I’m doing well. How are you doing today? Is there anything I can help with?';
    site.upstream.does((response, { body }) => {
      if (body.stream !== true)
        return sendJson(
          response,
          200,
          JSON.stringify({ ...whole, content: [{ type: 'text', text: words }] }),
        );
      const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end([...bare.slice(0, 2), event(delta), ...bare.slice(-3)].join(''));
    });

    await (await site.ask(say)).text();
    await (await site.ask({ ...say, stream: true })).text();

    const [first, second] = await site.gateway.logRowsOf(site.user);
    expect(first).toMatchObject({ metadata: { estimated: true } });
    expect(second).toMatchObject({ metadata: { estimated: true } });
    expect(first?.completion_tokens).toBeGreaterThan(15);
    expect(first?.prompt_tokens).toBeGreaterThan(1);
    expect(second?.completion_tokens).toBe(first?.completion_tokens);
    expect(second?.prompt_tokens).toBe(first?.prompt_tokens);
  });

  it('that is cut ends as an error and costs its input and what left', async () => {
    site.upstream.streams(text.slice(0, 8));

    const told = await site.stream();

    expect(told.startsWith(text.slice(0, 8).join(''))).toBe(true);
    expect(told).toContain('event: error');
    expect(told).not.toContain('message_stop');
    const left = "Hello! I'm doing well, thank you for asking. How are you doing today? Is";
    expect(await row()).toMatchObject({
      ...{ ended_by: 'upstream', prompt_tokens: 12, completion_tokens: countTokens(left) },
      metadata: { estimated: true, error_code: 'upstream.answer_cut' },
    });
  });

  it('that breaks with an error after text tells an error in its own words', async () => {
    site.upstream.streams([...text.slice(0, 5), overloaded]);

    const told = await site.stream();

    expect(told.startsWith(text.slice(0, 5).join(''))).toBe(true);
    expect(told).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error",/);
    expect(told).not.toContain('secret');
    expect(await row()).toMatchObject({ ended_by: 'upstream', prompt_tokens: 12 });
  });

  it.each([
    { what: 'an error at once', events: [overloaded] },
    { what: 'nothing', events: [] },
    { what: 'pings, a head and an error', events: [ping, String(text[0]), ping, overloaded] },
    { what: 'a head alone', events: [String(text[0])] },
  ])('is asked of another channel after $what', async ({ events }) => {
    playsMessage(await site.addChannel(), 'anthropic-text');
    site.upstream.streams(events);

    expect(await site.stream()).toBe(text.join(''));
    const { metadata } = (await row()) ?? {};
    expect(metadata?.attempts).toHaveLength(2);
    expect(await site.paid()).toBe(12 + 3 * 30);
  });

  it.each([
    { what: 'leaves out its end', events: text.slice(0, -1) },
    { what: 'ends as another dialect does', events: [...text.slice(0, -1), 'data: [DONE]\n\n'] },
    { what: 'goes on after its end', events: [...text, ping, ...text] },
  ])('whose upstream $what is whole', async ({ events }) => {
    site.upstream.streams(events);
    expect(await site.stream()).toBe(text.join(''));
    expect(await row()).toMatchObject({ ended_by: 'completed', quota: 12 + 3 * 30 });
  });

  it('ends after its stop reason, though its upstream goes on with pings', async () => {
    site.upstream.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(text.slice(0, -1).join(''));
      while (!response.destroyed) {
        response.write(ping);
        await wait(50);
      }
    });

    const told = await site.stream();

    expect(told.replaceAll(ping, '')).toBe(text.join('').replaceAll(ping, ''));
    expect(await row()).toMatchObject({ ended_by: 'completed', quota: 12 + 3 * 30 });
  });

  it.each(['anthropic-text', 'anthropic-json-tool.1', 'anthropic-clear-thinking.1'])(
    'that comes as JSON to who asked for a stream is told as one: %s',
    async (name) => {
      site.upstream.does((response) => sendJson(response, 200, recordedMessage(name)));

      const told = await site.stream();

      const { usage, stop_reason } = JSON.parse(recordedMessage(name)) as Record<string, unknown>;
      const delta = told.split('\n').find((line) => line.startsWith('data: {"type":"message_delta"'));
      expect(JSON.parse(String(delta).slice('data: '.length))).toMatchObject({
        delta: { stop_reason },
        usage,
      });
      const { input_tokens, output_tokens } = usage as { input_tokens: number; output_tokens: number };
      expect(await site.paid()).toBe(input_tokens + 3 * output_tokens);
    },
  );

  it.each([
    '{"type":"error","error":{"type":"api_error","message":"no"}}',
    '{"content":null}',
    '[]',
    '{"content":[',
  ])('is asked of another channel where a whole answer is none: %s', async (body) => {
    playsMessage(await site.addChannel(), 'anthropic-text');
    site.upstream.does((response) => sendJson(response, 200, body));

    expect(await (await site.ask(say)).text()).toBe(recordedMessage('anthropic-text'));
    expect(await site.stream()).toBe(text.join(''));
  });

  it('whose caller leaves in the middle ends upstream too, and is charged', async () => {
    const delta = String(text[3]);
    site.upstream.streams([...text.slice(0, 3), ...new Array(1000).fill(delta)], { everyMs: 10 });
    const abort = new AbortController();
    const reply = await site.ask({ ...say, stream: true }, { signal: abort.signal });
    await reply.body?.getReader().read();
    abort.abort();
    await site.upstream.received[0]?.left;

    await expect.poll(row).toMatchObject({ ended_by: 'client', prompt_tokens: 12 });
  });

  it('of three megabytes flows through whole', async () => {
    const message = JSON.parse(recordedMessage('anthropic-text')) as Record<string, unknown>;
    const long = JSON.stringify({ ...message, content: [{ type: 'text', text: 'word '.repeat(600_000) }] });
    site.upstream.does((response) => sendJson(response, 200, long));
    expect(await (await site.ask(say)).text()).toBe(long);
    expect(await site.paid()).toBe(12 + 3 * 29);
  });
});

describe('a heartbeat of messages', () => {
  const PING = 'event: ping\ndata: {"type": "ping"}\n\n';

  it('is a ping before the first event', async () => {
    const site = await startAnthropicSite({ heartbeatSeconds: 0.05 });
    site.upstream.does(async (response) => {
      await wait(300);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(text.join(''));
    });
    expect(await site.stream()).toBe(PING + text.join(''));
    expect(await site.paid()).toBe(12 + 3 * 30);
    await site.gateway.stop();
  });

  it('is a ping between two events, and never inside of one', async () => {
    const site = await startAnthropicSite({ heartbeatSeconds: 0.05 });
    const unfinished = String(text[4]).length + 30;
    const sent = text.slice(0, 6).join('');
    const half = text.slice(0, 4).join('').length + unfinished;
    site.upstream.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sent.slice(0, half));
      await wait(5_500);
      response.end(sent.slice(half) + text.slice(6).join(''));
    });

    const told = await site.stream();

    expect(told.split(PING)).toEqual([text.slice(0, 5).join(''), text.slice(5).join('')]);
    await site.gateway.stop();
  });

  it('is followed by an error as an event', async () => {
    const site = await startAnthropicSite({ heartbeatSeconds: 0.05 });
    site.upstream.does(async (response) => {
      await wait(300);
      sendJson(response, 500, '{"type":"error","error":{"type":"api_error","message":"no"}}');
    });
    expect(await site.stream()).toMatch(/^event: ping\n.*\n\nevent: error\ndata: \{"type":"error"/);
    await site.gateway.stop();
  });
});
