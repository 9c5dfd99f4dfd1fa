import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { type FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { makeTestDataDir } from '../../../test/support/test-data-dir.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { ResponsesAccount } from '../../../test/upstreams/openai-responses-account.ts';

const CUSTOM = 8;
const RESPONSES = '/v1/responses';
type Json = Record<string, unknown>;
interface Answer {
  id: string;
  output: (Json & { id: string; type: string })[];
}

describe.each(anyDatabase)('items of earlier answers that are named by their ids, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let user: SeededUser;
  let chat: { id: number };
  let dataDir: string;
  let upstream: FakeUpstream;
  const accounts: FakeUpstream[] = [];
  const start = (keptAnswerDays = 7) =>
    startTestGateway({ databaseUrl: database.url, dataDir, relayOptions: { keptAnswerDays } });
  beforeAll(async () => {
    database = await open();
    dataDir = makeTestDataDir({ databaseUrl: database.url });
    gateway = await start();
    for (const model of ['m', 'by-chat']) await gateway.seed.price({ model, input: 1, output: 3 });
    for (const name of ['A', 'B', 'C']) {
      const channel = await gateway.seed.channel({
        model: 'm',
        type: CUSTOM,
        dialects: ['openai-responses'],
      });
      accounts.push(gateway.upstream(channel));
      new ResponsesAccount(gateway.upstream(channel), name);
    }
    chat = await gateway.seed.channel({ model: 'by-chat', type: CUSTOM, dialects: ['openai-chat'] });
    upstream = gateway.upstream(chat);
    user = await gateway.seed.user({ quota: 10_000_000 });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ask = (
    { token }: Pick<SeededUser, 'token'>,
    body: object,
    { path = RESPONSES, from = gateway } = {},
  ) => from.post(token, { model: 'm', max_output_tokens: 50, ...body }, { path });
  const answerOf = async (caller: SeededUser, body: object, from = gateway): Promise<Answer> => {
    const text = await (await ask(caller, body, { from })).text();
    if (!text.startsWith('event:')) return JSON.parse(text) as Answer;
    const last = text.slice(text.lastIndexOf('data: ') + 'data: '.length);
    return (JSON.parse(last) as { response: Answer }).response;
  };
  const inputs = () => accounts.flatMap(({ received }) => received.map(({ body }) => body.input));
  const reference = (id: string) => ({ type: 'item_reference', id });
  const says = (content: string) => ({ role: 'user', content });
  const calls = {
    ...{ role: 'assistant', content: 'I look.' },
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } }],
  };
  const answers = (message: object) =>
    upstream.does((response, { body }) => {
      const choice = { index: 0, finish_reason: 'stop' };
      const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
      const head = { id: 'chatcmpl-1', created: 1, model: 'by-chat' };
      if (body.stream !== true) {
        const whole = { ...head, object: 'chat.completion', choices: [{ ...choice, message }], usage };
        return sendJson(response, 200, JSON.stringify(whole));
      }
      const { tool_calls = [], ...rest } = message as { tool_calls?: object[] };
      const delta = { ...rest, tool_calls: tool_calls.map((call, index) => ({ index, ...call })) };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of [{ choices: [{ ...choice, delta }] }, { choices: [], usage }])
        response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...part })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }];

  it.each([{ stream: false }, { stream: true }])(
    'are put in where the gateway wrote the answer: stream $stream',
    async ({ stream }) => {
      answers(calls);
      const first = await answerOf(user, { model: 'by-chat', input: 'Hi', tools, stream });
      expect(first.output.map(({ type }) => type)).toEqual(['message', 'function_call']);

      const next = await ask(user, {
        ...{ model: 'by-chat', tools },
        input: [
          says('Hi'),
          ...first.output.map(({ id }) => reference(id)),
          { type: 'function_call_output', call_id: 'call_1', output: 'Nothing' },
        ],
      });

      expect(next.status).toBe(200);
      expect(upstream.received.at(-1)?.body.messages).toEqual([
        says('Hi'),
        calls,
        { role: 'tool', tool_call_id: 'call_1', content: 'Nothing' },
      ]);
    },
  );

  it('that are not to be stored, or of answers that are gone, are not found', async () => {
    const { output } = await answerOf(user, { model: 'by-chat', input: 'Hi', store: false });
    const unstored = reference(output[0]?.id ?? '');
    const { output: other } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    const beyond = reference((other[0]?.id ?? '').replace(/_0$/, '_7'));
    await gateway.core.relay.keptAnswers.flush();
    const gone = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    await gateway.core.relay.keptAnswers.flush();
    await gateway.store.db
      .updateTable('kept_answers')
      .set({ expires_at: 1 })
      .where('name', '=', gone.id.slice('resp_'.length))
      .execute();
    for (const item of [unstored, beyond, reference(gone.output[0]?.id ?? '')])
      expect((await ask(user, { model: 'by-chat', input: [says('Hi'), item] })).status).toBe(404);
    await gateway.core.relay.keptAnswers.removeOld(gateway.store.db);
    const left = await gateway.store.db.selectFrom('kept_answers').select('expires_at').execute();
    expect(left.filter(({ expires_at }) => expires_at === 1)).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  it('are put in as long as all of them are not too much for a request', async () => {
    answers({ role: 'assistant', content: 'x'.repeat(200_000) });
    const { output } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    const sent = upstream.received.length;
    const item = reference(output[0]?.id ?? '');
    const few = await ask(user, { model: 'by-chat', input: [says('Hi'), ...Array(20).fill(item)] });
    expect(few.status).toBe(200);
    expect(upstream.received).toHaveLength(sent + 1);

    const many = await ask(user, { model: 'by-chat', input: [says('Hi'), ...Array(3_000).fill(item)] });

    expect(many.status).toBe(413);
    expect(gateway.core.relay.bodyBudget.heldBytes).toBe(0);
  });

  it('are deleted by their owner alone', async () => {
    answers({ role: 'assistant', content: 'Hello' });
    const { id, output } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    const remove = ({ token }: SeededUser) =>
      fetch(`${gateway.url + RESPONSES}/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
    const input = [says('Hi'), reference(output[0]?.id ?? '')];
    expect((await remove(await gateway.seed.user({ quota: 1_000_000 }))).status).toBe(404);
    expect((await ask(user, { model: 'by-chat', input })).status).toBe(200);

    const removed = await remove(user);

    expect(await removed.json()).toEqual({ id, object: 'response', deleted: true });
    expect((await ask(user, { model: 'by-chat', input })).status).toBe(404);
    expect((await remove(user)).status).toBe(404);
  });

  it('go with their user', async () => {
    answers({ role: 'assistant', content: 'Hello' });
    const leaver = await gateway.seed.user({ quota: 1_000_000 });
    await answerOf(leaver, { model: 'by-chat', input: 'Hi' });
    await gateway.core.relay.keptAnswers.flush();
    const { db } = gateway.store;
    const rows = () =>
      db.selectFrom('kept_answers').select('name').where('user_id', '=', leaver.id).execute();
    expect(await rows()).toHaveLength(1);
    await db.updateTable('users').set({ deleted_time: 1 }).where('id', '=', leaver.id).execute();

    await gateway.core.relay.keptAnswers.removeOld(db);

    expect(await rows()).toHaveLength(0);
  });

  it.each([
    { what: 'no text', item: { type: 'item_reference', id: ['msg_a'] } },
    { what: 'no text', item: { type: 'mcp_approval_response', approval_request_id: ['a'] } },
    { what: 'in a list of its own', item: [{ type: 'item_reference', id: 'msg_a' }] },
  ])('are refused where the id is $what', async ({ item }) => {
    expect((await ask(user, { input: [says('Hi'), item] })).status).toBe(400);
  });

  it.each([
    {
      what: 'of any type',
      item: { type: 'function_call', id: 'fc_none', status: 'completed' },
      told: 'fc_none',
    },
    { what: 'that no database takes', item: reference('msg_a\0'), told: 'msg_a' },
    { what: 'of any length', item: reference(`msg_${'a'.repeat(10_000)}`), told: 'msg_aaa' },
    {
      what: 'of any length in a tool',
      item: { type: 'x_call', container_id: `cntr_${'a'.repeat(10_000)}` },
      told: 'cntr_aaa',
    },
  ])('are not found by an id $what', async ({ item, told }) => {
    const reply = await ask(user, { input: [says('Hi'), item] });
    expect(reply.status).toBe(404);
    expect(JSON.stringify(await reply.json())).toContain(told);
  });

  it.each(['constructor', '__proto__', 'toString'])('are of no type that has the name %s', async (type) => {
    const item = JSON.parse(`{"type":"${type}","id":"msg_x","x":1}`) as Json;
    expect((await ask(user, { input: [says('Hi'), item] })).status).toBe(200);
  });

  it('of a key for some models are not those of others', async () => {
    answers({ role: 'assistant', content: 'Hello' });
    const { id, output } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    const limited = await gateway.seed.token({ userId: user.id });
    const allowed_models = JSON.stringify(['m']);
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models })
      .where('id', '=', limited.tokenId)
      .execute();
    const input = [says('Hi'), reference(output[0]?.id ?? '')];
    const removed = await fetch(`${gateway.url + RESPONSES}/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${limited.token}` },
    });
    expect(removed.status).toBe(403);
    expect((await ask(limited, { input })).status).toBe(403);
    expect((await ask(user, { model: 'by-chat', input })).status).toBe(200);
  });

  it('are a whole message of a client’s own where nothing was said', async () => {
    const said = { type: 'message', id: 'msg_mine', role: 'assistant', content: '' };
    expect((await ask(user, { input: [says('Hi'), said, says('And?')] })).status).toBe(200);
  });

  it.each([{ stream: false }, { stream: true }])(
    'lead to the account that keeps them, and are nobody else’s: stream $stream',
    async ({ stream }) => {
      const stranger = await gateway.seed.user({ quota: 1_000_000 });
      for (let turn = 0; turn < 6; turn += 1) {
        const owner = await gateway.seed.user({ quota: 1_000_000 });
        const { output } = await answerOf(owner, { input: 'Hi', stream });
        const [thinking = '', message = ''] = output.map(({ id }) => id);
        const named = [
          reference(message),
          { id: message },
          { type: 'image_generation_call', id: message },
          { type: 'image_generation_call', id: message, x: 1 },
          { type: 'mcp_approval_response', approval_request_id: message, approve: true },
        ];
        for (const item of named) {
          const refused = await ask(stranger, { input: [says('Hi'), item] });
          expect(refused.status).toBe(404);
          expect(JSON.stringify(await refused.json())).toContain("' not found");
        }
        const spare = { type: 'reasoning', id: thinking, summary: [] };
        const asks = says(`And ${turn}, streamed: ${stream}?`);
        expect((await ask(stranger, { input: [says('Hi'), spare, asks] })).status).toBe(200);
        expect(inputs()).toContainEqual([says('Hi'), asks]);

        const next = await ask(owner, { input: [says('Hi'), reference(message), says('And?')] });

        expect(next.status).toBe(200);
        const [first, second] = await gateway.logRowsOf(owner);
        expect(second?.channel_id).toBe(first?.channel_id);
      }
    },
  );

  describe('of upstreams that answer in any way', () => {
    let vendor: FakeUpstream;
    let answer: Json;
    let made = 0;
    beforeAll(async () => {
      const channel = await gateway.seed.channel({
        ...{ model: 'any', type: CUSTOM, dialects: ['openai-responses'] },
      });
      await gateway.seed.price({ model: 'any', input: 1, output: 3 });
      vendor = gateway.upstream(channel);
      vendor.does((response, { body }) => {
        const whole = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', ...answer };
        if (body.stream !== true) return sendJson(response, 200, JSON.stringify(whole));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = { type: 'response.completed', sequence_number: 1, response: whole };
        response.end(`event: response.completed\ndata: ${JSON.stringify(event)}\n\n`);
      });
    });
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    const next = async (caller: SeededUser, items: object[], model = 'any') => {
      const reply = await ask(caller, { model, input: [says('Hi'), ...items, says('And?')] });
      await reply.text();
      return reply.status;
    };
    const sent = () => (vendor.received.at(-1)?.body.input as Json[] | undefined)?.slice(1, -1);

    it.each([{ stream: false }, { stream: true }])(
      'come back to one that keeps nothing as they were told: stream $stream',
      async ({ stream }) => {
        made += 1;
        const output = [
          { type: 'reasoning', id: `rs_told${made}`, summary: [{ type: 'summary_text', text: 'I thought' }] },
          { type: 'web_search_call', id: `ws_told${made}`, status: 'completed' },
        ];
        answer = { store: false, output, usage };
        await (await ask(user, { model: 'any', input: 'Hi', stream })).text();

        expect(await next(user, output)).toBe(200);

        expect(sent()).toEqual(output);
        answer = { output: [], usage };
        const stranger = await gateway.seed.user({ quota: 1_000_000 });
        expect(await next(stranger, output.slice(0, 1))).toBe(200);
        expect(sent()).toEqual([]);
        expect(await next(stranger, output.slice(1))).toBe(404);
      },
    );

    it.each([
      { what: 'passed', store: true, id: 'msg_req_chain1_0' },
      { what: 'wrote itself', store: false, id: 'msg_req_chain2_0' },
    ])(
      'are a vendor’s where that is a gateway of this kind, of answers that it $what',
      async ({ store, id }) => {
        answer = {
          store,
          output: [{ type: 'message', id, role: 'assistant', content: [] }],
          usage,
        };
        await (await ask(user, { model: 'any', input: 'Hi' })).text();
        const stranger = await gateway.seed.user({ quota: 1_000_000 });
        const message = { type: 'message', role: 'assistant', id, content: [] };
        const { id: _, ...unnamed } = message;
        for (const item of [message, { role: 'assistant', id: message.id }, reference(message.id)]) {
          expect(await next(user, [item])).toBe(200);
          expect(sent()).toEqual([item]);
        }

        answer = { output: [], usage };
        expect(await next(stranger, [message])).toBe(200);
        expect(sent()).toEqual([unnamed]);
        expect(await next(stranger, [{ type: 'reasoning', id: 'rs_req_chain1_0', summary: [] }])).toBe(200);
        expect(sent()).toEqual([]);
        for (const item of [
          reference(message.id),
          { type: 'image_generation_call', id: message.id, x: 1 },
          { type: 'mcp_approval_response', approval_request_id: message.id, approve: true },
        ])
          expect(await next(stranger, [item])).toBe(404);
      },
    );

    it.each([{ stream: false }, { stream: true }])(
      'are found at a gateway of this kind that converted them, by their user alone: stream $stream',
      async ({ stream }) => {
        made += 1;
        const of = (prefix: string, place: number) => `${prefix}_req_made${made}_${place}`;
        const content = [{ type: 'output_text', text: 'I look.', annotations: [] }];
        const output = [
          { type: 'reasoning', id: of('rs', 0), summary: [], encrypted_content: `tp1.openai-chat.${made}` },
          { type: 'message', id: of('msg', 1), role: 'assistant', content },
          { type: 'function_call', id: of('fc', 2), call_id: 'call_1', name: 'look', arguments: '{}' },
        ];
        const theirs = { type: 'message', id: `msg_theirs${made}`, role: 'assistant', content };
        answer = { store: false, output: [...output, theirs], usage };
        await (await ask(user, { model: 'any', input: 'Hi', stream })).text();

        const stranger = await gateway.seed.user({ quota: 1_000_000 });
        for (const { id } of output) {
          expect(await next(user, [reference(id)])).toBe(200);
          expect(sent()).toEqual([reference(id)]);
          expect(await next(stranger, [reference(id)])).toBe(404);
        }
        expect(await next(user, [reference(theirs.id)])).toBe(404);
      },
    );

    it('go on over another account, without its thinking, and over a chat', async () => {
      answers({ role: 'assistant', content: 'Hello' });
      const { output } = await answerOf(user, { input: 'Hi' });
      const thinking = { type: 'reasoning', id: output[0]?.id, summary: [] };
      const said = { type: 'message', role: 'assistant', id: output[1]?.id, content: 'Hi' };
      for (const model of ['any', 'by-chat']) expect(await next(user, [thinking, said], model)).toBe(200);
      expect(sent()).toEqual([said]);
    });
  });

  it('of an answer of any length are known', async () => {
    const long = await gateway.seed.channel({ model: 'long', type: CUSTOM, dialects: ['openai-responses'] });
    await gateway.seed.price({ model: 'long', input: 1, output: 3 });
    let length = 0;
    gateway.upstream(long).does((response) => {
      const content = [{ type: 'output_text', text: 'x'.repeat(length), annotations: [] }];
      const message = { type: 'message', id: `msg_long${length}`, role: 'assistant', content };
      const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
      const tools = Array(300).fill({ type: 'function', id: 'msg_of_another', name: 'x' });
      sendJson(
        response,
        200,
        JSON.stringify({
          id: 'resp_1',
          object: 'response',
          status: 'completed',
          tools,
          output: [message],
          usage,
        }),
      );
    });
    for (length of [100_000, 2_000_000]) {
      await (await ask(user, { model: 'long', input: 'Hi' })).text();
      const next = await ask(user, { model: 'long', input: [reference(`msg_long${length}`), says('And?')] });
      expect(next.status).toBe(200);
      await next.text();
      const other = await ask(user, { model: 'long', input: [reference('msg_of_another'), says('And?')] });
      expect(other.status).toBe(404);
    }
  });

  describe('of sound', () => {
    const CHAT = '/v1/chat/completions';
    let made = 0;
    let soundLength = 100;
    beforeAll(async () => {
      await gateway.seed.price({ model: 'sound', input: 1, output: 3 });
      for (let account = 0; account < 3; account += 1) {
        const channel = await gateway.seed.channel({
          ...{ model: 'sound', type: CUSTOM, dialects: ['openai-chat'] },
        });
        gateway.upstream(channel).does((response, { body }) => {
          made += 1;
          const audio = {
            id: `audio_${made}`,
            data: 'U'.repeat(soundLength),
            expires_at: 1,
            transcript: 'Hi',
          };
          const head = { id: 'chatcmpl-1', created: 1, model: 'sound' };
          const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
          if (body.stream !== true) {
            const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', audio } };
            return sendJson(response, 200, JSON.stringify({ ...head, choices: [choice], usage }));
          }
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          const { id, data, transcript } = audio;
          for (const delta of [
            { role: 'assistant' },
            { audio: { id, transcript } },
            { audio: { data } },
            {},
          ]) {
            const finish_reason = Object.keys(delta).length === 0 ? 'stop' : null;
            const choices = [{ index: 0, delta, finish_reason }];
            response.write(`data: ${JSON.stringify({ ...head, choices })}\n\n`);
          }
          response.end(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`);
        });
      }
    });
    const speak = (caller: SeededUser, messages: object[], stream = false) =>
      ask(
        caller,
        {
          model: 'sound',
          messages,
          stream,
          modalities: ['text', 'audio'],
          audio: { voice: 'x', format: 'wav' },
        },
        { path: CHAT },
      );

    it.each([
      { stream: false, bytes: 100 },
      { stream: false, bytes: 200_000 },
      { stream: false, bytes: 2_000_000 },
      { stream: true, bytes: 100 },
    ])(
      'leads to the account that keeps it, and is nobody else’s: $bytes bytes, stream $stream',
      async (form) => {
        soundLength = form.bytes;
        const stranger = await gateway.seed.user({ quota: 10_000_000 });
        for (let turn = 0; turn < 4; turn += 1) {
          const owner = await gateway.seed.user({ quota: 10_000_000 });
          await (await speak(owner, [says('Hi')], form.stream)).text();
          const messages = [says('Hi'), { role: 'assistant', audio: { id: `audio_${made}` } }, says('And?')];

          const refused = await speak(stranger, messages);
          expect(refused.status).toBe(404);
          expect(await refused.json()).toMatchObject({ error: { param: 'messages' } });
          const next = await speak(owner, messages);
          expect(next.status).toBe(200);
          await next.text();

          const [first, second] = await gateway.logRowsOf(owner);
          expect(second?.channel_id).toBe(first?.channel_id);
        }
      },
    );

    it('named twice in one message is refused', async () => {
      const messages = '[{"role":"assistant","audio":{"id":"audio_a","id":"audio_b"}}]';
      const refused = await fetch(gateway.url + CHAT, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: `{"model":"sound","messages":${messages}}`,
      });
      expect(refused.status).toBe(400);
    });
  });

  it('named twice in one item are refused', async () => {
    const twice = '{"model":"m","input":[{"type":"item_reference","id":"msg_a","id":"msg_b"}]}';
    const refused = await fetch(gateway.url + RESPONSES, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: twice,
    });
    expect(refused.status).toBe(400);
  });

  // After a restart, users have the names of earlier ones: these tests come last.
  it('are known after a restart, to their user alone, and sealed in the database', async () => {
    answers({ role: 'assistant', content: 'A secret answer' });
    const { output } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    const id = output[0]?.id ?? '';
    const input = [says('Hi'), reference(id), says('And?')];
    const stranger = await gateway.seed.user({ quota: 1_000_000 });
    const refused = await ask(stranger, { model: 'by-chat', input });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({
      error: { type: 'invalid_request_error', param: 'input', message: expect.stringContaining(id) },
    });
    await gateway.stop({ keepUpstreams: true });
    gateway = await start();
    const rows = await gateway.store.db.selectFrom('kept_answers').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('secret');

    const next = await ask(user, { model: 'by-chat', input });

    expect(next.status).toBe(200);
    const assistant = { role: 'assistant', content: 'A secret answer' };
    expect(upstream.received.at(-1)?.body.messages).toEqual([says('Hi'), assistant, says('And?')]);
  });

  it('are kept for what is left of fewer days', async () => {
    answers({ role: 'assistant', content: 'Hello' });
    const { id, output } = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    await gateway.stop({ keepUpstreams: true });
    gateway = await start(6);
    const { db } = gateway.store;

    await gateway.core.relay.keptAnswers.removeOld(db);

    const input = [says('Hi'), reference(output[0]?.id ?? '')];
    expect((await ask(user, { model: 'by-chat', input })).status).toBe(200);
    const row = db
      .selectFrom('kept_answers')
      .select('expires_at')
      .where('name', '=', id.slice('resp_'.length));
    const { expires_at } = await row.executeTakeFirstOrThrow();
    const leftDays = (expires_at - Date.now() / 1000) / 86_400;
    expect(leftDays).toBeGreaterThan(5.9);
    expect(leftDays).toBeLessThanOrEqual(6.01);
  });

  it('are kept by nobody where the option says so', async () => {
    answers({ role: 'assistant', content: 'Hello' });
    const before = await answerOf(user, { model: 'by-chat', input: 'Hi' });
    await gateway.stop({ keepUpstreams: true });
    gateway = await start(0);
    const after = await answerOf(user, { model: 'by-chat', input: 'Hi' });

    for (const { output } of [before, after]) {
      const input = [says('Hi'), reference(output[0]?.id ?? '')];
      expect((await ask(user, { model: 'by-chat', input })).status).toBe(404);
    }
    await gateway.core.relay.keptAnswers.removeOld(gateway.store.db);
    expect(await gateway.store.db.selectFrom('kept_answers').select('name').execute()).toEqual([]);
    await gateway.stop({ keepUpstreams: true });
    gateway = await start();
  });
});
