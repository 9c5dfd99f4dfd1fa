import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  askShortly,
  seedVendor,
  shortRequests,
  vendorAnswers,
} from '../../../../test/support/vendor-answers.ts';

const FLEX = 0.5;
const LONG = 1_000;

describe.each(vendorAnswers)('what $name reports of length and tier', (vendor) => {
  let gateway: TestGateway;
  let upstream: Awaited<ReturnType<typeof seedVendor>>;

  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.seed.price({
      ...{ model: 'm', input: 1, output: 4 },
      parts: { tiers: { flex: FLEX }, steps: [{ above: LONG, input: 2, output: 6 }] },
    });
    upstream = await seedVendor(gateway, vendor);
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it.each(shortRequests.flatMap((caller) => [false, true].map((stream) => ({ ...caller, stream }))))(
    'is what a call is charged by, asked by $name, streamed: $stream',
    async ({ stream, ...request }) => {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      for (const [input, points] of [
        [LONG, (LONG + 4 * 10) * FLEX],
        [LONG + 1, (2 * (LONG + 1) + 6 * 10) * FLEX],
      ] as const) {
        upstream.says({ input, output: 10 }, stream);

        await (await askShortly(gateway, user, { ...request, stream })).text();

        expect((await gateway.logRowsOf(user)).at(-1)).toMatchObject({
          quota: points,
          metadata: { service_tier: 'flex', tier_ratio: '0.5', ...(input > LONG && { price_step: LONG }) },
        });
      }
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    },
  );
});

