import OpenAI, { type APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents } from '../server/test/support/fake-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const recorded = 'openai-completions/text.chunks.txt';
const instruct = { model: 'gpt-3.5-turbo-instruct', prompt: 'Invent a new holiday.' };
const overChat = { model: 'chat', prompt: 'Say hello.', max_tokens: 64 };

describe('the openai package and its legacy completions', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;
  let openai: OpenAI;

  beforeAll(async () => {
    ({ turnpike, root } = await startSite());
    upstream = await FakeUpstream.start();
    await root.createChannel({
      ...{ type: 1, base_url: upstream.url, models: instruct.model },
    });
    await root.createChannel({ base_url: upstream.url, models: 'chat' });
    await root.createChannel({
      ...{ base_url: upstream.url, models: 'native', dialects: ['openai-chat', 'openai-completions'] },
    });
    for (const model of [instruct.model, 'chat', 'native']) await root.createPrice(model, 1, 3);
    const { key } = await root.createToken();
    openai = new OpenAI({ apiKey: key, baseURL: `${turnpike.url}/v1`, maxRetries: 0 });
  });
  afterAll(async () => {
    await turnpike.stop();
    await upstream.stop();
  });
  beforeEach(() => {
    upstream.received.length = 0;
  });

  const failureOf = (call: PromiseLike<unknown>): Promise<APIError> =>
    Promise.resolve(call).then(
      () => {
        throw new Error('it succeeded');
      },
      (error: APIError) => error,
    );

  it('completes, whole', async () => {
    upstream.plays('openai-completions/text.json');

    const answer = await openai.completions.create({ ...instruct, max_tokens: 16, logprobs: 2, n: 1 });

    expect(answer.choices).toEqual([
      {
        ...{ index: 0, logprobs: null, finish_reason: 'length' },
        text: 'The new holiday is called "Gratitude Day" and it celebrates the importance of',
      },
    ]);
    expect(answer.usage).toMatchObject({ prompt_tokens: 14, completion_tokens: 16, total_tokens: 30 });
    expect(upstream.received).toMatchObject([
      { path: '/v1/completions', body: { ...instruct, max_tokens: 16, logprobs: 2, n: 1 } },
    ]);
    const row = await eventually(async () =>
      (await root.callRows()).find(({ request_id }) => request_id === answer._request_id),
    );
    expect(row).toMatchObject({ quota: 14 + 16 * 3, prompt_tokens: 14, completion_tokens: 16 });
  });

  it.each([
    { asked: 'not asked for', options: {}, usageChunks: 0 },
    { asked: 'asked for', options: { stream_options: { include_usage: true } }, usageChunks: 1 },
  ])('completes, streamed, with usage $asked', async ({ options, usageChunks }) => {
    upstream.plays(recorded);

    const chunks = await allOf(await openai.completions.create({ ...instruct, ...options, stream: true }));

    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(
      'The holiday is called "Gratitude Day" and it is a day dedicated to',
    );
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(usageChunks);
  });

  it('asks a custom channel that has them, several prompts at once', async () => {
    upstream.plays('openai-completions/text.json');

    await openai.completions.create({
      ...instruct,
      model: 'native',
      prompt: ['a', 'b'],
      suffix: 'z',
      echo: true,
    });

    expect(upstream.received).toMatchObject([
      { path: '/v1/completions', body: { prompt: ['a', 'b'], suffix: 'z', echo: true } },
    ]);
  });

  it('is answered by a model of chat, whole and streamed', async () => {
    upstream.plays('openai-chat/hello.json');
    const whole = await openai.completions.create(overChat);
    upstream.plays('openai-chat/hello.chunks.txt');
    const chunks = await allOf(
      await openai.completions.create({
        ...{ ...overChat, stream: true, stream_options: { include_usage: true } },
      }),
    );

    expect(whole).toMatchObject({
      object: 'text_completion',
      choices: [{ text: 'Hello!', finish_reason: 'stop' }],
    });
    expect(whole.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 2 });
    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe('Hello!');
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 2 });
    expect(upstream.received.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'));
  });

  it('is told what no model of chat can do: BadRequestError, naming the member', async () => {
    const error = await failureOf(openai.completions.create({ ...overChat, prompt: ['a', 'b'] }));

    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, param: 'prompt', type: 'invalid_request_error' });
    expect(upstream.received).toHaveLength(0);
  });

  it('does not reach a model without chat by chat: NotFoundError', async () => {
    const messages = [{ role: 'user' as const, content: 'Hi' }];

    const error = await failureOf(openai.chat.completions.create({ model: instruct.model, messages }));

    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'model_not_supported' });
    expect(upstream.received).toHaveLength(0);
  });

  it('aborts a stream, and the upstream sees its connection close', async () => {
    const events = framedEvents(recorded);
    upstream.streams([...events.slice(0, 3), ...Array(1000).fill(events[1])], { everyMs: 20 });

    const stream = await openai.completions.create({ ...instruct, stream: true });
    for await (const _chunk of stream) break;
    stream.controller.abort();

    await upstream.received[0]?.left;
  });
});

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
