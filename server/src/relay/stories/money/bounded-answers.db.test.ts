import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { framedEvents, type ReceivedRequest, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const OPENAI_CHANNEL = 1;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Count for ever' }] };
const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  content: [{ type: 'text', text: 'Hi' }],
  usage: { input_tokens: 5, output_tokens: 2 },
};
/** Without a bound, the upstream's answer is this long. */
const LONG_ANSWER_TOKENS = 5000;

/** An upstream that follows one member of the two; the other it ignores, or refuses with an error. */
const boundedBy =
  (member: string, { refuses = {} }: { refuses?: Record<string, object> } = {}) =>
  (response: Parameters<typeof sendJson>[0], { body }: ReceivedRequest): void => {
    const refused = Object.keys(refuses).find((name) => body[name] !== undefined && body[name] !== null);
    if (refused !== undefined) {
      sendJson(response, 400, JSON.stringify(refuses[refused]));
      return;
    }
    const completion_tokens = Math.min(Number(body[member] ?? LONG_ANSWER_TOKENS), LONG_ANSWER_TOKENS);
    const usage = { prompt_tokens: 5, completion_tokens, total_tokens: 5 + completion_tokens };
    const message = { role: 'assistant', content: 'One, two' };
    sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'length' }], usage }));
  };

const unsupported = (member: string, other: string) => ({
  error: {
    message: `Unsupported parameter: '${member}' is not supported with this model. Use '${other}' instead.`,
    ...{ type: 'invalid_request_error', param: member, code: 'unsupported_parameter' },
  },
});

