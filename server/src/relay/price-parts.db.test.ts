import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { sendJson } from '../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../test/support/test-gateway.ts';
import { GeminiUpstream } from '../../test/upstreams/gemini-upstream.ts';

const FLEX = 0.5;
const LONG = 1_000;
const sse = (events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const named = (events: ({ type: string } & Record<string, unknown>)[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

interface Upstream {
  name: string;
  type: number;
  dialects?: string[];
  /** A whole answer, or the events of a streamed one. */
  says(tokens: { input: number; output: number }, stream: boolean): string;
}

interface Caller {
  name: string;
  path: string;
  body: object;
}

/** Each vendor names the tier that served a call in its own place. */
const upstreams: Upstream[] = [
  {
    name: "OpenAI's chat",
    type: 8,
    says({ input, output }, stream) {
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
      const head = { id: 'c', created: 1, model: 'm', service_tier: 'flex' };
      const message = { role: 'assistant', content: 'Hello.' };
      if (!stream)
        return JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
      const choices = [{ index: 0, delta: message, finish_reason: 'stop' }];
      return `${sse([
        { ...head, choices },
        { ...head, choices: [], usage },
      ])}data: [DONE]\n\n`;
    },
  },
  {
    name: "OpenAI's responses",
    type: 8,
    dialects: ['openai-responses'],
    says({ input, output }, stream) {
      const text = { type: 'output_text', text: 'Hello.', annotations: [] };
      const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text] };
      const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
      const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' };
      const response = { ...head, status: 'completed', output: [item], service_tier: 'flex', usage };
      if (!stream) return JSON.stringify(response);
      const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
      return named([
        { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
        { type: 'response.output_text.delta', ...place, delta: 'Hello.' },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response },
      ]);
    },
  },
  {
    name: "Anthropic's messages",
    type: 14,
    says({ input, output }, stream) {
      const usage = { input_tokens: input, output_tokens: output, service_tier: 'flex' };
      const content = [{ type: 'text', text: 'Hello.' }];
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null };
      if (!stream) return JSON.stringify({ ...message, content, stop_reason: 'end_turn', usage });
      return named([
        ...[{ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } }],
        ...[{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
        ...[{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } }],
        { type: 'content_block_stop', index: 0 },
        {
          ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
          usage: { output_tokens: output },
        },
        { type: 'message_stop' },
      ]);
    },
  },
  {
    name: 'Gemini',
    type: 25,
    says({ input, output }, stream) {
      const usageMetadata = {
        ...{ promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
        trafficType: 'ON_DEMAND_FLEX',
      };
      const content = { role: 'model', parts: [{ text: 'Hello.' }] };
      const answer = { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata };
      return stream ? sse([answer]) : JSON.stringify(answer);
    },
  },
];

const callers: [Caller, ...Caller[]] = [
  {
    name: 'chat',
    path: '/v1/chat/completions',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello there!' }] },
  },
  {
    name: 'messages',
    path: '/v1/messages',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello there!' }] },
  },
  { name: 'responses', path: '/v1/responses', body: { max_output_tokens: 50, input: 'Hello there!' } },
];

describe.each(databases)('prices of long inputs, tiers and units, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);

  describe.each(upstreams)('$name', ({ type, dialects, says }) => {
    it.each(callers.flatMap((caller) => [false, true].map((stream) => ({ ...caller, stream }))))(
      'is charged by the tier and the length that it reports, asked by $name, streamed: $stream',
      async ({ path, body, stream }) => {
        await gateway.seed.price({
          ...{ model: 'm', input: 1, output: 4 },
          parts: { tiers: { flex: FLEX }, steps: [{ above: LONG, input: 2, output: 6 }] },
        });
        const google = type === 25 ? await GeminiUpstream.start() : null;
        const channel = await gateway.seed.channel({
          ...{ model: 'm', type, ...(dialects && { dialects }) },
          ...(google !== null && { baseUrl: google.url }),
        });
        for (const [input, points] of [
          [LONG, (LONG + 4 * 10) * FLEX],
          [LONG + 1, (2 * (LONG + 1) + 6 * 10) * FLEX],
        ] as const) {
          const said = says({ input, output: 10 }, stream);
          if (google !== null) stream ? google.streams([said]) : google.says(said);
          else
            gateway.upstream(channel).does((response) => {
              if (!stream) return sendJson(response, 200, said);
              response.writeHead(200, { 'content-type': 'text/event-stream' });
              response.end(said);
            });

          await (await gateway.post(user.token, { model: 'm', stream, ...body }, { path })).text();

          expect(await lastRow()).toMatchObject({
            quota: points,
            metadata: { service_tier: 'flex', tier_ratio: '0.5', ...(input > LONG && { price_step: LONG }) },
          });
        }
        expect(gateway.core.quotaBook.heldPoints()).toBe(0);
        await google?.stop();
      },
    );
  });

  it('searches that an answer reports are charged beside its tokens', async () => {
    const units = [{ kind: 'web_search', variant: '', price: 5 } as const];
    await gateway.seed.price({ model: 'm', input: 1, output: 1, parts: { units } });
    const channel = await gateway.seed.channel({ model: 'm', type: 14 });
    gateway.upstream(channel).does((response) => {
      const usage = { input_tokens: 30, output_tokens: 7, server_tool_use: { web_search_requests: 3 } };
      const answer = { content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn', usage };
      sendJson(response, 200, JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', ...answer }));
    });
    const [{ path, body }] = callers;

    await (await gateway.post(user.token, { model: 'm', ...body }, { path })).text();

    expect(await lastRow()).toMatchObject({
      quota: 30 + 7 + 3 * 5_000,
      metadata: { lines: [{}, {}, { bucket: 'web_search', count: 3, ratio: '5000' }] },
    });
  });
});
