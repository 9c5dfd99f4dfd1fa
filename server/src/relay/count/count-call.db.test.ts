import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { GeminiUpstream, sendGemini } from '../../../test/upstreams/gemini-upstream.ts';

const BALANCE = 1000;
const ANTHROPIC = 14;
const CUSTOM = 8;
const OPENAI = 1;
const GEMINI = 25;
const request = {
  model: 'm',
  system: 'Answer in one sentence, as a sailor would.',
  messages: [{ role: 'user', content: 'How far is it from Bergen to Aberdeen by sea?' }],
};
const tools = [
  {
    name: 'distance',
    description: 'The distance between two harbours in nautical miles.',
    input_schema: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } },
  },
];

describe('a count of tokens as Anthropic’s clients ask for it', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  });
  afterEach(async () => {
    // It costs nothing and is not logged, whatever became of it.
    expect(await gateway.logRowsOf(user)).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
    await gateway.stop();
  });

  const start = async (type: number) => {
    channel = await gateway.seed.channel({ model: 'm', type, mapping: { m: 'claude-x' } });
    await gateway.seed.price({ model: 'claude-x', input: 1, output: 3 });
  };
  const count = (body: object, path = '/v1/messages/count_tokens?beta=true') =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'x-api-key': user.token, 'content-type': 'application/json', 'anthropic-beta': 'x-1' },
      body: JSON.stringify(body),
    });
  const countedBy = (reply: Response) => reply.headers.get('x-turnpike-count');

  it('never says the channel’s key', async () => {
    const channelKey = 'vendor-key-1234567890';
    channel = await gateway.seed.channel({ model: 'm', type: ANTHROPIC, channelKey });
    gateway
      .upstream(channel)
      .does((response) => sendJson(response, 200, `{"input_tokens":1,"by":"${channelKey}"}`));
    expect(await (await count(request)).text()).toBe('{"input_tokens":1,"by":"[removed]"}');
  });

  it.each(['', '/claude', '/anthropic'])('is the upstream’s own, as it came: %s', async (prefix) => {
    await start(ANTHROPIC);
    gateway.upstream(channel).does((response) => sendJson(response, 200, '{"input_tokens": 2095, "new": 1}'));

    const reply = await count({ ...request, tools }, `${prefix}/v1/messages/count_tokens`);

    expect(await reply.text()).toBe('{"input_tokens": 2095, "new": 1}');
    expect(countedBy(reply)).toBe('upstream');
    expect(gateway.upstream(channel).received).toMatchObject([
      {
        path: '/v1/messages/count_tokens',
        headers: { 'anthropic-beta': 'x-1' },
        body: { ...request, tools, model: 'claude-x' },
      },
    ]);
  });

  it('is estimated with system and tools where the upstream has no counter', async () => {
    await start(CUSTOM);
    const bare = await count(request);
    const withTools = await count({ ...request, tools });

    expect(countedBy(bare)).toBe('estimate');
    const { input_tokens } = (await bare.json()) as { input_tokens: number };
    expect(input_tokens).toBeGreaterThan(20);
    expect(input_tokens).toBeLessThan(60);
    expect(((await withTools.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(
      input_tokens + 20,
    );
    expect(gateway.upstream(channel).received).toEqual([]);
  });

  it('is estimated where the upstream cannot count now, and refused where the request is wrong', async () => {
    await start(ANTHROPIC);
    gateway.upstream(channel).answers(500);
    expect(countedBy(await count(request))).toBe('estimate');

    gateway.upstream(channel).answers(400, { type: 'invalid_request_error', message: 'tools.0: no' });
    const refused = await count(request);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining('tools.0: no') },
    });
  });

  it.each([
    { what: 'an unknown model', body: { ...request, model: 'none' }, status: 404 },
    { what: 'no messages', body: { model: 'm' }, status: 400 },
  ])('is refused for $what', async ({ body, status }) => {
    await start(CUSTOM);
    expect((await count(body)).status).toBe(status);
  });

  it('is refused to whom has no key', async () => {
    await start(CUSTOM);
    const reply = await fetch(`${gateway.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' });
    expect(reply.status).toBe(401);
  });
});

describe('a count of tokens as Google’s clients ask for it', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'gemini-x', input: 1, output: 3 });
  });
  afterEach(async () => {
    expect(await gateway.logRowsOf(user)).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
    await gateway.stop();
  });

  const contents = [{ role: 'user', parts: [{ text: 'How far is it from Bergen to Aberdeen by sea?' }] }];
  const start = (type: number, baseUrl?: string) =>
    gateway.seed.channel({
      ...{
        model: 'm,tunedModels/mine',
        type,
        mapping: { m: 'gemini-x', 'tunedModels/mine': '+tunedModels/mine' },
      },
      ...(baseUrl !== undefined && { baseUrl }),
    });
  const count = (body: object, resource = 'models/m') =>
    fetch(`${gateway.url}/v1beta/${resource}:countTokens?key=${user.token}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });

  it('is the upstream’s own, by the upstream’s name of the model wherever it stands', async () => {
    const upstream = await GeminiUpstream.start();
    await start(GEMINI, upstream.url);
    upstream.does((response) => sendGemini(response, 200, '{"totalTokens": 31}'));
    const reply = await count({ generateContentRequest: { model: 'models/m', contents } });

    expect(await reply.text()).toBe('{"totalTokens": 31}');
    expect(reply.headers.get('x-turnpike-count')).toBe('upstream');
    expect(upstream.received).toMatchObject([
      {
        url: '/v1beta/models/gemini-x:countTokens',
        body: { generateContentRequest: { model: 'models/gemini-x', contents } },
      },
    ]);
    expect(upstream.refused).toEqual([]);
    await upstream.stop();
  });

  it('is estimated where the upstream has no counter', async () => {
    await start(CUSTOM);
    const reply = await count({ contents });
    expect(reply.headers.get('x-turnpike-count')).toBe('estimate');
    const { totalTokens } = (await reply.json()) as { totalTokens: number };
    expect(totalTokens).toBeGreaterThan(8);
    expect(totalTokens).toBeLessThan(40);
  });

  it.each([
    {
      what: 'Claude’s',
      type: ANTHROPIC,
      answer: { input_tokens: 77 },
      asked: {
        path: '/v1/messages/count_tokens',
        body: {
          model: 'gemini-x',
          system: [{ type: 'text', text: 'Be brief.' }],
          messages: [
            {
              role: 'user',
              content: [{ type: 'text', text: 'How far is it from Bergen to Aberdeen by sea?' }],
            },
          ],
        },
      },
    },
    {
      what: 'OpenAI’s',
      type: OPENAI,
      answer: { object: 'response.input_tokens', input_tokens: 77 },
      asked: { path: '/v1/responses/input_tokens', body: { model: 'gemini-x', instructions: 'Be brief.' } },
    },
  ])('is by the upstream’s own counter also where that is $what', async ({ type, answer, asked }) => {
    const channel = await start(type);
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const systemInstruction = { parts: [{ text: 'Be brief.' }] };
    const generationConfig = { maxOutputTokens: 50, temperature: 0.5 };
    for (const body of [
      { contents, systemInstruction },
      { generateContentRequest: { model: 'models/m', contents, systemInstruction, generationConfig } },
    ]) {
      const reply = await count(body);
      expect(reply.headers.get('x-turnpike-count')).toBe('upstream');
      expect(await reply.json()).toMatchObject({ totalTokens: 77 });
      const received = gateway.upstream(channel).received.at(-1);
      expect(received).toMatchObject(asked);
      for (const name of ['max_tokens', 'max_output_tokens', 'temperature', 'stream', 'generationConfig'])
        expect(received?.body).not.toHaveProperty(name);
    }
  });

  it.each([
    { what: 'an error', answer: { status: 400, body: '{"error":{"message":"no"}}' } },
    { what: 'no number', answer: { status: 200, body: '{"input_tokens":"many"}' } },
  ])('is estimated where another counter answers $what', async ({ answer: { status, body } }) => {
    const channel = await start(ANTHROPIC);
    gateway.upstream(channel).does((response) => sendJson(response, status, body));
    const reply = await count({ contents });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-count')).toBe('estimate');
  });

  it('is refused without contents, and for another model than that of its address', async () => {
    await start(CUSTOM);
    expect((await count({})).status).toBe(400);
    expect((await count({ generateContentRequest: { model: 'models/other', contents } })).status).toBe(400);
  });

  it('is of a tuned model too, by the name of its resource', async () => {
    const upstream = await GeminiUpstream.start();
    await start(GEMINI, upstream.url);
    await gateway.seed.price({ model: 'tunedModels/mine', input: 1, output: 3 });
    upstream.does((response) => sendGemini(response, 200, '{"totalTokens": 31}'));
    const reply = await count({ contents }, 'tunedModels/mine');
    expect(await reply.text()).toBe('{"totalTokens": 31}');
    expect(upstream.received).toMatchObject([{ url: '/v1beta/tunedModels/mine:countTokens' }]);
    await upstream.stop();
  });
});
