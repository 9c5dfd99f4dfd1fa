import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../../test/grammars/anthropic-messages-grammar.ts';
import { assertChatStream } from '../../../../test/grammars/openai-chat-grammar.ts';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { framedEvent, playsMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const BALANCE = 1_000_000;
const ANTHROPIC = 14;
const CUSTOM = 8;

const tool = { name: 'weather', description: 'Of a city', parameters: { type: 'object', properties: {} } };
const messagesRequest = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const chunkOf = (delta: object) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] });
const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

let gateway: TestGateway;
let user: SeededUser;
let channel: { id: number };

beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: BALANCE });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
});
afterEach(() => gateway.stop());

const start = async (type: number) => {
  channel = await gateway.seed.channel({ model: 'm', type });
};
const received = () => gateway.upstream(channel).received.at(-1);
const asMessages = (body: object, headers = {}) =>
  fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': user.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const asChat = (body: object, headers = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);

describe('a caller of Anthropic’s messages and an upstream of chat', () => {
  beforeEach(() => start(CUSTOM));

  it('gets a whole answer as a message, with the usage that was charged', async () => {
    const reply = await asMessages({ ...messagesRequest, system: 'Be kind.', stop_sequences: ['END'] });

    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      ...{ type: 'message', role: 'assistant', stop_reason: 'end_turn', stop_sequence: null },
      content: [{ type: 'text', text: 'Hello!' }],
      usage: { input_tokens: 9, output_tokens: 2 },
    });
    expect(received()).toMatchObject({
      path: '/v1/chat/completions',
      body: {
        ...{ model: 'm', max_tokens: 100, stop: ['END'] },
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      },
    });
    expect(await gateway.quotaOf(user)).toBe(BALANCE - (9 + 2 * 3));
    expect(await lastRow()).toMatchObject({
      ...{ prompt_tokens: 9, completion_tokens: 2, ended_by: 'completed' },
      metadata: { conversion: { from: 'anthropic-messages', to: 'openai-chat' } },
    });
    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
  });

  it('gets a stream in the order of Anthropic’s events', async () => {
    gateway.upstream(channel).plays('openai-chat/hello.chunks.txt');
    const reply = await asMessages({ ...messagesRequest, stream: true });
    const text = await reply.text();

    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    assertMessageStream(text);
    expect(text).toContain('"text_delta","text":"Hello"');
    expect(text).toContain('"output_tokens":2');
    expect(received()?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(await gateway.quotaOf(user)).toBe(BALANCE - (9 + 2 * 3));
  });

  it('calls tools over two turns', async () => {
    gateway.upstream(channel).plays('openai-chat/tools.chunks.txt');
    const tools = [{ name: tool.name, description: tool.description, input_schema: tool.parameters }];
    const reply = await asMessages({ ...messagesRequest, tools, stream: true });
    const text = await reply.text();
    assertMessageStream(text);
    const started = /"content_block":(\{"type":"tool_use".*?"input":\{\}\})/.exec(text)?.[1] ?? '{}';
    const call = JSON.parse(started) as { id: string; name: string };
    expect(text).toContain('"stop_reason":"tool_use"');

    gateway.upstream(channel).plays('openai-chat/hello.json');
    const second = await asMessages({
      ...messagesRequest,
      tools,
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: call.id, name: call.name, input: { city: 'Bern' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: call.id, content: [{ type: 'text', text: 'Sunny' }] },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    });
    expect(second.status).toBe(200);
    expect(received()?.body.messages).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: call.id, type: 'function', function: { name: call.name, arguments: '{"city":"Bern"}' } },
        ],
      },
      { role: 'tool', tool_call_id: call.id, content: 'Sunny' },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('knows a tool by its own name, however long, and its user by a hash where it is too long', async () => {
    const name = `mcp__${'server.'.repeat(12)}read`;
    gateway.upstream(channel).does((response, { body }) => {
      const [{ function: given }] = body.tools as [{ function: { name: string } }];
      const call = { id: 'a', type: 'function', function: { name: given.name, arguments: '{}' } };
      const choices = [
        { index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' },
      ];
      sendJson(response, 200, JSON.stringify({ choices, usage: { prompt_tokens: 9, completion_tokens: 2 } }));
    });
    const tools = [{ name, input_schema: tool.parameters }];
    const asked = { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name, input: {} }] };
    const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }] };

    const reply = await asMessages({
      ...messagesRequest,
      messages: [...messagesRequest.messages, asked, answered],
      ...{ tools, tool_choice: { type: 'tool', name }, metadata: { user_id: 'u'.repeat(200) } },
    });

    expect(await reply.json()).toMatchObject({ content: [{ type: 'tool_use', name }] });
    const { messages, tool_choice, user: hash } = (received()?.body ?? {}) as Record<string, unknown>;
    const written = (tool_choice as { function: { name: string } }).function.name;
    expect(written).toMatch(/^mcp__server_[\w-]{1,53}$/);
    expect(messages).toMatchObject([{}, { tool_calls: [{ function: { name: written } }] }, {}]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused with more structure than is parsed at once', async () => {
    const messages = Array.from({ length: 200_000 }, () => ({ role: 'user', content: 'a short text' }));
    const reply = await asMessages({ ...messagesRequest, messages });
    expect(reply.status).toBe(413);
  });

  it('is told what could not be said, and refused where it would rather be', async () => {
    const request = { ...messagesRequest, top_k: 5, thinking: { type: 'enabled', budget_tokens: 1024 } };
    const reply = await asMessages(request);
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=top_k; approximated=thinking');
    expect((await lastRow())?.metadata).toMatchObject({
      conversion: {
        fields: [
          { fate: 'approximated', field: 'thinking', why: '1024 tokens as effort low' },
          { fate: 'dropped', field: 'top_k' },
        ],
      },
    });

    const asked = gateway.upstream(channel).received.length;
    const strict = await asMessages(request, { 'x-turnpike-strict': 'true' });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(gateway.upstream(channel).received).toHaveLength(asked);
  });

  it('gets an upstream’s error in Anthropic’s envelope, before an answer and within it', async () => {
    gateway
      .upstream(channel)
      .answers(400, { message: 'maximum context length is 5', code: 'context_length_exceeded' });
    const refused = await asMessages(messagesRequest);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain('prompt is too long');

    const [first = ''] = framedEvents('openai-chat/hello.chunks.txt').slice(1);
    gateway.upstream(channel).streams([first, 'data: {"error":{"message":"secret"}}\n\n']);
    const text = await (await asMessages({ ...messagesRequest, stream: true })).text();
    expect(text).toContain('event: error\n');
    expect(text).not.toContain('message_stop');
    expect(text).not.toContain('secret');
  });

  it('an answer that breaks a call in two is an error, not another call', async () => {
    const call = (index: number, rest: object) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...rest }] } }] })}\n\n`;
    const begin = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{' } });
    gateway
      .upstream(channel)
      .streams([call(0, begin('a')), call(1, begin('b')), call(0, { function: { arguments: '}' } })]);
    const text = await (await asMessages({ ...messagesRequest, stream: true })).text();
    expect(text).toContain('event: error\n');
    expect(await lastRow()).toMatchObject({ ended_by: 'upstream' });
  });

  it('an answer whose last line breaks a call in two ends, and is paid as far as it went', async () => {
    const after = `data: ${JSON.stringify(chunkOf({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }))}`;
    const begun = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    const events = [chunkOf({ tool_calls: [begun] }), chunkOf({ content: 'x' })];
    gateway
      .upstream(channel)
      .streams([...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), after]);

    const text = await (await asMessages({ ...messagesRequest, stream: true })).text();

    expect(text).toContain('event: error');
    const row = await lastRow();
    expect(row).toMatchObject({ ended_by: 'upstream', metadata: { error_code: 'upstream.broken_answer' } });
    expect(row?.quota).toBeGreaterThan(0);
    expect(gateway.openAnswers()).toBe(0);
  });

  it.each(['/v1/messages', '/v1/chat/completions'])(
    'an event of nothing but members is no answer: %s',
    async (path) => {
      const event = `data: {"id":"c","choices":[],"junk":[${'[],'.repeat(2_000_000)}[]],"usage":null}\n\n`;
      gateway.upstream(channel).streams([event]);
      const reply = await gateway.post(user.token, { ...messagesRequest, stream: true }, { path });
      expect(reply.status).toBe(502);
      expect(await gateway.quotaOf(user)).toBe(BALANCE);
    },
  );

  it('a picture of megabytes reaches the upstream byte by byte', async () => {
    const data = Buffer.alloc(3_000_000, 'picture').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const reply = await asMessages({ ...messagesRequest, messages: [{ role: 'user', content: [image] }] });
    expect(reply.status).toBe(200);
    expect(received()?.body.messages).toEqual([
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
      },
    ]);
  });
});

describe('a caller of chat and an upstream of Anthropic’s messages', () => {
  beforeEach(() => start(ANTHROPIC));

  it('is refused arguments of more structure than is parsed at once', async () => {
    const input = `{"a":[${'[],'.repeat(1_500_000)}[]]}`;
    const called = { id: 'call_1', type: 'function', function: { name: 'look', arguments: input } };
    const messages = [
      ...chatRequest.messages,
      { role: 'assistant', tool_calls: [called] },
      { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
    ];
    expect((await asChat({ ...chatRequest, messages })).status).toBe(413);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });

  it('gets a whole answer as a completion', async () => {
    const reply = await asChat({
      ...chatRequest,
      messages: [{ role: 'developer', content: 'Be kind.' }, ...chatRequest.messages],
      ...{ seed: 5, max_completion_tokens: 50, user: 'ann' },
    });

    expect(await reply.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }],
    });
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=seed');
    expect(received()?.body).toEqual({
      ...{ model: 'm', max_tokens: 50, metadata: { user_id: 'ann' } },
      system: [{ type: 'text', text: 'Be kind.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
    const row = await lastRow();
    expect(row).toMatchObject({ ended_by: 'completed' });
    expect(row?.prompt_tokens).toBeGreaterThan(0);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - (row?.quota ?? 0));
  });

  it('gets a stream of chunks with the usage that it asked for, and thinking beside the text', async () => {
    playsMessage(gateway.upstream(channel), 'anthropic-clear-thinking.1');
    const reply = await asChat({ ...chatRequest, stream: true, stream_options: { include_usage: true } });
    const text = await reply.text();
    assertChatStream(text);
    expect(text).toContain('"reasoning_content":');
    expect(text).toMatch(/"prompt_tokens":\d+/);
    expect(await lastRow()).toMatchObject({ ended_by: 'completed', is_stream: 1 });
  });

  it('is bounded as the site says for the model, where the caller names no bound', async () => {
    await asChat(chatRequest);
    expect(received()?.body.max_tokens).toBe(8192);
  });

  it('is bounded as all models are where its model has the name of what every object has', async () => {
    await gateway.seed.price({ model: 'constructor', input: 1, output: 3 });
    const odd = await gateway.seed.channel({ model: 'constructor', type: ANTHROPIC });
    expect((await asChat({ ...chatRequest, model: 'constructor' })).status).toBe(200);
    expect(gateway.upstream(odd).received.at(-1)?.body.max_tokens).toBe(8192);
  });

  it('calls a tool without an input', async () => {
    playsMessage(gateway.upstream(channel), 'anthropic-tool-no-args');
    const reply = await asChat({
      ...chatRequest,
      stream: true,
      tools: [{ type: 'function', function: tool }],
    });
    const text = await reply.text();
    assertChatStream(text);
    expect(text).toContain('"arguments":"{}"');
    expect(text).toContain('"finish_reason":"tool_calls"');
  });

  it('gets an error in mid-stream as chat tells it, and pays what has left', async () => {
    const begun = [
      {
        type: 'message_start',
        message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    ].map((event) => framedEvent(JSON.stringify(event)));
    gateway.upstream(channel).streams(begun);
    const text = await (await asChat({ ...chatRequest, stream: true })).text();
    expect(text).toContain('"content":"Hello"');
    expect(text).toContain('data: {"error":');
    expect(text).not.toContain('[DONE]');
    const row = await lastRow();
    expect(row).toMatchObject({ ended_by: 'upstream' });
    expect(row?.quota).toBeGreaterThan(0);
  });

  it('an answer bounded by the balance is bounded in the upstream’s own member', async () => {
    const poor = await gateway.seed.user({ quota: 400 });
    const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${poor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(chatRequest),
    });
    expect(reply.status).toBe(200);
    const bound = Number(received()?.body.max_tokens);
    expect(bound).toBeGreaterThan(16);
    expect(bound * 3).toBeLessThanOrEqual(400);
  });
});

it('Anthropic’s addresses say so where the site has turned its API off', async () => {
  const off = await startTestGateway({ relayOptions: { isAnthropicOn: false } });
  const reply = await fetch(`${off.url}/claude/v1/messages`, { method: 'POST', body: '{}' });
  expect(reply.status).toBe(403);
  expect(await reply.json()).toMatchObject({ type: 'error', error: { type: 'permission_error' } });
  await off.stop();
});