describe.each(anyDatabase)('an answer that the balance bounds, on $name', ({ open }) => {
  let gateway: TestGateway;
  let drop: () => Promise<void>;
  let user: SeededUser;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000, tokenQuota: 60 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const bodiesOf = (channel: { id: number }) => gateway.upstream(channel).received.map(({ body }) => body);

  it('is bounded at an upstream that ignores max_completion_tokens', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(boundedBy('max_tokens'));

    const reply = await gateway.post(user.token, chat);

    expect(reply.status).toBe(200);
    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.shortfall).toBeUndefined();
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - (row?.quota ?? 0));
    expect(row?.completion_tokens).toBeLessThanOrEqual(60);
    expect(bodiesOf(channel)[0]).not.toHaveProperty('max_completion_tokens');
  });

  it('is bounded by the member that the provider names', async () => {
    const channel = await gateway.seed.channel({ model: 'm', type: OPENAI_CHANNEL });
    gateway.upstream(channel).does(boundedBy('max_completion_tokens'));

    await (await gateway.post(user.token, chat)).text();

    expect(bodiesOf(channel)[0]).toMatchObject({ max_completion_tokens: expect.any(Number) });
    expect(bodiesOf(channel)[0]).not.toHaveProperty('max_tokens');
  });

  it.each([
    ['whatever the caller left empty', '"max_tokens":null,"max_completion_tokens":null'],
    ['at a parser that does not look at case', '"MAX_TOKENS":100000'],
  ])('is bounded by one member: %s', async (_what, members) => {
    const channel = await gateway.seed.channel({ model: 'm' });

    await (await gateway.post(user.token, `{${members},${JSON.stringify(chat).slice(1)}`)).text();

    const text = gateway.upstream(channel).received[0]?.rawBody ?? '';
    const written = [...text.matchAll(/"(max_\w+)":(\d+)/gi)];
    expect(written.at(-1)?.[1]).toBe('max_tokens');
    expect(written.filter(([, name]) => name?.startsWith('max'))).toHaveLength(1);
    expect(text.match(/"max_tokens"/g)).toHaveLength(1);
  });

  it.each([
    ['names it as its param', unsupported('max_tokens', 'max_completion_tokens')],
    [
      'names it in its text',
      { detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted' }] },
    ],
  ])(
    'is asked for once more by the other member of an upstream that %s, then at once',
    async (_what, refusal) => {
      const channel = await gateway.seed.channel({ model: 'm' });
      gateway
        .upstream(channel)
        .does(boundedBy('max_completion_tokens', { refuses: { max_tokens: refusal } }));

      const first = await gateway.post(user.token, chat);
      const other = await gateway.seed.user({ quota: 60 });
      const second = await gateway.post(other.token, chat);

      expect([first.status, second.status]).toEqual([200, 200]);
      expect(bodiesOf(channel).map((body) => Object.keys(body).filter((name) => /max/.test(name)))).toEqual([
        ['max_tokens'],
        ['max_completion_tokens'],
        ['max_completion_tokens'],
      ]);
      expect(await gateway.logRowsOf(user)).toMatchObject([{ metadata: { attempts: [{ status: 200 }] } }]);
    },
  );

  /** Refuses a bound above its own. */
  const takesAtMost =
    (most: number, messageOf: (tokens: number) => string) =>
    (response: Parameters<typeof sendJson>[0], request: ReceivedRequest): void => {
      const tokens = Number(request.body.max_tokens);
      if (!(tokens > most)) {
        boundedBy('max_tokens')(response, request);
        return;
      }
      const error = { message: messageOf(tokens), type: 'BadRequestError', param: null, code: 400 };
      sendJson(response, 400, JSON.stringify({ error }));
    };

  it('is lowered to what nearly every model takes, which is remembered', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const refusal = (tokens: number) =>
      `max_tokens is too large: ${tokens}. This model supports at most 5000 completion tokens.`;
    gateway.upstream(channel).does(takesAtMost(5_000, refusal));

    for (let call = 0; call < 2; call += 1) {
      const other = await gateway.seed.user({ quota: 40_000 });
      const reply = await gateway.post(other.token, chat);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('x-turnpike-conversion')).toBe('added=max_tokens');
    }

    const [first, ...others] = bodiesOf(channel).map(({ max_tokens }) => max_tokens);
    expect(first).toBeGreaterThan(5_000);
    expect(others).toEqual([4_096, 4_096]);
  });

  it('has a bound all the same where a model was seen to take no more', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const refusal = () => 'max_tokens must be at most 5000';
    gateway.upstream(channel).does(takesAtMost(5_000, refusal));
    await gateway.post((await gateway.seed.user({ quota: 40_000 })).token, chat);
    gateway.upstream(channel).does(boundedBy('max_tokens'));
    const other = await gateway.seed.user({ quota: 40_000 });

    await Promise.all(Array.from({ length: 20 }, () => gateway.post(other.token, chat)));

    expect(bodiesOf(channel).slice(1)).not.toContainEqual(
      expect.not.objectContaining({ max_tokens: expect.any(Number) }),
    );
    const rows = await gateway.logRowsOf(other);
    expect(rows.filter(({ metadata }) => metadata?.shortfall !== undefined)).toEqual([]);
  });

  it('of a caller’s own that the model does not take is lowered where the call is converted, and named', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(takesAtMost(5_000, () => 'max_tokens must be at most 5000'));
    const rich = await gateway.seed.user({ quota: 10_000_000 });
    const ask = (max_tokens: number) =>
      gateway.post(rich.token, { ...chat, max_tokens }, { path: '/v1/messages' });

    const reply = await ask(8_000);

    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-conversion')).toContain('approximated=max_tokens');
    await ask(9_000);
    await ask(4_500);
    expect(bodiesOf(channel).map(({ max_tokens }) => max_tokens)).toEqual([...[8_000, 4_096, 4_096, 4_500]]);
  });

  it('is lowered where the gateway had to write one, and its default is too much', async () => {
    const channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'] });
    gateway.upstream(channel).does((response, { body }) => {
      if (Number(body.max_tokens) <= 4096) return sendJson(response, 200, JSON.stringify(MESSAGE));
      const message = `max_tokens: ${body.max_tokens} > 4096, which is the maximum allowed number of output tokens for m`;
      const error = { type: 'invalid_request_error', message };
      sendJson(response, 400, JSON.stringify({ type: 'error', error }));
    });
    const rich = await gateway.seed.user({ quota: 10_000_000 });

    for (let call = 0; call < 2; call += 1)
      expect((await gateway.post(rich.token, { model: 'm', messages: chat.messages })).status).toBe(200);

    expect(bodiesOf(channel).map(({ max_tokens }) => max_tokens)).toEqual([8192, 4096, 4096]);
  });

  it('that the gateway had to write leaves room beside the thinking that is asked for', async () => {
    const channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'] });
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(MESSAGE)));
    const rich = await gateway.seed.user({ quota: 10_000_000 });
    const body = {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { thinkingConfig: { thinkingBudget: 16_000 } },
    };

    await gateway.post(rich.token, body, { path: '/v1beta/models/m:generateContent' });

    expect(bodiesOf(channel)[0]).toMatchObject({
      ...{ max_tokens: 8_192 + 16_000 },
      thinking: { budget_tokens: 16_000 },
    });
  });

  it('is asked for by its other member, then with less, which is remembered', async () => {
    const channel = await gateway.seed.channel({ model: 'm', type: OPENAI_CHANNEL });
    const refusal = unsupported('max_completion_tokens', 'max_tokens');
    gateway.upstream(channel).does((response, request) => {
      if (request.body.max_completion_tokens !== undefined)
        return sendJson(response, 400, JSON.stringify(refusal));
      takesAtMost(5_000, () => 'max_tokens must be at most 5000')(response, request);
    });

    for (let call = 0; call < 2; call += 1) {
      const other = await gateway.seed.user({ quota: 40_000 });
      expect((await gateway.post(other.token, chat)).status).toBe(200);
    }

    const bounds = bodiesOf(channel).map((body) => [body.max_completion_tokens, body.max_tokens]);
    expect(bounds).toEqual([
      [expect.any(Number), undefined],
      [undefined, expect.any(Number)],
      [undefined, 4_096],
      [undefined, 4_096],
    ]);
  });

  it('is not asked for by a member again that was refused', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does((response, { body }) => {
      const [refused, other] =
        body.max_tokens === undefined
          ? (['max_completion_tokens', 'max_tokens'] as const)
          : (['max_tokens', 'max_completion_tokens'] as const);
      sendJson(response, 400, JSON.stringify(unsupported(refused, other)));
    });

    expect((await gateway.post(user.token, chat)).status).toBe(400);
    expect(bodiesOf(channel)).toHaveLength(2);
  });

  it('of several answers is that of each, also as it was learned', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(takesAtMost(5_000, () => 'max_tokens must be at most 5000'));
    const [first, second] = [
      await gateway.seed.user({ quota: 60_000 }),
      await gateway.seed.user({ quota: 60_000 }),
    ];
    for (const { token } of [first, second])
      expect((await gateway.post(token, { ...chat, n: 4 })).status).toBe(200);
    const own = {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { maxOutputTokens: 1_900, candidateCount: 4 },
    };
    const rich = await gateway.seed.user({ quota: 10_000_000 });
    const path = '/v1beta/models/m:generateContent';
    expect((await gateway.post(rich.token, own, { path })).status).toBe(200);
    expect((await gateway.post(rich.token, chat)).status).toBe(200);

    const bounds = bodiesOf(channel).map(({ max_tokens }) => max_tokens);
    expect(bounds).toEqual([expect.any(Number), 4_096, 4_096, 1_900, undefined]);
  });

  it('is asked for with less once, not again and again', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const error = {
      message: 'max_tokens is too large',
      param: 'max_tokens',
      code: 'integer_above_max_value',
    };
    gateway.upstream(channel).answers(400, error);
    const richer = await gateway.seed.user({ quota: 40_000 });

    expect((await gateway.post(richer.token, chat)).status).toBe(400);
    expect(bodiesOf(channel)).toHaveLength(2);
  });

  it('leaves a caller’s own members as they came, refused or not', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const refusal = unsupported('max_tokens', 'max_completion_tokens');
    gateway.upstream(channel).does(boundedBy('max_completion_tokens', { refuses: { max_tokens: refusal } }));
    const own = { ...chat, max_tokens: 5 };

    const reply = await gateway.post(user.token, own);

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { param: 'max_tokens' } });
    expect(bodiesOf(channel)).toEqual([own]);
  });
});

it('a stream is served by an upstream that refuses to be asked for its usage, and is not asked again', async () => {
  const gateway = await startTestGateway();
  const user = await gateway.seed.user({ quota: 10_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm' });
  gateway.upstream(channel).does((response, { body }) => {
    if (body.stream_options !== undefined) {
      const detail = [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs' }];
      return sendJson(response, 422, JSON.stringify({ detail }));
    }
    const events = framedEvents('openai-chat/hello.chunks.txt').filter(
      (event) => !event.includes('"choices":[],"usage"'),
    );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.join(''));
  });
  const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], stream: true };
  for (let call = 0; call < 2; call += 1)
    expect(await (await gateway.post(user.token, chat)).text()).toContain('Hello');
  const asked = { ...chat, stream_options: { include_usage: true } };
  expect((await gateway.post(user.token, asked)).status).toBe(422);

  const sent = gateway.upstream(channel).received.map(({ body }) => body.stream_options !== undefined);
  expect(sent).toEqual([true, false, false, true]);
  const rows = await gateway.logRowsOf(user);
  expect(rows.map(({ quota }) => quota > 0)).toEqual([true, true, false]);
  await gateway.stop();
});
