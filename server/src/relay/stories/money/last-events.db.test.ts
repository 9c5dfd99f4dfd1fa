import { afterEach, beforeEach, expect, it } from 'vitest';
import { wires } from '../../../../test/conversion-rules/wire.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const STREAMS = 20;
const POINTS = 6_000;
const TOKENS = 1_600;

/** How each dialect sends a text and the end of its answer, in one event where it can. */
const answers = {
  gemini: (tokens: number) => [
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'word '.repeat(tokens) }] },
          ...{ finishReason: 'STOP', index: 0 },
        },
      ],
      usageMetadata: {
        ...{ promptTokenCount: 9, candidatesTokenCount: tokens, totalTokenCount: tokens + 9 },
      },
    },
  ],
  'openai-chat': (tokens: number) => {
    const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const begin = { role: 'assistant', content: '' };
    const delta = { content: 'word '.repeat(tokens) };
    const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
    return [
      { ...head, choices: [{ index: 0, delta: begin, finish_reason: null }] },
      { ...head, choices: [{ index: 0, delta, finish_reason: 'stop' }] },
      { ...head, choices: [], usage },
    ];
  },
};
const chat = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] };
const content = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
const callers = {
  'openai-chat': { path: '/v1/chat/completions', body: chat },
  'openai-responses': { path: '/v1/responses', body: { model: 'm', stream: true, input: 'hi' } },
  gemini: { path: '/v1beta/models/m:streamGenerateContent?alt=sse', body: content },
  'gemini as a list': { path: '/v1beta/models/m:streamGenerateContent', body: content },
};
type Upstream = keyof typeof answers;
type Caller = keyof typeof callers;
const pairs = (Object.keys(callers) as Caller[]).flatMap((caller) =>
  (Object.keys(answers) as Upstream[]).map((upstream) => ({ caller, upstream })),
);

let gateway: TestGateway;
let upstream: FakeUpstream;

beforeEach(async () => {
  gateway = await startTestGateway();
  upstream = await FakeUpstream.start({ refuses: () => null });
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
});
afterEach(async () => {
  await gateway.stop();
  await upstream.stop();
});

it.each(pairs)(
  'the text of the event that ends a stream is paid for, or not sent: $caller over $upstream',
  async (pair) => {
    await gateway.seed.channel({ model: 'm', dialects: [pair.upstream], baseUrl: upstream.url });
    const { path, body } = callers[pair.caller];
    let tokens = 2;
    let arrived = 0;
    const areAll = Promise.withResolvers<void>();
    upstream.does(async (reply) => {
      if (tokens > 2) {
        arrived += 1;
        if (arrived === STREAMS) areAll.resolve();
        await areAll.promise;
      }
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      const frames = answers[pair.upstream](tokens).map(wires[pair.upstream].frame);
      reply.end(`${frames.join('')}${pair.upstream === 'gemini' ? '' : 'data: [DONE]\n\n'}`);
    });
    const ask = async (token: string): Promise<string> => (await gateway.post(token, body, { path })).text();
    const rich = await gateway.seed.user({ quota: 1_000_000 });
    for (let call = 0; call < 4; call += 1) await ask(rich.token);
    tokens = TOKENS;
    const user = await gateway.seed.user({ quota: POINTS });

    const texts = await Promise.all(Array.from({ length: STREAMS }, () => ask(user.token)));

    const rows = await gateway.logRowsOf(user);
    expect(rows).toHaveLength(STREAMS);
    const whole = rows.filter((row) => row.ended_by === 'completed');
    expect(whole.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('word word'))).toHaveLength(whole.length);
    const cost = rows.reduce((sum, row) => sum + row.quota + (row.metadata?.shortfall ?? 0), 0);
    expect(cost).toBeLessThanOrEqual(POINTS);
    for (const row of rows)
      if (row.ended_by !== 'completed') {
        expect(row).toMatchObject({ ended_by: 'limit', metadata: { charged_by: 'delivered_part' } });
        expect(row.quota).toBeGreaterThan(0);
      }
    if (pair.caller === 'gemini as a list') for (const text of texts) JSON.parse(text);
    else if (pair.caller !== 'openai-responses') for (const text of texts) wires[pair.caller].check(text);
  },
);

it('text after a reason for the end is paid for, or not sent', async () => {
  await gateway.seed.channel({ model: 'm', dialects: ['openai-chat'], baseUrl: upstream.url });
  let parts = 1;
  const { frame } = wires['openai-chat'];
  const usual = answers['openai-chat'](2).map(frame).join('');
  const long = answers['openai-chat'](100).slice(1, 2).map(frame).join('');
  upstream.does((reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.end(`${parts === 1 ? usual : long.repeat(parts)}data: [DONE]\n\n`);
  });
  const ask = async (quota: number) => {
    const user = await gateway.seed.user({ quota });
    await (await gateway.post(user.token, chat)).text();
    return user;
  };
  for (let call = 0; call < 4; call += 1) await ask(1_000_000);
  parts = 100;
  // That its upstream keeps to no bound is seen once.
  await ask(200);

  const user = await ask(1_000);

  const [row] = await gateway.logRowsOf(user);
  expect(row).toMatchObject({ ended_by: 'limit' });
  expect(row?.metadata?.shortfall ?? 0).toBe(0);
});
