import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const KEY = 'vendor/key-"1234567890';
const MESSAGES = [{ role: 'user', content: 'Hi' }];

// The messages of vendors do not depend on the database.
describe('a channel’s key in an answer of its vendor', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeAll(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 100_000_000 });
  });
  afterAll(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  let made = 0;
  const model = async (dialect = 'openai-chat'): Promise<string> => {
    made += 1;
    const name = `m${made}`;
    await gateway.seed.price({ model: name, input: 1, output: 1 });
    await gateway.seed.channel({ model: name, dialects: [dialect], channelKey: KEY, baseUrl: vendor.url });
    return name;
  };
  const ask = async (body: object, path = '/v1/chat/completions') => {
    const reply = await gateway.post(user.token, { max_tokens: 50, messages: MESSAGES, ...body }, { path });
    return { status: reply.status, text: await reply.text() };
  };
  const spellings = [KEY, JSON.stringify(KEY).slice(1, -1), '1234567890'];
  const shows = (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
  const chunk = (delta: object, more: object = {}): object => ({
    ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'x' },
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
  });
  const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
  const said = event(chunk({ role: 'assistant', content: 'said' }));
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  const end = [
    event(chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })),
    'data: [DONE]\n\n',
  ];

  it.each([
    { what: 'an error of vLLM', data: { object: 'error', message: KEY, type: 'BadRequestError', code: 400 } },
    { what: 'an error of FastAPI', data: { detail: KEY } },
    {
      what: 'an error of a choice',
      data: chunk(
        {},
        { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { message: KEY } }] },
      ),
    },
  ])('is not passed on, and ends the stream: $what', async ({ data }) => {
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      for (const withId of [true, false]) {
        const first = withId ? said : said.replace('"id":"c1",', '');
        vendor.streams([first, first, event(data)]);
        const { text } = await ask({ model: await model(), stream: true }, path);
        expect(text).toContain('said');
        expect(text).toContain('error');
        expect(shows(text)).toBe(false);
      }
      vendor.streams([event(data)]);
      const alone = await ask({ model: await model(), stream: true }, path);
      expect(alone.status).toBeGreaterThanOrEqual(400);
      expect(shows(alone.text)).toBe(false);
    }
  });

  it.each([
    ['a comment', `: ${KEY}\n\n`],
    ['a field without a use', `foo: ${KEY}\n\n`],
    ['an id', `id: ${KEY}\n\n`],
    ['a line without a field', `${KEY}\n\n`],
    ['data that are no JSON', `data: ${KEY}\n\n`],
    ['a member of another chunk', event({ ...chunk({}), id: KEY, debug: KEY })],
  ])('is not passed on in a stream: %s', async (_what, odd) => {
    for (const pieces of [
      [odd, said, ...end],
      [said, said, odd, said, ...end],
    ]) {
      vendor.streams(pieces);
      const { status, text } = await ask({ model: await model(), stream: true });
      expect(status).toBe(200);
      expect(text).toContain('said');
      expect(shows(text)).toBe(false);
    }
  });

  it.each([
    { dialect: 'openai-responses', path: '/v1/responses', first: 'response.created' },
    { dialect: 'anthropic-messages', path: '/v1/messages', first: 'ping' },
  ])(
    'is not passed on in events that say nothing of an answer: $dialect',
    async ({ dialect, path, first }) => {
      const name = await model(dialect);
      vendor.streams([
        event({ type: first, response: { id: 'resp_1', instructions: KEY }, note: KEY }),
        event({ type: 'response.output_text.delta', delta: 'said', sequence_number: 1 }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'said' } }),
        event({ detail: KEY }),
        event({ type: 'message_stop', note: KEY }),
        event({ type: 'response.completed', response: { id: 'resp_1', output: [], note: KEY } }),
      ]);
      const { text } = await ask({ model: name, stream: true, input: 'Hi' }, path);
      expect(text).toContain('said');
      expect(shows(text)).toBe(false);
    },
  );

  it('is not passed on in a whole answer, whatever is said beside its text', async () => {
    const answer = {
      ...{ id: KEY, object: 'chat.completion', created: 1, model: KEY, system_fingerprint: KEY, debug: KEY },
      choices: [{ index: 0, message: { role: 'assistant', content: 'said' }, finish_reason: 'stop' }],
      usage: { ...usage, note: KEY },
    };
    for (const path of ['/v1/chat/completions', '/v1/messages', '/v1/responses']) {
      vendor.does((response) => sendJson(response, 200, JSON.stringify(answer)));
      const { status, text } = await ask({ model: await model(), input: 'Hi' }, path);
      expect(status).toBe(200);
      expect(text).toContain('said');
      expect(shows(text)).toBe(false);
    }
  });
});
