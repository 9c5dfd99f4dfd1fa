import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const CUSTOM = 8;
type Json = Record<string, unknown>;
/** A call, before which the model has thought, of each vendor. */
const answers: Record<string, object> = {
  'anthropic-messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use' },
    content: [
      { type: 'thinking', thinking: 'Hm', signature: 'c2VhbA==' },
      { type: 'tool_use', id: 'c1', name: 'look', input: {} },
    ],
    usage: { input_tokens: 3, output_tokens: 2 },
  },
  gemini: {
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [
            { text: 'Hm', thought: true },
            { functionCall: { id: 'c1', name: 'look', args: {} }, thoughtSignature: 'c2VhbA==' },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  },
  'openai-responses': {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbA==' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'c1',
        name: 'look',
        arguments: '{}',
        status: 'completed',
      },
    ],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  },
  'openai-chat': {
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
    choices: [
      {
        index: 0,
        message: {
          ...{ role: 'assistant', content: null, reasoning_content: 'Hm' },
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  },
};

/** How a client of each dialect asks, and goes on with what it got. */
interface Client {
  path: (model: string) => string;
  first: Json;
  next: (answer: Json) => Json;
}
const named = { name: 'look', description: 'Looks' };
const schema = { type: 'object', properties: {} };
const clients: Record<string, Client> = {
  'anthropic-messages': {
    path: () => '/v1/messages',
    first: {
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      context_management: {
        edits: [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }],
      },
      tools: [{ ...named, input_schema: schema }],
      messages: [{ role: 'user', content: 'Hi' }],
    },
    next: ({ content }) => ({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'A road.' }] },
      ],
    }),
  },
  gemini: {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    first: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [{ functionDeclarations: [named] }],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    },
    next: ({ candidates }) => ({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        (candidates as Json[])[0]?.content,
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c1', name: 'look', response: { output: 'A road.' } } }],
        },
      ],
    }),
  },
  'openai-responses': {
    path: () => '/v1/responses',
    first: {
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'high', summary: 'auto' },
      store: false,
      tools: [{ type: 'function', ...named, parameters: schema }],
      input: [{ role: 'user', content: 'Hi' }],
    },
    next: ({ output }) => ({
      input: [
        { role: 'user', content: 'Hi' },
        ...(output as Json[]),
        { type: 'function_call_output', call_id: 'c1', output: 'A road.' },
      ],
    }),
  },
  'openai-chat': {
    path: () => '/v1/chat/completions',
    first: {
      reasoning_effort: 'high',
      tools: [{ type: 'function', function: { ...named, parameters: schema } }],
      messages: [{ role: 'user', content: 'Hi' }],
    },
    next: ({ choices }) => ({
      messages: [
        { role: 'user', content: 'Hi' },
        (choices as Json[])[0]?.message,
        { role: 'tool', tool_call_id: 'c1', content: 'A road.' },
      ],
    }),
  },
};

const NATIVE = 'gemini-3-pro';

/** Values that only the gateway understands: seals of another vendor, and ids that it assigned. */
const MARK = /tpc?1\.|dHAxL|"rs_req_/;

