import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { BodyBudget } from '../../body/body-budget.ts';

const MIB = 2 ** 20;
const BALANCE = 100_000_000;
const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
/** Next to its text. */
const ANSWER_LENGTH = JSON.stringify({
  ...{ id: 'c1', created: 1, model: 'm', object: 'chat.completion' },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '' }, logprobs: null }],
}).length;
const END = chunk({}, 'stop');
/** 40 MB of events for 1.3 MB of text. */
const LONG = chunk({ content: 'word ' }).repeat(270_000);

let gateway: TestGateway;
let user: SeededUser;
const upstreams: FakeUpstream[] = [];
beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: BALANCE });
  await gateway.seed.price({ model: 'm', input: 10, output: 100 });
});
afterEach(async () => {
  await gateway.stop();
  for (const upstream of upstreams.splice(0)) await upstream.stop();
});

async function channel(
  events: readonly string[],
  { priority = 1, type = 'text/event-stream', ends = true } = {},
): Promise<{ id: number; upstream: FakeUpstream }> {
  const upstream = await FakeUpstream.start({ refuses: () => null });
  upstreams.push(upstream);
  upstream.does((response) => {
    response.writeHead(200, { 'content-type': type });
    for (const one of events) response.write(one);
    if (ends) response.end();
  });
  const { id } = await gateway.seed.channel({ model: 'm', baseUrl: upstream.url, priority });
  return { id, upstream };
}

const heldBytes = (): number => gateway.core.relay.bodyBudget.heldBytes;

