import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

// Whole answers above 1 MiB leave as they come, and are scanned instead of parsed.

const [CUSTOM, ANTHROPIC, GEMINI] = [8, 14, 25];
const BALANCE = 1_000_000_000;
const PICTURE_TOKENS = 1_290;
const LONG = 'x'.repeat(3_000_000);
const says = { user: [{ role: 'user', content: 'Hi' }] };
/** Bytes that look like base64 to nobody who does not know what they are. */
const picture = `iVBORw0KGgo${'A'.repeat(3_000_000)}`;
const sealed = randomBytes(1_500_000).toString('base64');

const dialects = [
  {
    ...{ dialect: 'openai-chat', path: '/v1/chat/completions', channel: { type: CUSTOM } },
    asks: { messages: says.user, max_tokens: 50 },
    pictures: {
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: {
            ...{ role: 'assistant', content: 'pic' },
            images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }],
          },
        },
      ],
    },
  },
  {
    ...{
      dialect: 'openai-responses',
      path: '/v1/responses',
      channel: { type: CUSTOM, dialects: ['openai-responses'] },
    },
    asks: { input: 'Hi', max_output_tokens: 50, tools: [{ type: 'image_generation' }] },
    pictures: {
      ...{ id: 'resp_1', object: 'response', status: 'completed' },
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealed },
        { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: picture },
      ],
    },
  },
  {
    ...{ dialect: 'gemini', path: '/v1beta/models/MODEL:generateContent', channel: { type: GEMINI } },
    asks: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { maxOutputTokens: 50 },
    },
    pictures: {
      candidates: [
        {
          ...{ index: 0, finishReason: 'STOP' },
          content: {
            role: 'model',
            parts: [
              { text: 'pic', thoughtSignature: sealed },
              { inlineData: { mimeType: 'image/png', data: picture } },
            ],
          },
        },
      ],
    },
  },
  {
    ...{ dialect: 'anthropic-messages', path: '/v1/messages', channel: { type: ANTHROPIC } },
    asks: { messages: says.user, max_tokens: 50 },
    pictures: null,
  },
];

describe.each(anyDatabase)('answers above 1 MiB, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: FakeUpstream;
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    upstream = await FakeUpstream.start({ refuses: () => null });
    for (const { dialect, channel } of dialects) {
      await gateway.seed.price({ model: dialect, input: 1, output: 1 });
      await gateway.seed.channel({ model: dialect, baseUrl: upstream.url, ...channel });
    }
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
    await database.drop();
  });
  beforeEach(async () => {
    user = await gateway.seed.user({ quota: BALANCE });
  });

  const post = (dialect: string, path: string, body: object) =>
    fetch(gateway.url + path.replace('MODEL', dialect), {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...(!path.includes('MODEL') && { model: dialect }), ...body }),
    });
  const answers = (text: string, { isCut = false } = {}) =>
    upstream.does(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(text);
      if (!isCut) return void response.end();
      await new Promise((resolve) => setTimeout(resolve, 200));
      response.destroy();
    });
  const chargedFor = async (call: Promise<Response>) => {
    const status = await call.then(
      async (reply) => {
        await reply.text().catch(() => {});
        return reply.status;
      },
      () => 0,
    );
    const rows = await gateway.logRowsOf(user);
    return { status, points: rows.reduce((sum, { quota }) => sum + quota, 0) };
  };

  it.each(
    dialects.flatMap((one) =>
      [
        { a: LONG },
        { error: { message: LONG } },
        { choices: LONG, output: LONG, candidates: LONG, content: LONG },
      ].map((junk, at) => ({ ...one, junk, at })),
    ),
  )('what is no answer costs nothing: $dialect, $at', async ({ dialect, path, asks, junk }) => {
    answers(JSON.stringify(junk));
    expect(await chargedFor(post(dialect, path, asks))).toEqual({ status: 502, points: 0 });
  });

  const painters = dialects.filter(({ pictures }) => pictures !== null);
  it.each(painters)(
    'a picture without a usage is a picture: $dialect',
    async ({ dialect, path, asks, pictures }) => {
      answers(JSON.stringify(pictures));
      const { status, points } = await chargedFor(post(dialect, path, asks));
      expect(status).toBe(200);
      expect(points).toBeGreaterThanOrEqual(PICTURE_TOKENS);
      expect(points).toBeLessThan(PICTURE_TOKENS + 60);
    },
  );

  it.each(painters)('so is one that is cut: $dialect', async ({ dialect, path, asks, pictures }) => {
    answers(JSON.stringify(pictures).slice(0, 2_900_000), { isCut: true });
    const { points } = await chargedFor(post(dialect, path, asks));
    expect(points).toBeLessThan(PICTURE_TOKENS + 60);
  });

  it('text beside the answer is none of it', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }];
    answers(JSON.stringify({ choices, pad: LONG }));
    const { points } = await chargedFor(post('openai-chat', '/v1/chat/completions', dialects[0]?.asks ?? {}));
    expect(points).toBeLessThan(60);
  });
});

it('a long answer that repeats the channel’s key has it overwritten, and keeps its length', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channelKey = 'sk-live-4f9Ab21cd7Ee8800';
  const channel = await gateway.seed.channel({ model: 'm', channelKey });
  const answer = JSON.stringify({
    ...{ id: 'x', object: 'chat.completion', echoed: channelKey },
    choices: [
      { index: 0, message: { role: 'assistant', content: LONG + channelKey }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 3 },
  });
  gateway.upstream(channel).does((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    const middle = answer.lastIndexOf(channelKey) + 7;
    response.write(answer.slice(0, middle));
    setImmediate(() => response.end(answer.slice(middle)));
  });
  const user = await gateway.seed.user({ quota: BALANCE });

  const reply = await gateway.post(user.token, { model: 'm', messages: says.user });

  const hidden = '[removed]'.padEnd(channelKey.length, '-');
  expect(await reply.text()).toBe(answer.replaceAll(channelKey, hidden));
  expect(Number(reply.headers.get('content-length'))).toBe(answer.length);
  await gateway.stop();
});
