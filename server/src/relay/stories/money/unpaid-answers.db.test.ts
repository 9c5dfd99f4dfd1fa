import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wires } from '../../../../test/conversion-rules/wire.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const MODEL = 'm';
const SENTENCE = 'A sentence of thirty-two bytes. ';
const BALANCE = 10_000;

type Dialect = keyof typeof wires;

const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };

/** How each dialect streams an answer: what comes first, a piece of text, what comes last. */
const speech: Record<Dialect, { begin: object[]; say(text: string): object; end(tokens: number): object[] }> =
  {
    'openai-chat': {
      begin: [chunk({ role: 'assistant', content: '' })],
      say: (content) => chunk({ content }),
      end: (tokens) => [
        chunk({}, 'stop'),
        { ...chunk({}), choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens } },
      ],
    },
    'openai-responses': {
      begin: [
        responseEvent(0, 'response.created', { response: response('in_progress') }),
        responseEvent(1, 'response.output_item.added', { output_index: 0, item: message([]) }),
        responseEvent(2, 'response.content_part.added', { ...place, part: outputText('') }),
      ],
      say: (delta) => responseEvent(3, 'response.output_text.delta', { ...place, delta, logprobs: [] }),
      end: (tokens) => [
        responseEvent(4, 'response.output_text.done', { ...place, text: SENTENCE, logprobs: [] }),
        responseEvent(5, 'response.content_part.done', { ...place, part: outputText(SENTENCE) }),
        responseEvent(6, 'response.output_item.done', {
          output_index: 0,
          item: { ...message([outputText(SENTENCE)]), status: 'completed' },
        }),
        responseEvent(7, 'response.completed', {
          response: {
            ...response('completed'),
            output: [{ ...message([outputText(SENTENCE)]), status: 'completed' }],
            usage: { input_tokens: 5, output_tokens: tokens, total_tokens: 5 + tokens },
          },
        }),
      ],
    },
    'anthropic-messages': {
      begin: [
        {
          type: 'message_start',
          message: {
            ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, content: [] },
            ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
          },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ],
      say: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      end: (tokens) => [
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: tokens },
        },
        { type: 'message_stop' },
      ],
    },
    gemini: {
      begin: [],
      say: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
      end: (tokens) => [
        {
          candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
          usageMetadata: {
            promptTokenCount: 5,
            candidatesTokenCount: tokens,
            totalTokenCount: 5 + tokens,
          },
        },
      ],
    },
  };

function chunk(delta: object, finish_reason: string | null = null): object {
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: MODEL },
    choices: [{ index: 0, delta, finish_reason }],
  };
}
function responseEvent(sequence_number: number, type: string, members: object): object {
  return { type, sequence_number, ...members };
}
function response(status: string): object {
  return { id: 'resp_1', object: 'response', created_at: 1, model: MODEL, status, output: [], usage: null };
}
function outputText(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}
function message(content: object[]): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content };
}

const asks: Partial<Record<Dialect, object>> = {
  'openai-chat': { model: MODEL, stream: true, messages: [{ role: 'user', content: 'Write a book' }] },
  'openai-responses': { model: MODEL, stream: true, input: 'Write a book' },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'Write a book' }] }] },
};

/** How many output tokens a request allows, and the member that says so. */
function boundIn(body: string): { member: string; tokens: number } | null {
  const [, member, tokens] = /"(max_?(?:completion_?|output_?)?tokens)":(\d+)/i.exec(body) ?? [];
  return member === undefined ? null : { member, tokens: Number(tokens) };
}

/** How each says that an answer met its limit. */
const limitStops: Partial<Record<Dialect, RegExp>> = {
  'openai-chat': /"finish_reason":"length"/,
  'openai-responses': /"incomplete_details":\{"reason":"max_output_tokens"\}/,
  gemini: /"finishReason":"MAX_TOKENS"/,
};
const pairs = (Object.keys(asks) as Dialect[]).flatMap((caller) =>
  (Object.keys(wires) as Dialect[]).map((upstream) => ({ caller, upstream })),
);