describe('a stream that is joined for a whole call', () => {
  it('takes memory for its answer alone, and gives that back', async () => {
    const { upstream } = await channel([LONG, END]);
    const replies = await Promise.all([0, 1].map(() => gateway.post(user.token, body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(upstream.received).toHaveLength(2);
    await expect.poll(heldBytes).toBe(0);
  });

  it('leaves nothing held of a try that failed: the next channel answers', async () => {
    const text = chunk({ content: 'A'.repeat(3 * MIB) });
    const { upstream } = await channel([text.repeat(4)], { priority: 2 });
    await channel([text.repeat(4), END]);
    useMemory(20 * MIB);
    const reply = await gateway.post(user.token, body);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toHaveLength(4 * 3 * MIB + ANSWER_LENGTH);
    expect(upstream.received).toHaveLength(1);
    await expect.poll(heldBytes).toBe(0);
  });

  it('is refused as the caller’s own where their memory is used up; no channel is blamed', async () => {
    const { id, upstream } = await channel([chunk({ content: 'A'.repeat(3 * MIB) }), END], { priority: 2 });
    const other = await channel([END]);
    useMemory(MIB);
    const replies: Response[] = [];
    for (let at = 0; at < 4; at += 1) replies.push(await gateway.post(user.token, body));
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect(replies[0]?.headers.get('retry-after')).toBe('1');
    expect(upstream.received).toHaveLength(4);
    expect(other.upstream.received).toHaveLength(0);
    useMemory(100 * MIB);
    expect(await (await gateway.post(user.token, body)).text()).toHaveLength(3 * MIB + ANSWER_LENGTH);
    expect((await gateway.logRowsOf(user))[0]).toMatchObject({ channel_id: id });
    await expect.poll(heldBytes).toBe(0);
  });

  it.each(['/v1/messages', '/v1/chat/completions'])('is refused above 16 MiB of text: %s', async (path) => {
    await channel([chunk({ content: 'A'.repeat(6 * MIB) }).repeat(3), END]);
    const reply = await gateway.post(user.token, { ...body, max_tokens: 9 }, { path });
    expect(reply.status).toBe(502);
    await expect.poll(heldBytes).toBe(0);
  });

  it.each([
    { prompt_tokens_details: { cache_write_tokens: 800 } },
    { prompt_tokens_details: { image_tokens: 800 } },
    { cache_creation_input_tokens: 800 },
  ])('costs what the same usage costs whole: %j', async (details) => {
    const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, ...details };
    const { upstream } = await channel([
      chunk({ content: 'Hi' }),
      END,
      event({ id: 'c1', choices: [], usage }),
    ]);
    const streamed = await gateway.post(user.token, body);
    expect(await streamed.json()).toMatchObject({ usage });
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
    upstream.does((response) => sendJson(response, 200, JSON.stringify({ id: 'c1', choices, usage })));
    await gateway.post(user.token, body);
    const [whole, joined] = await gateway.logRowsOf(user);
    expect(joined?.quota).toBe(whole?.quota);
    expect(joined?.metadata?.lines).toEqual(whole?.metadata?.lines);
  });

  it('is whole where it is long, letter by letter', async () => {
    // Letters of two units, at even and at odd places.
    const text = `${'🐢'.repeat(200_000)}x${'🐢'.repeat(200_000)}`;
    await channel([chunk({ content: text }), END]);
    const reply = await gateway.post(user.token, body);
    expect(await reply.json()).toMatchObject({ choices: [{ message: { content: text } }] });
  });

  it('tells a caller of another dialect what is lost', async () => {
    const upstream = await FakeUpstream.start({ refuses: () => null });
    upstreams.push(upstream);
    const blocks = [
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'Hi' },
    ];
    upstream.streams([
      event({
        type: 'message_start',
        message: { id: 'msg_1', usage: { input_tokens: 3, output_tokens: 1 } },
      }),
      ...blocks.flatMap((content_block, index) => [
        event({ type: 'content_block_start', index, content_block }),
        event({ type: 'content_block_stop', index }),
      ]),
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }),
      event({ type: 'message_stop' }),
    ]);
    await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'], baseUrl: upstream.url });
    const reply = await gateway.post(user.token, body);
    expect(await reply.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
    expect(reply.headers.get('x-turnpike-conversion')).toContain('dropped=answer.web_search_tool_result');
  });

  it.each(['Text/Event-Stream', 'TEXT/EVENT-STREAM; charset=utf-8'])(
    'is known by its type, %s',
    async (type) => {
      await channel([chunk({ content: 'Hi' }), END], { type });
      const whole = await gateway.post(user.token, body);
      expect(await whole.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
      const streamed = await gateway.post(user.token, { ...body, stream: true });
      expect(await streamed.text()).toContain('"content":"Hi"');
    },
  );

  it('is answered soon after its finish reason, whether the upstream ends it or not', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    await channel([chunk({ content: 'Hi' }), END, event({ id: 'c1', choices: [], usage })], { ends: false });
    const reply = await gateway.post(user.token, body);
    expect(await reply.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  });
});

it('a legacy completion is joined from an upstream that streams it', async () => {
  const upstream = await FakeUpstream.start({ refuses: () => null });
  upstreams.push(upstream);
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  upstream.streams([
    event({ id: 'c1', object: 'text_completion', choices: [{ index: 0, text: 'Hel', finish_reason: null }] }),
    event({
      id: 'c1',
      object: 'text_completion',
      choices: [{ index: 0, text: 'lo', finish_reason: 'stop' }],
      usage,
    }),
    'data: [DONE]\n\n',
  ]);
  await gateway.seed.channel({ model: 'm', dialects: ['openai-completions'], baseUrl: upstream.url });
  const reply = await gateway.post(user.token, { model: 'm', prompt: 'Hi' }, { path: '/v1/completions' });
  expect(await reply.json()).toMatchObject({ choices: [{ text: 'Hello', finish_reason: 'stop' }], usage });
});

/** Sets the memory limit of all calls together, which is also the limit of a user. */
function useMemory(bytes: number): void {
  const budget = new BodyBudget({ processBytes: bytes, largestBodyBytes: bytes });
  Object.assign(gateway.core.relay, { bodyBudget: budget });
}
