import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { playsMessage, recordedMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const AZURE = 3;
const MISTRAL = 30;
const GROQ = 31;
const ZHIPU = 16;
const DASHSCOPE = 17;
const DEEPSEEK = 28;
const CLOUDFLARE = 35;
const OLLAMA = 39;
const mistralEvents = framedEvents('openai-chat/mistral-text.chunks.txt');
const asDeveloper = {
  model: 'm',
  messages: [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'Say developer' },
  ],
};

describe.each(anyDatabase)('a channel of a vendor on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: FakeUpstream;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    upstream = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
    await drop();
  });

  const ask = async (body: object = asDeveloper) => {
    const reply = await gateway.post(user.token, body);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return upstream.received[0];
  };

  it.each([
    ['DeepSeek', DEEPSEEK],
    ['Qwen', DASHSCOPE],
    ['Cloudflare', CLOUDFLARE],
    ['Zhipu', ZHIPU],
    ['Ollama', OLLAMA],
  ])(
    'that knows no developer is told system in its place, and nothing else is changed: %s',
    async (_name, type) => {
      const channelKey = type === CLOUDFLARE ? 'account|token' : 'key';
      await gateway.seed.channel({ model: 'm', type, baseUrl: upstream.url, channelKey });
      const received = await ask({ ...asDeveloper, seed: 1, max_tokens: 9 });
      const [first, second] = asDeveloper.messages;
      expect(received?.path).toMatch(/\/chat\/completions$/);
      expect(received?.body).toMatchObject({
        messages: [{ ...first, role: 'system' }, second],
        seed: 1,
      });
    },
  );

  it('that knows no developer and other names is asked as it takes it in both', async () => {
    await gateway.seed.channel({ model: 'm', type: MISTRAL, baseUrl: upstream.url });
    const received = await ask({ ...asDeveloper, seed: 1, max_completion_tokens: 9 });
    const [first, second] = asDeveloper.messages;
    expect(received?.body).toEqual({
      ...{ model: 'm', messages: [{ ...first, role: 'system' }, second] },
      ...{ random_seed: 1, max_tokens: 9 },
    });
  });

  it('that refuses what it does not know is asked by its own names', async () => {
    await gateway.seed.channel({ model: 'm', type: MISTRAL, baseUrl: upstream.url });
    const messages = [{ role: 'assistant', content: 'Hm', reasoning_content: '…' }];
    const received = await ask({ model: 'm', messages, seed: 1, max_completion_tokens: 9, tools: [] });
    expect(received?.body).toEqual({
      ...{ model: 'm', random_seed: 1, max_tokens: 9 },
      messages: [{ role: 'assistant', content: 'Hm' }],
    });
  });

  it('that refuses what it does not know is asked so by clients of other APIs too', async () => {
    await gateway.seed.channel({ model: 'm', type: MISTRAL, baseUrl: upstream.url });
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '' } } }] },
    ];
    const body = { contents, generationConfig: { seed: 7, maxOutputTokens: 9 } };
    await gateway.post(user.token, body, { path: '/v1beta/models/m:generateContent' });
    const asked = upstream.received[0]?.body as { messages: { tool_call_id?: string }[] };
    expect(asked).toMatchObject({ random_seed: 7, max_tokens: 9 });
    expect(asked.messages[2]?.tool_call_id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(asked.messages[1]).toMatchObject({ tool_calls: [{ id: asked.messages[2]?.tool_call_id }] });
  });

  it('that refuses a schema of the answer has the model told it', async () => {
    await gateway.seed.channel({ model: 'm', type: DEEPSEEK, baseUrl: upstream.url });
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const reply = await gateway.post(
      user.token,
      {
        contents: [{ role: 'user', parts: [{ text: 'Where?' }] }],
        generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
      },
      { path: '/v1beta/models/m:generateContent' },
    );
    expect(reply.headers.get('x-turnpike-conversion')).toContain('approximated=response_format');
    const [received] = upstream.received;
    expect(received?.path).toMatch(/\/chat\/completions$/);
    expect(received?.body).not.toHaveProperty('response_format');
    expect(JSON.stringify(received?.body.messages)).toContain(
      JSON.stringify(JSON.stringify(schema)).slice(1, -1),
    );
  });

  it('that refuses thinking of earlier turns is not told it', async () => {
    await gateway.seed.channel({ model: 'm', type: GROQ, baseUrl: upstream.url });
    const messages = [{ role: 'assistant', content: 'Hm', reasoning_content: '…' }];
    expect((await ask({ model: 'm', messages }))?.body).toEqual({
      ...{ model: 'm', messages: [{ role: 'assistant', content: 'Hm' }] },
    });
  });

  it('whose JSON is no text answers with one, and is paid for it', async () => {
    await gateway.seed.channel({ model: 'm', type: CLOUDFLARE, baseUrl: upstream.url, channelKey: 'a|b' });
    const message = { role: 'assistant', content: { city: 'Paris' } };
    const answer = { id: 'a', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    upstream.does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const reply = await gateway.post(user.token, asDeveloper);
    expect(await reply.json()).toMatchObject({ choices: [{ message: { content: '{"city":"Paris"}' } }] });
    const [row] = await gateway.logRowsOf(user);
    expect(row?.completion_tokens).toBeGreaterThan(3);
    expect(row?.quota).toBeGreaterThan(0);
  });

  it('that refuses to be asked for the usage of a stream is not asked, and the caller gets it', async () => {
    await gateway.seed.channel({ model: 'm', type: MISTRAL, baseUrl: upstream.url });
    upstream.does((response, { body }) => {
      if ('stream_options' in body) {
        const detail = [{ type: 'extra_forbidden', loc: ['body', 'stream_options', 'include_usage'] }];
        return sendJson(response, 422, JSON.stringify({ detail }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(mistralEvents.join(''));
    });
    const messages = [{ role: 'user', content: 'Hi' }];
    const asked = { model: 'm', messages, stream: true, stream_options: { include_usage: true } };

    const reply = await gateway.post(user.token, asked);

    expect(await reply.text()).toContain('"prompt_tokens":13');
    expect(upstream.received.map(({ body }) => body)).toEqual([{ model: 'm', messages, stream: true }]);
  });

  it('that takes requests by other names is asked by them in the words of other clients too', async () => {
    await gateway.seed.channel({ model: 'm', type: MISTRAL, baseUrl: upstream.url });
    const reply = await fetch(`${gateway.url}/v1beta/models/m:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': user.token, 'content-type': 'application/json' },
      body: JSON.stringify({
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { seed: 7, maxOutputTokens: 9 },
      }),
    });
    expect(reply.status, await reply.clone().text()).toBe(200);
    expect(upstream.received[0]?.body).toEqual({
      ...{ model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
      ...{ random_seed: 7, max_tokens: 9 },
    });
  });

  it('that knows it gets it as it came', async () => {
    await gateway.seed.channel({ model: 'm', baseUrl: upstream.url });
    expect((await ask())?.body).toMatchObject(asDeveloper);
  });

  it('that speaks Anthropic’s API too serves its clients byte for byte', async () => {
    playsMessage(upstream, 'anthropic-text');
    await gateway.seed.channel({ model: 'm', type: DEEPSEEK, baseUrl: upstream.url });
    const reply = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] }),
    });
    expect(await reply.text()).toBe(recordedMessage('anthropic-text'));
    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    expect(upstream.received).toMatchObject([
      { path: '/anthropic/v1/messages', headers: { authorization: 'Bearer upstream-key' } },
    ]);
  });

  it.each([
    ['', '2024-10-21'],
    ['2025-01-01-preview', '2025-01-01-preview'],
    ['a&b=c', 'a%26b%3Dc'],
  ])('with versions in its address is asked by that of the channel: "%s"', async (other, version) => {
    await gateway.seed.channel({ model: 'm', type: AZURE, baseUrl: upstream.url, other });
    const received = await ask();
    expect(received?.path).toBe(`/openai/deployments/m/chat/completions?api-version=${version}`);
    expect(received?.headers).toMatchObject({ 'api-key': 'upstream-key' });
    expect(received?.headers.authorization).toBeUndefined();
  });

  it('whose key has parts is called by all of them', async () => {
    const baseUrl = `${upstream.url}/client/v4/accounts/{account_id}/ai`;
    await gateway.seed.channel({ model: 'm', type: CLOUDFLARE, baseUrl, channelKey: 'a/b|a-token' });
    const received = await ask();
    expect(received?.path).toBe('/client/v4/accounts/a%2Fb/ai/v1/chat/completions');
    expect(received?.headers.authorization).toBe('Bearer a-token');
  });

  it('with a stored key that is none of its vendor’s is left out', async () => {
    await gateway.seed.channel({ model: 'm', type: CLOUDFLARE, baseUrl: upstream.url, channelKey: 'one' });
    expect((await gateway.post(user.token, asDeveloper)).status).toBe(404);
  });

  it('that needs no key is sent none', async () => {
    await gateway.seed.channel({ model: 'm', type: OLLAMA, baseUrl: upstream.url, channelKey: '' });
    expect((await ask())?.headers.authorization).toBeUndefined();
  });
});
