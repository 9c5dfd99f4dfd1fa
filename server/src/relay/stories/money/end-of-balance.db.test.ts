import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

// Calls that cost far more than their bytes say, by callers who have little left: none may be served and paid in part.

const CHAT = '/v1/chat/completions';
const GEMINI = '/v1beta/models/MODEL:generateContent';
const hi = [{ role: 'user', content: 'hi' }];
const digits = (count: number): string => '7'.repeat(count);
const emoji = (count: number): string => '\u{1f9ff}'.repeat(count);
const tool = (parameters: object) => [{ type: 'function', function: { name: 'f', parameters } }];

let gateway: TestGateway;
let channel: { id: number };
let models = 0;

beforeAll(async () => {
  gateway = await startTestGateway();
  channel = await gateway.seed.channel({ model: 'm' });
  await gateway.store.db.updateTable('channels').set({ models: 'm*' }).execute();
  await gateway.seed.price({ model: 'm*', input: 1, output: 1 });
});
afterAll(() => gateway.stop());

/** Each case uses a new model, so that it cannot use the habits learned in an earlier case. */
function newModel(vendor = ''): string {
  models += 1;
  return `m${models}${vendor}`;
}

/** The upstream answers each call with this use. */
function reports(input: number, output: number): void {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
  const answer = JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices, usage });
  gateway.upstream(channel).does((response) => sendJson(response, 200, answer));
}

async function send(user: SeededUser, path: string, body: object): Promise<number> {
  const reply = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.text();
  return reply.status;
}

const shortfallOf = async (user: SeededUser): Promise<number> => {
  const rows = await gateway.logRowsOf(user);
  return rows.reduce((sum, row) => sum + Number(row.metadata?.shortfall ?? 0), 0);
};

describe('input of which every byte is a token', () => {
  const SIZE = 6_000;
  const PAYS_FOR = 3;
  const numbers = JSON.parse(`[${Array.from({ length: 20 }, () => digits(300)).join(',')}]`) as number[];

  it.each<{ what: string; path?: string; tokens: number; body: (model: string) => object | string }>([
    {
      what: 'digits in a message',
      tokens: SIZE,
      body: (model) => ({ model, max_tokens: 20, messages: [{ role: 'user', content: digits(SIZE) }] }),
    },
    {
      what: 'emoji in a description that an answer is to follow',
      tokens: SIZE,
      body: (model) => ({
        ...{ model, max_tokens: 20, messages: hi },
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object', description: emoji(SIZE / 4) } },
        },
      }),
    },
    {
      what: 'what the answer is expected to be',
      tokens: SIZE,
      body: (model) => ({
        ...{ model, max_tokens: 20, messages: hi },
        prediction: { type: 'content', content: emoji(SIZE / 4) },
      }),
    },
    {
      what: 'members of what a function said, named as those of a message',
      path: GEMINI,
      tokens: SIZE,
      body: () => ({
        generationConfig: { maxOutputTokens: 20 },
        contents: [
          { role: 'user', parts: [{ text: 'hi' }] },
          { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: {} } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { id: 'a', name: 'f', response: { role: digits(SIZE) } } }],
          },
        ],
      }),
    },
    {
      what: 'text that calls itself a file',
      tokens: SIZE,
      body: (model) => ({
        ...{ model, max_tokens: 20 },
        messages: [{ role: 'user', content: `data:${digits(SIZE)}` }],
      }),
    },
  ])('$what', async ({ path = CHAT, tokens, body }) => {
    const model = newModel();
    reports(tokens, 1);
    const user = await gateway.seed.user({ quota: PAYS_FOR * (tokens + 1) + tokens / 10 });

    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => send(user, path.replace('MODEL', model), body(model) as object)),
    );

    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(PAYS_FOR);
    expect(statuses).toContain(200);
    expect(await shortfallOf(user)).toBe(0);
  });

  it('long numbers, as they are written', async () => {
    expect(numbers[0]).toBe(Number(digits(300)));
    const model = newModel();
    reports(SIZE, 1);
    const user = await gateway.seed.user({ quota: PAYS_FOR * (SIZE + 1) + SIZE / 10 });
    const list = `[${Array.from({ length: 20 }, () => digits(300)).join(',')}]`;
    const body = JSON.stringify({
      ...{ model, max_tokens: 20, messages: hi },
      tools: tool({ type: 'object', properties: { n: { enum: 'LIST' } } }),
    }).replace('"LIST"', list);

    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const reply = await gateway.post(user.token, body);
        await reply.text();
        return reply.status;
      }),
    );

    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(PAYS_FOR);
    expect(await shortfallOf(user)).toBe(0);
  });
});

