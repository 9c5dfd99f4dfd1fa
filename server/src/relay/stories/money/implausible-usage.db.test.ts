import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../../test/support/test-gateway.ts';

const WORDS = 'Ten words are not more than nine and one. ';
/** Twenty words of English, counted by the tokenizer. */
const ANSWER = WORDS + WORDS;
const ANSWER_TOKENS = 21;

describe.each(anyDatabase)('a usage that cannot be true, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };

  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await gateway.stop();
    await database.drop();
  });

  async function start(relayOptions: TestGatewayOptions['relayOptions'] = {}): Promise<void> {
    gateway = await startTestGateway({ databaseUrl: database.url, relayOptions });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 0, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
  }

  async function answerWith(usage: object | undefined, { stream = false, content = ANSWER } = {}) {
    gateway.upstream(channel).does((response) => {
      if (!stream) {
        const message = { role: 'assistant', content };
        sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
        return;
      }
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      const told = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content }, null)}${chunk({}, 'stop')}${told}data: [DONE]\n\n`);
    });
    const messages = [{ role: 'user', content: 'Say something long, please.' }];
    await (await gateway.post(user.token, { model: 'm', messages, stream })).text();
    return (await gateway.logRowsOf(user)).at(-1);
  }

  const countersOf = () =>
    gateway.store.db
      .selectFrom('channels')
      .select(['estimated_calls', 'flagged_calls'])
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow();

  describe.each([false, true])('streamed: %s', (stream) => {
    it.each([
      { what: 'a negative answer', completion_tokens: -7, flags: ['output_unreadable'] },
      { what: 'an answer beyond every number', completion_tokens: 1e308, flags: ['output_unreadable'] },
      { what: 'an answer of nothing', completion_tokens: 0, flags: ['output_missing'] },
      {
        what: 'far more answer than text',
        completion_tokens: 9_000_000,
        flags: ['output_exceeds_text'],
      },
    ])('$what is estimated, flagged and counted', async ({ completion_tokens, flags }) => {
      await start();

      const row = await answerWith({ prompt_tokens: 9, completion_tokens }, { stream });

      expect(row?.metadata).toMatchObject({ estimated: true, usage_flags: flags });
      expect(row?.prompt_tokens).toBe(9);
      expect(row?.quota).toBe(row?.completion_tokens);
      expect(Math.abs((row?.quota ?? 0) - ANSWER_TOKENS)).toBeLessThanOrEqual(2);
      expect(await countersOf()).toEqual({ estimated_calls: 1, flagged_calls: 1 });
    });

    it.each([
      { what: 'a negative prompt', prompt_tokens: -7, flags: ['input_unreadable'] },
      { what: 'no prompt', prompt_tokens: 0, flags: ['input_missing'] },
    ])('$what is estimated, flagged and counted', async ({ prompt_tokens, flags }) => {
      await start();

      const row = await answerWith({ prompt_tokens, completion_tokens: 30 }, { stream });

      expect(row).toMatchObject({ completion_tokens: 30, metadata: { estimated: true, usage_flags: flags } });
      expect(row?.prompt_tokens).toBeGreaterThan(3);
      expect(row?.prompt_tokens).toBeLessThan(20);
    });
  });

  it('what only flags is charged as it was reported', async () => {
    await start();

    const row = await answerWith({ prompt_tokens: 9, completion_tokens: 30, total_tokens: 500_000 });

    expect(row).toMatchObject({ prompt_tokens: 9, quota: 30, metadata: { usage_flags: ['total_differs'] } });
    expect(row?.metadata?.estimated).toBeUndefined();
    expect(await countersOf()).toEqual({ estimated_calls: 0, flagged_calls: 1 });
  });

  it('thinking that no text shows is no reason for a flag, nor is an empty answer', async () => {
    await start();

    const thought = await answerWith({ prompt_tokens: 9, completion_tokens: 100_000 });
    const empty = await answerWith({ prompt_tokens: 9, completion_tokens: 0 }, { content: '' });

    expect(thought).toMatchObject({ quota: 100_000 });
    expect(empty).toMatchObject({ quota: 0 });
    for (const row of [thought, empty]) expect(row?.metadata?.usage_flags).toBeUndefined();
    expect(await countersOf()).toEqual({ estimated_calls: 0, flagged_calls: 0 });
  });

  it('searches beyond all that a call makes are flagged and left out', async () => {
    await start();
    const server_tool_use = { web_search_requests: 90_000_000 };
    const row = await answerWith({ prompt_tokens: 9, completion_tokens: 30, server_tool_use });
    expect(row?.metadata).toMatchObject({ usage_flags: ['unit_exceeds_call'] });
    expect(row?.metadata?.units).toBeUndefined();
    expect(row?.quota).toBe(30);
  });

  it('searches are recorded and not charged', async () => {
    await start();

    const usage = { prompt_tokens: 9, completion_tokens: 30, server_tool_use: { web_search_requests: 2 } };
    const row = await answerWith(usage);

    expect(row).toMatchObject({ quota: 30, metadata: { units: [{ kind: 'web_search', count: 2 }] } });
  });

  it('no usage is counted, or only estimated by its bytes where the option says so', async () => {
    const options = { approximatesTokens: false };
    await start(options);
    const content = 'internationalization '.repeat(40);
    const counted = await answerWith(undefined, { content });
    options.approximatesTokens = true;
    const whole = await answerWith(undefined, { content });
    const streamed = await answerWith(undefined, { content, stream: true });

    expect(counted?.quota).toBeLessThan(130);
    for (const row of [whole, streamed]) expect(row?.quota).toBe(Math.ceil(content.length / 4));
    for (const row of [counted, whole, streamed]) expect(row?.metadata).toMatchObject({ estimated: true });
    expect(await countersOf()).toEqual({ estimated_calls: 3, flagged_calls: 0 });
  });

  describe('of Anthropic', () => {
    const ask = async (
      usage: object,
      { stream, path = '/v1/messages' }: { stream: boolean; path?: string },
    ) => {
      await start();
      const model = 'silent';
      await gateway.seed.price({ model, input: 1, output: 3 });
      const silent = gateway.upstream(await gateway.seed.channel({ model, type: 14 }));
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model };
      const end = { stop_reason: 'end_turn' };
      const delta = { type: 'text_delta', text: ANSWER };
      const events = [
        { type: 'message_start', message: { ...message, content: [], usage } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage },
        { type: 'message_stop' },
      ];
      if (stream)
        silent.streams(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
      else
        silent.does((response) => {
          const content = [{ type: 'text', text: ANSWER }];
          sendJson(response, 200, JSON.stringify({ ...message, content, ...end, usage }));
        });
      const messages = [{ role: 'user', content: 'Say something long, please.' }];
      const body = { model, messages, max_tokens: 9_000, stream };
      await (await gateway.post(user.token, body, { path })).text();
      return (await gateway.logRowsOf(user)).at(-1);
    };

    it.each([
      { what: 'no output', usage: { input_tokens: 9, output_tokens: 0 } },
      { what: 'of its output nothing', usage: { input_tokens: 9 } },
    ])('a whole stream that says its input and $what is flagged', async ({ usage }) => {
      const row = await ask(usage, { stream: true });

      expect(row).toMatchObject({ prompt_tokens: 9, metadata: { usage_flags: ['output_missing'] } });
      expect(Math.abs((row?.completion_tokens ?? 0) - ANSWER_TOKENS)).toBeLessThanOrEqual(2);
    });

    it.each([
      { usage: { input_tokens: 0, output_tokens: 5_000 }, stream: true },
      { usage: { input_tokens: null, output_tokens: 5_000 }, stream: false },
      { usage: { output_tokens: 5_000 }, stream: true, path: '/v1/chat/completions' },
      { usage: { output_tokens: 5_000 }, stream: false, path: '/v1/chat/completions' },
    ])('one that says its output and no input is flagged, and its output believed: %j', async (told) => {
      const row = await ask(told.usage, told);

      expect(row).toMatchObject({ completion_tokens: 5_000, metadata: { usage_flags: ['input_missing'] } });
      expect(row?.prompt_tokens).toBeGreaterThan(3);
      expect(row?.prompt_tokens).toBeLessThan(40);
    });
  });
});