// Holds do not depend on the database; one is enough.
describe('an answer that runs longer than its model’s others', () => {
  let gateway: TestGateway;
  let upstream: FakeUpstream;
  let user: SeededUser;
  /** Pieces of text of an answer. */
  let length: number;
  let left: Promise<void>;
  let speak: Parameters<FakeUpstream['does']>[0];

  beforeEach(async () => {
    length = 1;
    upstream = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  async function start(
    dialect: Dialect,
    { stopsUnpaidAnswers }: { stopsUnpaidAnswers: boolean },
  ): Promise<void> {
    gateway = await startTestGateway({ relayOptions: { stopsUnpaidAnswers } });
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: MODEL, input: 1, output: 3 });
    await gateway.seed.channel({ model: MODEL, dialects: [dialect], baseUrl: upstream.url });
    const { begin, say, end } = speech[dialect];
    const { frame } = wires[dialect];
    speak = async (reply, request) => {
      left = request.left;
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of begin) reply.write(frame(event));
      let isLeft = false;
      request.left.then(() => {
        isLeft = true;
      });
      for (let said = 0; said < length && !isLeft; said += 1) {
        reply.write(frame(say(SENTENCE)));
        if (said % 20 === 19) await wait(1);
      }
      if (isLeft) return;
      for (const event of end(10 * length)) reply.write(frame(event));
      reply.end(dialect === 'openai-chat' ? 'data: [DONE]\n\n' : '');
    };
    upstream.does(speak);
  }

  async function ask(caller: Dialect, { token } = user): Promise<string> {
    const path = wires[caller].path({ model: MODEL, stream: true });
    const reply = await gateway.post(token, asks[caller] as object, { path });
    expect(reply.status).toBe(200);
    return reply.text();
  }

  it.each(pairs)('ends at its limit when its payers have no more: $caller over $upstream', async (pair) => {
    const { caller } = pair;
    await start(pair.upstream, { stopsUnpaidAnswers: true });
    for (let i = 0; i < 4; i += 1) await ask(caller);
    length = Number.POSITIVE_INFINITY;
    // That its upstream keeps to no bound is seen once.
    await ask(caller, await gateway.seed.user({ quota: 1_000 }));

    const text = await ask(caller);

    expect(text).toMatch(limitStops[caller] as RegExp);
    if (caller !== 'openai-responses' || pair.upstream !== caller) wires[caller].check(text);
    await left;
    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row).toMatchObject({
      ended_by: 'limit',
      metadata: { estimated: true, charged_by: 'delivered_part' },
    });
    // A token is held for each three bytes; the sentences have between four and five.
    expect(await gateway.quotaOf(user)).toBeLessThan(BALANCE * 0.4);
    expect(row?.metadata?.shortfall ?? 0).toBe(0);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it.each(pairs)(
    'is bounded to what its payers have where all of it comes at once: $caller over $upstream',
    async (pair) => {
      await start(pair.upstream, { stopsUnpaidAnswers: true });
      for (let i = 0; i < 4; i += 1) await ask(pair.caller);
      const before = await gateway.quotaOf(user);
      const { begin, say, end } = speech[pair.upstream];
      upstream.does((reply, { rawBody }) => {
        const bound = boundIn(rawBody)?.tokens ?? 100_000;
        const said = say(SENTENCE.repeat(Math.floor(bound / 10)));
        const frames = [...begin, said, ...end(bound)].map(wires[pair.upstream].frame);
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.end(frames.join(''));
      });

      await ask(pair.caller);

      const row = (await gateway.logRowsOf(user)).at(-1);
      expect(row?.metadata?.shortfall ?? 0).toBe(0);
      expect(row?.quota).toBeGreaterThan(before * 0.5);
      expect(await gateway.quotaOf(user)).toBe(before - (row?.quota ?? 0));
    },
  );

  it.each(pairs)(
    'is cut within what comes at once from an upstream that ignores its bound: $caller over $upstream',
    async (pair) => {
      await start(pair.upstream, { stopsUnpaidAnswers: true });
      for (let i = 0; i < 4; i += 1) await ask(pair.caller);
      const { begin, say, end } = speech[pair.upstream];
      const said = Array.from({ length: 500 }, () => say(SENTENCE.repeat(10)));
      const frames = [...begin, ...said, ...end(50_000)].map(wires[pair.upstream].frame);
      upstream.does((reply) => {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.end(frames.join(''));
      });

      // That its upstream keeps to no bound is seen once.
      await ask(pair.caller, await gateway.seed.user({ quota: 1_000 }));
      const poor = await gateway.seed.user({ quota: 2_000 });
      expect(await ask(pair.caller, poor)).toMatch(limitStops[pair.caller] as RegExp);
      const row = (await gateway.logRowsOf(poor)).at(-1);
      expect(row).toMatchObject({ ended_by: 'limit' });
      // A few tokens beyond what is held do not matter.
      expect(row?.metadata?.shortfall ?? 0).toBeLessThan(3 * 128);
    },
  );

  it.each([
    {
      what: 'knows no bound',
      refusal: ({ member }: { member: string }) => `Unsupported parameter: ${member}`,
      asksNext: [null],
    },
    {
      what: 'refuses one in words of its own',
      refusal: () => 'Sorry, this deployment cannot do that.',
      asksNext: ['max_tokens', null],
    },
    {
      what: 'has no room for it in its context',
      refusal: ({ tokens }: { tokens: number }) =>
        `This model's maximum context length is 1000 tokens. However, you requested ${tokens + 10} tokens (10 in the messages, ${tokens} in the completion).`,
      asksNext: ['max_tokens', null],
    },
  ])('is asked for without a bound at an upstream that $what, and watched', async ({ refusal, asksNext }) => {
    await start('openai-chat', { stopsUnpaidAnswers: true });
    for (let i = 0; i < 4; i += 1) await ask('openai-chat');
    length = Number.POSITIVE_INFINITY;
    upstream.does((reply, request) => {
      const bound = boundIn(request.rawBody);
      if (bound === null) return speak(reply, request);
      reply.writeHead(400, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ error: { message: refusal(bound), type: 'invalid_request_error' } }));
    });

    const { received } = upstream;
    const before = received.length;
    expect(await ask('openai-chat')).toMatch(limitStops['openai-chat'] as RegExp);
    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row).toMatchObject({ ended_by: 'limit' });
    await ask('openai-chat', await gateway.seed.user({ quota: BALANCE }));
    const bounds = received.slice(before).map(({ rawBody }) => boundIn(rawBody)?.member ?? null);
    expect(bounds).toEqual(['max_tokens', null, ...asksNext]);
    expect(row?.metadata?.shortfall ?? 0).toBe(0);
  });

  it.each(pairs.flatMap((pair) => ['words ', '123', ' '.repeat(60)].map((word) => ({ ...pair, word }))))(
    'passes whole where its upstream keeps to the bound, whatever its text: $word, $caller over $upstream',
    async ({ word, ...pair }) => {
      await start(pair.upstream, { stopsUnpaidAnswers: true });
      for (let i = 0; i < 4; i += 1) await ask(pair.caller);
      const { begin, say, end } = speech[pair.upstream];
      const { frame } = wires[pair.upstream];
      let bound = 0;
      upstream.does(async (reply, { rawBody }) => {
        bound = boundIn(rawBody)?.tokens ?? 0;
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of begin) reply.write(frame(event));
        for (let tokens = 0; tokens < bound - 100; tokens += 100) {
          reply.write(frame(say(word.repeat(100))));
          await wait(1);
        }
        reply.end(end(bound).map(frame).join(''));
      });

      await ask(pair.caller);
      const row = (await gateway.logRowsOf(user)).at(-1);
      expect(row).toMatchObject({ ended_by: 'completed', completion_tokens: bound });
      expect(row?.metadata?.shortfall ?? 0).toBe(0);
    },
  );

  it('goes by its length again where the upstream said more than another caller’s limit', async () => {
    await start('openai-chat', { stopsUnpaidAnswers: true });
    for (let i = 0; i < 4; i += 1) await ask('openai-chat');
    length = 100;
    const rich = await gateway.seed.user({ quota: 10 * BALANCE });
    const path = wires['openai-chat'].path({ model: MODEL, stream: true });
    await (await gateway.post(rich.token, { ...asks['openai-chat'], max_tokens: 500 }, { path })).text();
    length = 1_000;

    expect(await ask('openai-chat')).toMatch(limitStops['openai-chat'] as RegExp);
    expect(boundIn(upstream.received.at(-1)?.rawBody ?? '')).toBeNull();
    expect((await gateway.logRowsOf(user)).at(-1)?.metadata?.shortfall ?? 0).toBe(0);
  });

  describe('of a model that is not known to ignore limits', () => {
    const stream = wires['openai-chat'].path({ model: MODEL, stream: true });
    const { begin, say, end } = speech['openai-chat'];
    const { frame } = wires['openai-chat'];
    const write = (reply: ServerResponse, events: readonly object[]): void => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.end(`${events.map(frame).join('')}data: [DONE]\n\n`);
    };
    const askWith = async (token: string, members: object) =>
      (await gateway.post(token, { ...asks['openai-chat'], ...members }, { path: stream })).text();

    beforeEach(async () => {
      await start('openai-chat', { stopsUnpaidAnswers: true });
      for (let i = 0; i < 4; i += 1) await ask('openai-chat');
    });

    /** An honest answer of nearly all that its payers have. */
    async function expectWhole(): Promise<void> {
      const poor = await gateway.seed.user({ quota: 4_000 });
      upstream.does((reply, { rawBody }) => {
        expect(boundIn(rawBody)?.tokens).toBeGreaterThan(1_250);
        write(reply, [...begin, ...Array.from({ length: 120 }, () => say(SENTENCE)), ...end(1_250)]);
      });
      await ask('openai-chat', poor);
      const [row] = await gateway.logRowsOf(poor);
      expect(row).toMatchObject({ ended_by: 'completed', completion_tokens: 1_250, quota: 5 + 3 * 1_250 });
    }

    it('thinking beside a limit, which others may not need, cuts no stream, and leaves whole answers half', async () => {
      upstream.does((reply) => {
        const usage = {
          ...{ prompt_tokens: 5, completion_tokens: 4_016, total_tokens: 4_021 },
          completion_tokens_details: { reasoning_tokens: 4_000 },
        };
        write(reply, [...begin, say(SENTENCE), chunk({}, 'length'), { ...chunk({}), choices: [], usage }]);
      });
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      for (let i = 0; i < 2; i += 1) await askWith(rich.token, { max_tokens: 16, reasoning_effort: 'high' });

      await expectWhole();

      upstream.does((reply) => sendJson(reply, 400, '{}'));
      for (const quota of [4_000, 4_001]) {
        const poor = await gateway.seed.user({ quota });
        for (let i = 0; i < 2; i += 1)
          await (await gateway.post(poor.token, { ...asks['openai-chat'], stream: false })).text();
        const bounds = upstream.received.slice(-2).map(({ rawBody }) => boundIn(rawBody)?.tokens ?? 0);
        expect(Math.min(...bounds)).toBeGreaterThan(600);
      }
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    });

    it('thinking aloud beside a limit is no text beyond it', async () => {
      upstream.does((reply) => {
        const thought = chunk({ reasoning_content: SENTENCE.repeat(300) });
        write(reply, [...begin, thought, say(SENTENCE), ...end(3_016)]);
      });
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      await askWith(rich.token, { max_tokens: 1_000, reasoning_effort: 'high' });

      await expectWhole();
    });

    it('a text that lost its usage is charged as counted, whatever the limit was', async () => {
      const long = 'internationalisation, '.repeat(400);
      upstream.does((reply) => write(reply, [...begin, say(long), chunk({}, 'length')]));
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      await askWith(rich.token, { max_tokens: 1_000 });
      const [row] = await gateway.logRowsOf(rich);
      expect(row?.completion_tokens).toBeGreaterThan(1_000);
      expect(row?.metadata).toMatchObject({ estimated: true });
    });

    /** Gets texts piece by piece, and leaves before anything says what they took. */
    async function leaveAfter(texts: readonly string[], limit: number, { isFast = false } = {}) {
      const [first, ...rest] = texts.map((text) => frame(say(text)));
      let hasEnded: Promise<void> | undefined;
      upstream.does(async (reply, request) => {
        hasEnded = request.left;
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.write(begin.map(frame).join('') + first);
        for (const piece of rest) {
          if (!isFast) await wait(1);
          reply.write(piece);
        }
        reply.write(frame(say('END')));
      });
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      const leaving = new AbortController();
      const reply = await gateway.post(
        rich.token,
        { ...asks['openai-chat'], max_tokens: limit },
        { path: stream, signal: leaving.signal },
      );
      let seen = '';
      for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>) {
        seen += Buffer.from(piece).toString();
        if (seen.includes('END')) break;
      }
      leaving.abort();
      await hasEnded;
      await expect.poll(() => gateway.logRowsOf(rich)).toHaveLength(1);
      const [row] = await gateway.logRowsOf(rich);
      expect(row?.ended_by).toBe('client');
      return row;
    }

    const spaces = ' '.repeat(40);

    it.each([
      { what: 'at once', texts: [spaces.repeat(200)] },
      { what: 'piece by piece', texts: Array.from({ length: 200 }, () => spaces) },
    ])('dense text whose caller leaves is charged as counted, $what', async ({ texts }) => {
      expect((await leaveAfter(texts, 400))?.completion_tokens).toBeGreaterThan(400);
    });

    it.each([
      { what: 'prose', texts: Array.from({ length: 120 }, () => SENTENCE), limit: 70, tokens: 700 },
      { what: 'digits', texts: Array.from({ length: 40 }, () => '31'.repeat(10)), limit: 100, tokens: 230 },
    ])('$what beyond the limit whose caller leaves is charged as it is, and remembered', async (one) => {
      const row = await leaveAfter(one.texts, one.limit, { isFast: true });
      expect(row?.completion_tokens).toBeGreaterThan(one.tokens);
      expect(row?.metadata?.estimated).toBe(true);

      upstream.does((reply) => write(reply, [...begin, say(SENTENCE), ...end(8)]));
      await ask('openai-chat', await gateway.seed.user({ quota: 4_000 }));
      expect(boundIn(upstream.received.at(-1)?.rawBody ?? '')).toBeNull();
    });

    it('a text far beyond the limit is charged as it is, and remembered', async () => {
      upstream.does((reply) => write(reply, [...begin, say(SENTENCE.repeat(200)), chunk({}, 'stop')]));
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      await askWith(rich.token, { max_tokens: 16 });
      expect((await gateway.logRowsOf(rich)).at(-1)?.completion_tokens).toBeGreaterThan(1_000);

      await ask('openai-chat', await gateway.seed.user({ quota: 4_000 }));
      expect(boundIn(upstream.received.at(-1)?.rawBody ?? '')).toBeNull();
    });
  });

  it.each([
    { streams: 6, quota: BALANCE, shortest: 1 / 6 },
    { streams: 30, quota: 1_000, shortest: 1 / 30 },
    { streams: 2, quota: 600, shortest: 1 },
  ])(
    'takes no more than the $quota there are where $streams streams run together',
    async ({ streams, quota, shortest }) => {
      await start('openai-chat', { stopsUnpaidAnswers: true });
      for (let i = 0; i < 4; i += 1) await ask('openai-chat');
      const { begin, say, end } = speech['openai-chat'];
      const { frame } = wires['openai-chat'];
      let calls = 0;
      /** One alone could take all that there is before the next one comes. */
      const areTwo = Promise.withResolvers<void>();
      upstream.does(async (reply, { rawBody, left }) => {
        calls += 1;
        if (calls === 2) areTwo.resolve();
        const part = Math.max(shortest, calls / streams);
        const bound = Math.floor((boundIn(rawBody)?.tokens ?? 0) * part);
        let isLeft = false;
        left.then(() => {
          isLeft = true;
        });
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of begin) reply.write(frame(event));
        await areTwo.promise;
        for (let tokens = 0; tokens < bound - 20 && !isLeft; tokens += 20) {
          reply.write(frame(say('words '.repeat(20))));
          await wait(2);
        }
        if (!isLeft) reply.end(end(bound).map(frame).join(''));
      });
      const { id, token } = await gateway.seed.user({ quota });
      const path = wires['openai-chat'].path({ model: MODEL, stream: true });

      const texts = Array.from({ length: streams }, async () =>
        (await gateway.post(token, asks['openai-chat'] as object, { path })).text(),
      );
      await Promise.all(texts);

      const rows = await gateway.logRowsOf({ id });
      expect(rows.length).toBeGreaterThan(1);
      const sum = rows.reduce(
        (points, { quota, metadata }) => points + quota + (metadata?.shortfall ?? 0),
        0,
      );
      // Answers that were cut are charged by what they said, about.
      expect(sum).toBeLessThanOrEqual(quota * 1.02);
    },
  );

  it.each([1, 100])('is held in steps while it runs, %i times as long as the others', async (times) => {
    await start('openai-chat', { stopsUnpaidAnswers: true });
    for (let i = 0; i < 4; i += 1) await ask('openai-chat');
    length = times;

    expect(await ask('openai-chat')).toContain('"finish_reason":"stop"');
    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row).toMatchObject({ ended_by: 'completed', quota: 5 + 3 * 10 * times });
    const reserved = row?.metadata?.reserved ?? 0;
    if (times === 1) expect(reserved).toBeLessThan(3 * 128);
    else expect(reserved).toBeGreaterThanOrEqual(3 * 10 * times);
  });

  it('may go on where the setting says so; what the balance cannot pay is recorded', async () => {
    await start('openai-chat', { stopsUnpaidAnswers: false });
    for (let i = 0; i < 4; i += 1) await ask('openai-chat');
    length = 500;

    expect(await ask('openai-chat')).toContain('"finish_reason":"stop"');
    expect(await gateway.quotaOf(user)).toBe(0);
    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row).toMatchObject({ ended_by: 'completed' });
    expect((row?.quota ?? 0) + (row?.metadata?.shortfall ?? 0)).toBe(5 + 3 * 5_000);
  });
});