describe('a conversation begun over one vendor and gone on with over the client’s own', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
  });
  afterEach(() => gateway.stop());

  const upstreams: FakeUpstream[] = [];
  afterEach(() => Promise.all(upstreams.splice(0).map((upstream) => upstream.stop())));
  async function vendorOf(model: string, dialect: string): Promise<FakeUpstream> {
    const upstream = await FakeUpstream.start({ refuses: () => null });
    upstreams.push(upstream);
    upstream.does((response) => sendJson(response, 200, JSON.stringify(answers[dialect])));
    await gateway.seed.channel({ model, type: CUSTOM, dialects: [dialect], baseUrl: upstream.url });
    await gateway.seed.price({ model, input: 1, output: 3 });
    return upstream;
  }
  const ask = (dialect: string, model: string, body: Json, headers = {}) => {
    const { path, first } = clients[dialect] as Client;
    return fetch(gateway.url + path(model), {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, ...first, ...body }),
    });
  };
  async function begin(client: string, vendor: string): Promise<Json> {
    await vendorOf('first', vendor);
    const reply = await ask(client, 'first', {});
    expect(reply.status).toBe(200);
    return (clients[client] as Client).next((await reply.json()) as Json);
  }

  const pairs = Object.keys(clients).flatMap((client) =>
    Object.keys(answers)
      .filter((vendor) => vendor !== client)
      .map((vendor) => ({ client, vendor })),
  );
  it.each(pairs)('sends no seal of $vendor to $client’s vendor', async ({ client, vendor }) => {
    const history = await begin(client, vendor);
    const native = await vendorOf(NATIVE, client);

    const reply = await ask(client, NATIVE, history);

    expect(reply.status).toBe(200);
    const sent = native.received.at(-1)?.body as Json;
    const text = JSON.stringify(sent);
    expect(text).toContain('A road.');
    expect(text).not.toMatch(MARK);
    const wasMarked = MARK.test(JSON.stringify(history));
    expect(reply.headers.get('x-turnpike-conversion') !== null).toBe(wasMarked);
    if (client === 'gemini') expect(text).toContain('"thoughtSignature":"skip_thought_signature_validator"');
    if (!wasMarked) return expect(sent).toEqual({ ...sent, ...history });
    if (client === 'anthropic-messages') {
      expect(sent.thinking).toBeUndefined();
      expect(sent.context_management).toEqual({ edits: [{ type: 'clear_tool_uses_20250919' }] });
    }
  });

  it('goes on over an older model of Google’s without the mark of a call that nobody sealed', async () => {
    const history = await begin('gemini', 'openai-chat');
    const native = await vendorOf('gemini-2.5-pro', 'gemini');

    const reply = await ask('gemini', 'gemini-2.5-pro', history, { 'x-turnpike-strict': 'true' });

    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    expect(JSON.stringify(native.received.at(-1)?.body)).not.toContain('thoughtSignature');
  });

  it('the log row names what was left out, and a strict caller is refused', async () => {
    const history = await begin('anthropic-messages', 'gemini');
    const native = await vendorOf(NATIVE, 'anthropic-messages');

    const strict = await ask('anthropic-messages', NATIVE, history, { 'x-turnpike-strict': 'true' });
    expect(strict.status).toBe(400);
    expect(native.received).toHaveLength(0);
    await (await ask('anthropic-messages', NATIVE, history)).text();

    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row?.metadata?.conversion).toMatchObject({
      from: 'anthropic-messages',
      to: 'anthropic-messages',
      fields: [{ fate: 'dropped', field: 'thinking' }, { fate: 'approximated' }],
    });
  });

  it('what the vendor’s own models thought passes as it came, byte by byte', async () => {
    const native = await vendorOf(NATIVE, 'anthropic-messages');
    const content = [
      { type: 'thinking', thinking: 'says "tp1.gemini.x"', signature: '' },
      { type: 'thinking', thinking: 'Hm', signature: 'c2VhbA==' },
      { type: 'tool_use', id: 'c1', name: 'look', input: { n: 1 } },
    ];
    const history = (clients['anthropic-messages'] as Client).next({ content });

    const reply = await ask('anthropic-messages', NATIVE, history);

    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    expect(native.received.at(-1)?.body).toMatchObject(history);
  });

  const called = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
  const thought = { type: 'thinking', thinking: 'Hm', signature: 'c2VhbA==' };
  const answerOf = (id: string) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'A road.' }],
  });
  const hello = { role: 'user', content: 'Hi' };
  const loop = (...steps: { role: string; content: object[] }[]) => ({
    messages: [
      hello,
      ...steps.flatMap((step) => [step, answerOf((step.content.at(-1) as { id: string }).id)]),
    ],
  });
  const said = (...content: object[]) => ({ role: 'assistant', content });

  it.each([
    { how: 'alone', history: loop(said(called('call_1'))) },
    { how: 'before Claude’s', history: loop(said(called('call_1')), said(called('toolu_2'))) },
    { how: 'behind Claude’s', history: loop(said(thought, called('toolu_1')), said(called('call_2'))) },
  ])('goes on over Claude without thinking behind a call of another vendor: $how', async ({ history }) => {
    const native = await vendorOf('claude-sonnet-4-5', 'anthropic-messages');

    const reply = await ask('anthropic-messages', 'claude-sonnet-4-5', history);

    expect(reply.headers.get('x-turnpike-conversion')).toBe('approximated=thinking');
    const sent = native.received.at(-1)?.body as Json;
    expect(sent.thinking).toBeUndefined();
    expect(sent.context_management).toEqual({ edits: [{ type: 'clear_tool_uses_20250919' }] });
    expect(sent).toMatchObject(history);
  });

  it.each([
    {
      how: 'Claude’s own, which thought once',
      history: loop(said(thought, called('toolu_1')), said(called('toolu_2'))),
    },
    {
      how: 'a turn that is over',
      history: {
        messages: [...loop(said(called('call_1'))).messages, said({ type: 'text', text: 'So' }), hello],
      },
    },
    {
      how: 'a model that decides itself whether it thinks',
      history: { ...loop(said(called('call_1'))), thinking: { type: 'adaptive' }, context_management: null },
    },
    { how: 'another vendor’s model', model: 'kimi-k2-thinking', history: loop(said(called('call_1'))) },
  ])('passes as it came: $how', async ({ model = 'claude-sonnet-4-5', history }) => {
    const native = await vendorOf(model, 'anthropic-messages');

    const reply = await ask('anthropic-messages', model, history);

    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    const { first } = clients['anthropic-messages'] as Client;
    expect(native.received.at(-1)?.body).toEqual({ model, ...first, ...history });
  });

  it.each([
    { model: 'mistral-large', isKept: false },
    { model: 'google/gemini-3-pro', isKept: true },
  ])('Google’s proof of a call goes to models of Google’s alone: $model', async ({ model, isKept }) => {
    const history = await begin('openai-chat', 'gemini');
    const native = await vendorOf(model, 'openai-chat');

    const reply = await ask('openai-chat', model, history);

    expect(reply.headers.get('x-turnpike-conversion')).toBe(`dropped=thinking${isKept ? '' : ',signature'}`);
    const sent = JSON.stringify(native.received.at(-1)?.body);
    expect(sent.includes('extra_content')).toBe(isKept);
    expect(sent).toContain('A road.');
  });

  it('a count of its tokens holds none either', async () => {
    const history = await begin('anthropic-messages', 'gemini');
    const native = await vendorOf(NATIVE, 'anthropic-messages');
    const { max_tokens, ...first } = (clients['anthropic-messages'] as Client).first;

    await gateway.post(
      user.token,
      { model: NATIVE, ...first, ...history },
      { path: '/v1/messages/count_tokens' },
    );

    expect(JSON.stringify(native.received.at(-1)?.body)).not.toContain('tp1.');
  });
});