describe.each(anyDatabase)('prices of units, on $name', ({ open }) => {
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

  it('searches that an answer reports are charged beside its tokens', async () => {
    const units = [{ kind: 'web_search', variant: '', price: 5 } as const];
    await gateway.seed.price({ model: 'm', input: 1, output: 1, parts: { units } });
    const channel = await gateway.seed.channel({ model: 'm', type: 14 });
    gateway.upstream(channel).does((response) => {
      const usage = { input_tokens: 30, output_tokens: 7, server_tool_use: { web_search_requests: 3 } };
      const answer = { content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn', usage };
      sendJson(response, 200, JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', ...answer }));
    });
    const [{ path, body }] = shortRequests;

    await (await gateway.post(user.token, { model: 'm', ...body }, { path })).text();

    expect(await lastRow()).toMatchObject({
      quota: 30 + 7 + 3 * 5_000,
      metadata: { lines: [{}, {}, { bucket: 'web_search', count: 3, ratio: '5000' }] },
    });
  });

  describe('of a response without usage', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } };
    const picture = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0K' };
    const part = { type: 'response.image_generation_call.partial_image', item_id: 'ig_1', output_index: 0 };
    const parts = [0, 1].map((at) => ({ ...part, partial_image_index: at, partial_image_b64: 'iVBO' }));
    const done = (item: object) => ({ type: 'response.output_item.done', output_index: 0, item });
    const text = { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, delta: 'Hello.' };
    const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', error: null };
    const completed = (output: object[]) => ({
      type: 'response.completed',
      response: { ...response, status: 'completed', output, usage: null },
    });
    const SEARCH = { bucket: 'web_search', count: 1, ratio: '5000' };
    const PICTURE = { bucket: 'image', count: 1, ratio: '20000' };
    const asking = { responses: '/v1/responses', chat: '/v1/chat/completions' };

    const ask = async (events: readonly object[], path = asking.responses) => {
      const units = [
        { kind: 'web_search', variant: '', price: 5 } as const,
        { kind: 'image', variant: '', price: 20 } as const,
      ];
      await gateway.seed.price({ model: 'gpt-5-pro', input: 1, output: 1, parts: { units } });
      const channel = await gateway.seed.channel({ model: 'gpt-5-pro', type: 1 });
      gateway
        .upstream(channel)
        .streams(events.map((event, at) => `data: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`));
      const input =
        path === asking.chat
          ? { messages: [{ role: 'user', content: 'Hi' }] }
          : { input: 'Hi', store: false };
      await (await gateway.post(user.token, { model: 'gpt-5-pro', stream: true, ...input }, { path }))
        .text()
        .catch(() => {});
      const { metadata } = (await lastRow()) as { metadata: { lines: { bucket: string }[] } };
      return metadata.lines;
    };

    it.each([
      { what: 'a search', events: [done(search), text, completed([search])], line: SEARCH },
      { what: 'a picture', events: [done(picture), completed([picture])], line: PICTURE },
      { what: 'a picture after its parts', events: [...parts, done(picture), completed([])], line: PICTURE },
      { what: 'a search before it broke off', events: [done(search), text], line: SEARCH },
      { what: 'a part of a picture before it broke off', events: parts, line: PICTURE },
    ])('$what is charged by the piece', async ({ events, line }) => {
      const lines = await ask(events);

      expect(lines.filter(({ bucket }) => bucket === line.bucket)).toMatchObject([line]);
    });

    it('a search is charged by the piece to a caller who leaves before any text', async () => {
      const units = [{ kind: 'web_search', variant: '', price: 5 } as const];
      await gateway.seed.price({ model: 'gpt-5-pro', input: 1, output: 1, parts: { units } });
      const channel = await gateway.seed.channel({ model: 'gpt-5-pro', type: 1 });
      gateway.upstream(channel).does((reply) => {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.write(`data: ${JSON.stringify({ ...done(search), sequence_number: 0 })}\n\n`);
      });
      const leaver = new AbortController();
      const body = { model: 'gpt-5-pro', stream: true, input: 'Hi', store: false };
      const reply = await gateway.post(user.token, body, { path: asking.responses, signal: leaver.signal });
      await reply.body?.getReader().read();
      leaver.abort();

      await expect.poll(lastRow).toMatchObject({
        ended_by: 'client',
        metadata: { charged_by: 'input_only', lines: [{ bucket: 'textInput' }, SEARCH] },
      });
    });

    it('a picture is charged by the piece to a caller of another dialect', async () => {
      const lines = await ask([done(picture), completed([picture])], asking.chat);

      expect(lines.filter(({ bucket }) => bucket === PICTURE.bucket)).toMatchObject([PICTURE]);
    });
  });

  describe('a search of a message', () => {
    const result = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const usage = { input_tokens: 30, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage };
    const start = { type: 'message_start', message };
    const search = { type: 'content_block_start', index: 0, content_block: result };
    const text = {
      ...{ type: 'content_block_delta', index: 1 },
      delta: { type: 'text_delta', text: 'Four words of text.' },
    };
    const SEARCH = { bucket: 'web_search', count: 1, ratio: '5000' };
    const asking = { messages: '/v1/messages', chat: '/v1/chat/completions' };

    const seed = async () => {
      const units = [{ kind: 'web_search', variant: '', price: 5 } as const];
      await gateway.seed.price({ model: 'm', input: 1, output: 1, parts: { units } });
      return gateway.upstream(await gateway.seed.channel({ model: 'm', type: 14 }));
    };
    const request = { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] };

    it.each([
      { what: 'before any text', events: [start, search], path: asking.messages, rule: 'input_only' },
      { what: 'with a text', events: [start, search, text], path: asking.messages, rule: 'delivered_part' },
      {
        what: 'with a text in chat',
        events: [start, search, text],
        path: asking.chat,
        rule: 'delivered_part',
      },
    ])('is charged by the piece to a caller who leaves $what', async ({ events, path, rule }) => {
      const upstream = await seed();
      upstream.does((reply) => {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of events) reply.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      });
      const leaver = new AbortController();
      const reply = await gateway.post(
        user.token,
        { ...request, stream: true },
        { path, signal: leaver.signal },
      );
      await reply.body?.getReader().read();
      leaver.abort();

      await expect.poll(lastRow).toMatchObject({
        ended_by: 'client',
        metadata: { charged_by: rule, lines: expect.arrayContaining([expect.objectContaining(SEARCH)]) },
      });
    });

    it.each([{ usage: { input_tokens: 30, output_tokens: 7 } }, { usage: undefined }])(
      'is charged by the piece where $usage does not tell it',
      async ({ usage: told }) => {
        const upstream = await seed();
        upstream.does((reply) => {
          const content = [result, { type: 'text', text: 'Hello.' }];
          sendJson(reply, 200, JSON.stringify({ ...message, content, stop_reason: 'end_turn', usage: told }));
        });

        await (await gateway.post(user.token, request, { path: asking.messages })).text();

        expect(await lastRow()).toMatchObject({
          metadata: { lines: expect.arrayContaining([expect.objectContaining(SEARCH)]) },
        });
      },
    );
  });

  it('what the upstream takes stands in the log row for administrators, where its channel says it', async () => {
    await gateway.seed.price({ model: 'm', input: 1.5, output: 4 });
    const [vendor] = vendorAnswers;
    const [request] = shortRequests;
    const upstream = await seedVendor(gateway, vendor);
    upstream.says({ input: 33, output: 7 }, false);
    const ask = async () => (await askShortly(gateway, user, { ...request, stream: false })).text();

    await ask();
    await gateway.store.db.updateTable('channels').set({ cost_ratio: '0.7' }).execute();
    await gateway.core.routing.reload();
    await ask();

    const [unknown, known] = await gateway.logRowsOf(user);
    expect(unknown?.metadata).not.toHaveProperty('cost');
    expect(known).toMatchObject({ quota: 78, metadata: { cost: 55 } }); // (33*1.5 + 7*4) * 0.7 = 54.25
  });
});