it.each([
  { what: 'names', parameters: { properties: { [emoji(25_000)]: { type: 'string' } } } },
  { what: 'numbers', parameters: { enum: Array.from({ length: 20_000 }, (_, at) => 1_000 + (at % 9_000)) } },
])('the last call of a balance is not served for less than its $what cost', async ({ parameters }) => {
  reports(90_000, 5);
  const asked = gateway.upstream(channel).received.length;
  const body = { model: newModel(), max_tokens: 5, messages: hi, tools: tool(parameters) };

  const poor = await gateway.seed.user({ quota: 60 });
  expect(await send(poor, CHAT, body)).toBe(429);
  const bounded = await gateway.seed.user({ quota: 1_000_000, tokenQuota: 60 });
  expect(await send(bounded, CHAT, body)).toBe(429);
  expect(gateway.upstream(channel).received).toHaveLength(asked);
});

it('the last call of a balance is served where it may cost as little as what is left', async () => {
  const user = await gateway.seed.user({ quota: 25 });
  reports(12, 5);
  expect(await send(user, CHAT, { model: newModel(), max_tokens: 5, messages: hi })).toBe(200);
});

describe('answers that are far longer than such answers were', () => {
  const LONG = 8_000;
  /** The last call of a balance gets a short answer; its input is estimated. */
  const MIN_POINTS = 16;

  async function learnShortAnswers(model: string): Promise<void> {
    reports(5, 8);
    const teacher = await gateway.seed.user({ quota: 1_000_000 });
    for (let call = 0; call < 6; call += 1) await send(teacher, CHAT, { model, messages: hi });
  }

  it('whole and many at once: each is bounded to what is held for it', async () => {
    const model = newModel();
    await learnShortAnswers(model);
    gateway.upstream(channel).does((response, { body }) => {
      const tokens = Math.min(LONG, Number(body.max_tokens ?? body.max_completion_tokens ?? LONG));
      const usage = { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens };
      const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'x', model: 'm', choices, usage }));
    });
    const user = await gateway.seed.user({ quota: 20_000 });

    const statuses = await Promise.all(
      Array.from({ length: 60 }, () => send(user, CHAT, { model, messages: hi })),
    );

    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
    expect(await shortfallOf(user)).toBeLessThan(MIN_POINTS);
    const bounds = gateway
      .upstream(channel)
      .received.slice(-statuses.filter((status) => status === 200).length)
      .map(({ body }) => body.max_tokens ?? body.max_completion_tokens);
    expect(bounds).not.toContain(undefined);
    // The first one's part, a half, is the largest.
    expect(Math.max(...bounds.map(Number))).toBeLessThanOrEqual(10_000);
    expect(Math.max(...bounds.map(Number))).toBeGreaterThan(9_900);
  });

  it('whole and many at once beside plenty: none is cut short', async () => {
    const model = newModel();
    await learnShortAnswers(model);
    gateway.upstream(channel).does(async (response, { body }) => {
      const tokens = Math.min(1_500, Number(body.max_tokens ?? body.max_completion_tokens ?? LONG));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const usage = { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens };
      const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'x', model: 'm', choices, usage }));
    });
    const user = await gateway.seed.user({ quota: 10_000_000 });

    await Promise.all(Array.from({ length: 40 }, () => send(user, CHAT, { model, messages: hi })));

    expect(await gateway.quotaOf(user)).toBe(10_000_000 - 40 * 1_505);
  });

  it.each([
    { what: 'whole', body: {} },
    { what: 'streamed, with thinking turned off', body: { stream: true, enable_thinking: false } },
    { what: 'streamed, with thinking', body: { stream: true, thinking: { type: 'enabled' } } },
  ])('many at once on fifty times what they cost: none waits or is cut short: $what', async ({ body }) => {
    const MANY = 25;
    const model = newModel();
    await learnShortAnswers(model);
    const allAreHere = Promise.withResolvers<void>();
    let here = 0;
    gateway.upstream(channel).does(async (response, { body: asked }) => {
      here += 1;
      if (here === MANY) allAreHere.resolve();
      await allAreHere.promise;
      const tokens = Math.min(1_500, Number(asked.max_tokens ?? asked.max_completion_tokens ?? LONG));
      const usage = { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens };
      const head = { id: 'x', model: 'm', created: 1 };
      const message = { role: 'assistant', content: 'word '.repeat(tokens) };
      if (asked.stream !== true) {
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        return sendJson(response, 200, JSON.stringify({ ...head, choices, usage }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: message, finish_reason: 'stop' }];
      const object = 'chat.completion.chunk';
      for (const part of [{ choices }, { choices: [], usage }])
        response.write(`data: ${JSON.stringify({ ...head, object, ...part })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const user = await gateway.seed.user({ quota: 2_000_000 });

    const statuses = await Promise.all(
      Array.from({ length: MANY }, () => send(user, CHAT, { model, messages: hi, ...body })),
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await gateway.quotaOf(user)).toBe(2_000_000 - MANY * 1_505);
  });

  it.each([
    { what: 'Anthropic’s words', asks: { thinking: { type: 'enabled', budget_tokens: 16_000 } } },
    { what: 'OpenRouter’s', asks: { reasoning: { max_tokens: 16_000 } } },
    { what: 'Qwen’s', asks: { enable_thinking: true, thinking_budget: 16_000 } },
    { what: 'Google’s', asks: { extra_body: { google: { thinking_config: { thinking_budget: 16_000 } } } } },
  ])('beside others: a bound leaves room for the thinking that is asked for in $what', async ({ asks }) => {
    const model = newModel();
    await learnShortAnswers(model);
    gateway.upstream(channel).does(async (response, { body }) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (Number(body.max_tokens) <= 16_000)
        return sendJson(response, 400, JSON.stringify({ error: { message: 'thinking takes all of it' } }));
      const usage = { prompt_tokens: 5, completion_tokens: 1_020, total_tokens: 1_025 };
      const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'x', model: 'm', choices, usage }));
    });
    const user = await gateway.seed.user({ quota: 200_000 });

    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => send(user, CHAT, { model, messages: hi, ...asks })),
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('what thinking is asked for is held once: others begin while the first one runs', async () => {
    const model = newModel();
    await learnShortAnswers(model);
    const { promise: haveAllBegun, resolve: begin } = Promise.withResolvers<void>();
    let begun = 0;
    gateway.upstream(channel).does(async (response) => {
      begun += 1;
      if (begun === 3) begin();
      await haveAllBegun;
      const usage = { prompt_tokens: 5, completion_tokens: 1_020, total_tokens: 1_025 };
      const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'x', model: 'm', choices, usage }));
    });
    const user = await gateway.seed.user({ quota: 70_000 });
    const asks = { thinking: { type: 'enabled', budget_tokens: 16_000 } };

    const statuses = await Promise.all(
      [asks, asks, { max_tokens: 200 }].map((more) => send(user, CHAT, { model, messages: hi, ...more })),
    );

    expect(statuses).toEqual([200, 200, 200]);
  });

  it('near the end of a balance that does not pay for the thinking that is asked for: refused', async () => {
    const user = await gateway.seed.user({ quota: 1_500 });
    const body = { model: newModel(), messages: hi, reasoning: { max_tokens: 2_000 } };
    expect(await send(user, CHAT, body)).toBe(429);
  });

  it('thinking that one caller asks for does not bound the streams of those who do not', async () => {
    const model = newModel();
    await learnShortAnswers(model);
    gateway.upstream(channel).does((response, { body }) => {
      const output = body.reasoning_effort === undefined ? 8 : 2_000;
      const usage = { prompt_tokens: 5, completion_tokens: output, total_tokens: 5 + output };
      const head = { id: 'x', model: 'm', created: 1, object: 'chat.completion.chunk' };
      const choices = [{ index: 0, delta: { role: 'assistant', content: 'word' }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ ...head, choices })}\n\n`);
      response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const stream = { model, messages: hi, stream: true };
    const [one, other] = [
      await gateway.seed.user({ quota: 60_000 }),
      await gateway.seed.user({ quota: 60_000 }),
    ];

    expect(await send(one, CHAT, { ...stream, reasoning_effort: 'high' })).toBe(200);
    expect(await send(other, CHAT, stream)).toBe(200);

    expect(gateway.upstream(channel).received.at(-1)?.body.max_tokens).toBeGreaterThan(59_000);
  });

  it('one after another: each may take half of what is left', async () => {
    const model = newModel();
    await learnShortAnswers(model);
    reports(5, LONG);
    const user = await gateway.seed.user({ quota: 60_000 });

    expect(await send(user, CHAT, { model, messages: hi })).toBe(200);
    expect(await send(user, CHAT, { model, messages: hi })).toBe(200);

    const bounds = gateway
      .upstream(channel)
      .received.slice(-2)
      .map(({ body }) => Number(body.max_tokens));
    expect(bounds[0]).toBeGreaterThan(29_900);
    expect(bounds[0]).toBeLessThanOrEqual(30_000);
    expect(bounds[1]).toBeGreaterThan((60_000 - LONG) / 2 - 100);
    expect(await shortfallOf(user)).toBeLessThan(MIN_POINTS);
    const rich = await gateway.seed.user({ quota: 1_000_000 });
    expect(await send(rich, CHAT, { model, messages: hi })).toBe(200);
    expect(gateway.upstream(channel).received.at(-1)?.body).not.toHaveProperty('max_tokens');
  });

  const LIMIT = 3_000;
  it.each<{
    what: string;
    user: { quota: number; tokenQuota?: number };
    left: (user: SeededUser) => Promise<number>;
  }>([
    { what: 'a balance', user: { quota: LIMIT }, left: (user) => gateway.quotaOf(user) },
    {
      what: 'a key’s limit',
      user: { quota: 10 * LIMIT, tokenQuota: LIMIT },
      left: async (user) => Number(await gateway.remainderOf(user)),
    },
  ])(
    'beside calls that begin while it runs: $what pays for all of them, and no more',
    async ({ user: kind, left }) => {
      const model = newModel();
      await learnShortAnswers(model);
      gateway.upstream(channel).does(async (response, { body }) => {
        const tokens = Number(body.max_tokens ?? body.max_completion_tokens ?? LONG);
        await new Promise((resolve) => setTimeout(resolve, 300));
        const usage = { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens };
        const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }];
        sendJson(response, 200, JSON.stringify({ id: 'x', model: 'm', choices, usage }));
      });
      const user = await gateway.seed.user(kind);
      const first = send(user, CHAT, { model, messages: hi });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const second = send(user, CHAT, { model, max_tokens: 1_400, messages: hi });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const third = send(user, CHAT, { model, max_tokens: 300, messages: hi });

      const statuses = await Promise.all([first, second, third]);

      expect(statuses[0]).toBe(200);
      const rows = await gateway.logRowsOf(user);
      const spent = rows.reduce((sum, { quota }) => sum + quota, 0);
      expect(spent).toBeLessThanOrEqual(LIMIT);
      expect(await shortfallOf(user)).toBeLessThan(MIN_POINTS);
      expect((await left(user)) + spent).toBe(LIMIT);
    },
  );

  it.each<{
    what: string;
    vendor?: string;
    before: number;
    asks?: object;
    isTold?: boolean;
  }>([
    { what: 'that was seen once by its length', before: 1_000 },
    { what: 'that was told once, beside more text', before: 60, isTold: true },
    { what: 'of a model that is known for it', vendor: '/o3-mini', before: 0 },
    { what: 'that is asked for', before: 0, asks: { reasoning_effort: 'high' } },
    { what: 'that is asked for in other words', before: 0, asks: { thinking_budget: 1_000 } },
  ])('streamed after thinking that nobody sees, $what: the balance pays for all of it', async (given) => {
    const model = newModel(given.vendor);
    const thinks = { tokens: 0 };
    gateway.upstream(channel).does((response, { body }) => {
      const limit = Number(body.max_tokens ?? body.max_completion_tokens ?? LONG);
      const output = Math.min(thinks.tokens + 8, limit);
      const usage = {
        ...{ prompt_tokens: 5, completion_tokens: output, total_tokens: 5 + output },
        ...(given.isTold && { completion_tokens_details: { reasoning_tokens: output - 8 } }),
      };
      const chunk = { id: 'x', object: 'chat.completion.chunk', model: 'm' };
      const content = given.isTold ? 'So it is, as it was before and will be. '.repeat(4) : 'So it is.';
      const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of [{ choices: [choice] }, { choices: [], usage }])
        response.write(`data: ${JSON.stringify({ ...chunk, ...part })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const stream = (user: SeededUser) =>
      send(user, CHAT, { model, stream: true, messages: hi, ...given.asks });
    const teacher = await gateway.seed.user({ quota: 1_000_000 });
    for (let call = 0; call < 8; call += 1) await stream(teacher);
    thinks.tokens = given.before;
    await stream(teacher);
    thinks.tokens = 1_000;
    const user = await gateway.seed.user({ quota: 3_000 });

    const statuses = await Promise.all(Array.from({ length: 30 }, () => stream(user)));

    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
    expect(await shortfallOf(user)).toBeLessThan(MIN_POINTS);
  });

  it('streamed in digits: it ends where the balance does', async () => {
    const model = newModel();
    const chunk = { id: 'x', object: 'chat.completion.chunk', model: 'm' };
    const event = (text: string) =>
      `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
    gateway.upstream(channel).streams(
      Array.from({ length: LONG / 50 }, () => event(digits(50))),
      { everyMs: 1 },
    );
    const body = { model, stream: true, messages: hi };
    // That its upstream keeps to no bound is seen once.
    const rich = await gateway.seed.user({ quota: 1_000_000 });
    await (await gateway.post(rich.token, { ...body, max_tokens: 10 })).text();
    const user = await gateway.seed.user({ quota: 5_000 });

    const reply = await gateway.post(user.token, body);
    const text = await reply.text();

    const delivered = [...text.matchAll(/"content":"(7*)"/g)].reduce(
      (sum, [, one]) => sum + (one?.length ?? 0),
      0,
    );
    expect(text).toContain('"finish_reason":"length"');
    expect(delivered).toBeGreaterThan(3_000);
    expect(delivered).toBeLessThan(5_400);
  });
});

it('prose near the end of a balance is not taken for more than it is', async () => {
  const model = newModel();
  reports(12, 20);
  const user = await gateway.seed.user({ quota: 10 * 32 });
  const statuses: number[] = [];
  for (let call = 0; call < 10; call += 1)
    statuses.push(await send(user, CHAT, { model, max_tokens: 20, messages: hi }));
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await gateway.quotaOf(user)).toBe(0);
});
