import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { SocketCaller } from '../../../../test/support/socket-caller.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { TestProxy } from '../../../../test/support/test-proxy.ts';
import { documentedUsage, RealtimeUpstream } from '../../../../test/upstreams/realtime-upstream.ts';

type Event = Record<string, unknown> & { type: string };

const MODEL = 'gpt-realtime';
/** A tenth of a second: one token. */
const SOUND = 'A'.repeat(6_400);
const created: Event = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } };
const doneBy = (status: string, usage: object | null = documentedUsage): Event => ({
  type: 'response.done',
  response: { id: 'resp_1', status, usage },
});

class Caller extends SocketCaller<Event> {
  hears(type: string): Promise<Event> {
    return this.hearsOne((event) => event.type === type);
  }
}

describe.each(anyDatabase)('sessions by voice on $name', ({ open }) => {
  let drop: () => Promise<void>;
  let gateway: TestGateway;
  let upstream: RealtimeUpstream;
  let user: SeededUser;
  const callers: Caller[] = [];

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    upstream = await RealtimeUpstream.start();
    user = await gateway.seed.user({ quota: 100_000_000 });
    await gateway.seed.price({ model: MODEL, input: 2, output: 8 });
    await gateway.seed.channel({ model: MODEL, type: 1, baseUrl: upstream.url });
  });
  afterEach(async () => {
    for (const { socket } of callers.splice(0)) socket.terminate();
    gateway.breakOffCalls();
    await upstream.stop();
    await gateway.stop();
    await drop();
  });

  const call = (
    path = `/v1/realtime?model=${MODEL}`,
    {
      protocols = [],
      headers = { authorization: `Bearer ${user.token}` },
    }: { protocols?: string[]; headers?: Record<string, string> } = {},
  ): Caller => {
    const caller = new Caller(gateway.url + path, { protocols, headers });
    callers.push(caller);
    return caller;
  };
  const answersByVoice = (usage: object | null = documentedUsage) => {
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      say(created);
      say({ type: 'response.output_audio.delta', response_id: 'resp_1', delta: SOUND });
      say(doneBy('completed', usage));
    };
  };
  const rows = () => gateway.logRowsOf(user);

  it('passes events as they came, and charges each response by its usage', async () => {
    answersByVoice();
    const caller = call();
    expect(await caller.hears('session.created')).toEqual(upstream.opening);

    caller.say({ type: 'input_audio_buffer.append', audio: SOUND });
    caller.say({ type: 'response.create' });
    const done = await caller.hears('response.done');

    expect(done).toEqual(doneBy('completed'));
    expect(upstream.received.map(({ type }) => type)).toEqual([
      'input_audio_buffer.append',
      'response.create',
    ]);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      model_name: MODEL,
      prompt_tokens: 132,
      completion_tokens: 121,
      is_stream: 1,
    });
    expect(row?.metadata).toMatchObject({ charged_by: 'usage', cached_read_tokens: 64 });
    expect(row?.quota).toBeGreaterThan(0);
    expect(await gateway.quotaOf(user)).toBe(100_000_000 - (row?.quota ?? 0));
  });

  it('keeps to the key that it was opened with, and ends where that is turned off', async () => {
    const { db } = gateway.store;
    const channel = await db.selectFrom('channels').select('id').executeTakeFirstOrThrow();
    for (let further = 0; further < 2; further += 1) await gateway.seed.key(channel, 'upstream-key');
    await gateway.core.routing.reload();
    let number = 0;
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      const response = { id: `resp_${++number}`, status: 'completed', usage: documentedUsage };
      say({ type: 'response.created', response: { id: response.id, status: 'in_progress' } });
      say({ type: 'response.done', response });
    };
    const caller = call();
    await caller.hears('session.created');
    const answers = () => caller.heard.filter(({ type }) => type === 'response.done').length;
    for (let turn = 1; turn <= 6; turn += 1) {
      caller.say({ type: 'response.create' });
      await vi.waitFor(() => expect(answers()).toBe(turn));
    }
    await rows();
    const keys = await db
      .selectFrom('channel_keys')
      .select(['id', 'calls'])
      .orderBy('calls', 'desc')
      .execute();
    expect(keys.map(({ calls }) => calls)).toEqual([6, 0, 0]);

    await db
      .updateTable('channel_keys')
      .set({ status: 2 })
      .where('id', '=', keys[0]?.id ?? 0)
      .execute();
    await gateway.core.routing.reload();
    caller.say({ type: 'response.create' });
    expect(await caller.hears('error')).toMatchObject({ error: { code: 'no_channel_available' } });
    await vi.waitFor(() => expect(caller.closed).not.toBeNull());
  });

  it('tells the end of a response when its charge is kept', async () => {
    answersByVoice();
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');
    caller.say({ type: 'response.create' });
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
  });

  it('charges a response that the vendor began by itself, and nothing for a session without one', async () => {
    const silent = call();
    await silent.hears('session.created');
    silent.socket.close(1000);
    await vi.waitFor(() => expect(silent.closed).not.toBeNull());
    expect(await rows()).toEqual([]);

    const caller = call();
    await caller.hears('session.created');
    upstream.say(created);
    upstream.say(doneBy('completed'));
    await caller.hears('response.done');
    expect(await rows()).toHaveLength(1);
  });

  it('charges once what a vendor tells twice', async () => {
    const caller = call();
    await caller.hears('session.created');
    for (let answer = 0; answer < 2; answer++) {
      for (const event of [created, created, doneBy('completed'), doneBy('completed')]) upstream.say(event);
    }
    await vi.waitFor(() => expect(caller.heard).toHaveLength(9));
    expect(await rows()).toHaveLength(2);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('charges a response whose begin was not told', async () => {
    const caller = call();
    await caller.hears('session.created');
    upstream.say(doneBy('completed'));
    await caller.hears('response.done');
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ prompt_tokens: 132, completion_tokens: 121 });
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('holds what a text costs before it is passed', async () => {
    user = await gateway.seed.user({ quota: 2_000_000 });
    const text = 'word '.repeat(700_000);
    const tell = {
      type: 'response.create',
      response: { input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }] },
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say(tell);
    expect((await caller.hears('error')).error).toMatchObject({ code: 'insufficient_quota' });
    expect(upstream.received).toEqual([]);
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
  });

  const said = (text: string): Event => ({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });

  it('holds a text whatever else the event names', async () => {
    user = await gateway.seed.user({ quota: 2_000_000 });
    for (const event_id of ['input_audio', 'input_image']) {
      const caller = call();
      await caller.hears('session.created');
      caller.say({ ...said('word '.repeat(700_000)), event_id, type_of: event_id });
      expect((await caller.hears('error')).error).toMatchObject({ code: 'insufficient_quota' });
    }
    expect(upstream.received).toEqual([]);
  });

  it('holds the instructions and tools of the session for each of its turns', async () => {
    user = await gateway.seed.user({ quota: 2_000_000 });
    const long = 'word '.repeat(350_000);
    for (const session of [
      { instructions: long.repeat(2) },
      { instructions: long, tools: [{ name: long }] },
    ]) {
      const caller = call();
      await caller.hears('session.created');
      caller.say({ type: 'session.update', session });
      expect((await caller.hears('error')).error).toMatchObject({ code: 'insufficient_quota' });
    }
    expect(upstream.received).toEqual([]);

    upstream.opening = { type: 'session.created', session: { instructions: long.repeat(2) } };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    expect((await caller.hears('error')).error).toMatchObject({ code: 'insufficient_quota' });
    expect(upstream.received).toEqual([]);
  });

  it('answers no more long sessions than the balance pays for', async () => {
    const quota = 8_000_000;
    user = await gateway.seed.user({ quota });
    const five = [1, 2, 3, 4, 5].map(() => call());
    for (const caller of five) await caller.hears('session.created');
    for (const caller of five) {
      caller.say({ type: 'session.update', session: { instructions: 'word '.repeat(700_000) } });
      caller.say({ type: 'response.create' });
    }
    const asked = () => upstream.received.filter(({ type }) => type === 'response.create').length;
    await vi.waitFor(() => expect(five.filter(({ closed }) => closed !== null).length + asked()).toBe(5));
    // About 700 000 tokens at 2 points each.
    expect(asked()).toBeGreaterThan(0);
    expect(asked() * 1_400_000).toBeLessThanOrEqual(quota);
    expect(asked()).toBeLessThan(5);
  });

  it('holds no more what an update has replaced', async () => {
    user = await gateway.seed.user({ quota: 2_000_000 });
    upstream.onEvent = ({ type, session }, say) => {
      if (type === 'session.update') say({ type: 'session.updated', session });
    };
    const caller = call();
    await caller.hears('session.created');
    for (const instructions of ['word '.repeat(400_000), 'Be kind.']) {
      caller.heard.length = 0;
      caller.say({ type: 'session.update', session: { instructions } });
      await caller.hears('session.updated');
    }
    caller.say(said('word '.repeat(400_000)));
    caller.say({ type: 'response.create' });
    await vi.waitFor(() => expect(upstream.received).toHaveLength(4));
  });

  it('charges what was read and heard where the vendor says no usage', async () => {
    answersByVoice(null);
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'session.update', session: { instructions: 'word '.repeat(800) } });
    caller.say(said('word '.repeat(800)));
    caller.say({ type: 'input_audio_buffer.append', audio: SOUND.repeat(10) });
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');

    const [row] = await rows();
    expect(row?.metadata).toMatchObject({ charged_by: 'counted' });
    // A thousand of each text, and ten of the sound.
    expect(row?.prompt_tokens).toBeGreaterThanOrEqual(2_010);
    expect(row?.prompt_tokens).toBeLessThan(2_100);
  });

  it('charges the input where the caller leaves before the answer begins', async () => {
    const caller = call();
    await caller.hears('session.created');
    caller.say(said('word '.repeat(800)));
    caller.say({ type: 'response.create' });
    await vi.waitFor(() => expect(upstream.received).toHaveLength(2));
    caller.socket.terminate();

    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    const [row] = await rows();
    expect(row).toMatchObject({ ended_by: 'client', completion_tokens: 0 });
    expect(row?.metadata).toMatchObject({ charged_by: 'input_only' });
    expect(row?.prompt_tokens).toBeGreaterThanOrEqual(1_000);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('charges nothing where the vendor refuses to answer', async () => {
    upstream.onEvent = ({ type, event_id }, say) => {
      if (type === 'response.create') say({ type: 'error', error: { message: 'no', event_id } });
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create', event_id: 'mine' });
    await caller.hears('error');
    caller.socket.close(1000);
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
    expect(await rows()).toEqual([]);
  });

  it('tells errors without the channel’s key, however that is written', async () => {
    const key = 'upstream-key';
    upstream.onEvent = ({ event_id }, say) => {
      const message = `bad ${btoa(`Bearer ${key}`)} ${key.toUpperCase()} ${encodeURIComponent(key)}`;
      say({ type: 'error', error: { message, code: btoa(key), param: key, event_id } });
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create', event_id: '3f2b8c1e-0d4a-4b6f-9a1c-5e7d9b2f4a60' });
    expect((await caller.hears('error')).error).toEqual({
      ...{ message: 'bad [removed] [removed] [removed]', code: '[removed]', param: '[removed]' },
      event_id: '3f2b8c1e-0d4a-4b6f-9a1c-5e7d9b2f4a60',
    });
  });

  it('takes the channel’s key out of what is said, and of all but the sound', async () => {
    const key = 'sk-voice-1234567890';
    upstream.path = '/v1/realtime?model=keyed';
    upstream.header = ['authorization', `Bearer ${key}`];
    await gateway.seed.price({ model: 'keyed', input: 2, output: 8 });
    await gateway.seed.channel({ model: 'keyed', type: 1, baseUrl: upstream.url, channelKey: key });
    const said = (word: string, sound: string): Event[] => [
      ...['response.output_text.delta', 'response.function_call_arguments.delta'].map((type) => ({
        ...{ type, response_id: 'resp_1', delta: `It is ${word}.` },
      })),
      ...[SOUND, sound].map((delta) => ({
        ...{ error: { message: word }, type: 'response.output_audio.delta', response_id: 'resp_1' },
        ...{ delta, item_id: word },
      })),
    ];
    const sound = `${SOUND}${key}`;
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      for (const event of [created, ...said(key, sound), doneBy('completed')]) say(event);
    };
    const caller = call('/v1/realtime?model=keyed');
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');
    expect(caller.heard.slice(2, -1)).toEqual(said('[removed]', sound));
  });

  it('tells why a response failed without the channel’s key', async () => {
    const told = (words: string) => {
      const error = { type: 'x', message: `bad key ${words}` };
      const response = { id: 'resp_1', status: 'failed', status_details: { type: 'failed', error } };
      return { type: 'response.done', response };
    };
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      say(created);
      say(told(btoa('Bearer upstream-key')));
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    expect(await caller.hears('response.done')).toEqual(told('[removed]'));
  });

  it('ends where a failed response cannot be recorded, and says so', async () => {
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      say(created);
      say(doneBy('failed', null));
    };
    gateway.core.outbox.append = async () => {
      throw new Error('database or disk is full');
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });

    expect(await caller.hears('error')).toMatchObject({ error: { code: 'settlement_backlog' } });
    await vi.waitFor(() => expect(caller.closed?.code).toBe(1011));
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
  });

  it('ends where the vendor speaks out of turn, and charges nothing for it', async () => {
    const event = { type: 'response.output_audio.delta', response_id: 'resp_9', delta: SOUND };
    answersByVoice();
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');
    const [charged] = await rows();
    upstream.say(event);

    expect(await caller.hears('error')).toMatchObject({ error: { code: 'upstream_broken_answer' } });
    await vi.waitFor(() => expect(caller.closed?.code).toBe(1011));
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
    expect(caller.heard).not.toContainEqual(event);
    expect(await rows()).toEqual([charged]);
  });

  it('leaves nothing held when a session has ended', async () => {
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'input_audio_buffer.append', audio: SOUND });
    await vi.waitFor(() => expect(upstream.received).toHaveLength(1));
    caller.socket.close(1000);
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
  });

  it('ends the answer of a caller who leaves, and charges what the vendor says of it', async () => {
    upstream.onEvent = ({ type }, say) => {
      if (type === 'response.create') {
        say(created);
        say({ type: 'response.output_audio.delta', response_id: 'resp_1', delta: SOUND });
      }
      if (type === 'response.cancel') say(doneBy('cancelled'));
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.output_audio.delta');
    caller.socket.terminate();

    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect((await rows())[0]).toMatchObject({ prompt_tokens: 132, completion_tokens: 121 });
  });

  it('charges what was heard of an answer whose vendor is gone', async () => {
    upstream.onEvent = ({ type }, say) => {
      if (type !== 'response.create') return;
      say(created);
      say({ type: 'response.output_audio.delta', response_id: 'resp_1', delta: SOUND.repeat(10) });
    };
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.output_audio.delta');
    for (const socket of upstream.sockets) socket.terminate();

    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    const [row] = await rows();
    expect(row).toMatchObject({ completion_tokens: 20, ended_by: 'upstream' });
    expect(row?.metadata).toMatchObject({
      charged_by: 'delivered_part',
      error_code: 'upstream.broken_answer',
    });
    await vi.waitFor(() => expect(caller.closed?.code).toBe(1011));
  });

  it('ends five sessions at the limit that they cross, and sells nothing beyond it', async () => {
    const quota = 8_000_000;
    user = await gateway.seed.user({ quota });
    const dear = { ...documentedUsage, total_tokens: 14_410, input_tokens: 13_200, output_tokens: 1_210 };
    answersByVoice(dear);
    const five = [1, 2, 3, 4, 5].map(() => call());
    for (const caller of five) await caller.hears('session.created');
    for (const caller of five) {
      caller.socket.on('message', (data) => {
        if (JSON.parse(String(data)).type === 'response.done') caller.say({ type: 'response.create' });
      });
      caller.say({ type: 'response.create' });
    }

    for (const caller of five) {
      const { error } = await caller.hears('error');
      expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' });
      await vi.waitFor(() => expect(caller.closed?.code).toBe(1008));
    }
    const { quota: left, debt } = await gateway.amountsOf(user);
    const charged = (await rows()).reduce((sum, row) => sum + row.quota, 0);
    expect({ left, debt }).toEqual({ left: quota - charged, debt: 0 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    const sold = five.flatMap(({ heard }) => heard.filter(({ type }) => type === 'response.done'));
    expect(await rows()).toHaveLength(sold.length);
  });

  it('looks at the key again with each turn', async () => {
    answersByVoice();
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');
    await gateway.store.db.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
    gateway.core.identities.forgetUser(user.id);

    caller.say({ type: 'response.create' });

    await caller.hears('error');
    await vi.waitFor(() => expect(caller.closed?.code).toBe(1008));
    expect(upstream.received).toHaveLength(1);
  });

  it('refuses before there is a socket: key, model, address, balance', async () => {
    const refused = async (caller: Caller, status: number) => {
      await vi.waitFor(() => expect(caller.status).toBe(status));
      expect(caller.heard).toEqual([]);
    };
    await refused(call(undefined, { headers: { authorization: 'Bearer sk-wrong' } }), 401);
    await refused(call('/v1/realtime'), 400);
    await refused(call('/v1/realtime?model=unknown'), 404);
    await refused(call('/v1/nowhere'), 404);
    user = await gateway.seed.user({ quota: 0 });
    await refused(call(), 429);
    const plain = await fetch(`${gateway.url}/v1/realtime?model=${MODEL}`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(plain.status).toBe(426);
    expect(upstream.requests).toEqual([]);
  });

  it('takes the key of a browser among the protocols', async () => {
    const caller = call(undefined, {
      headers: {},
      protocols: ['realtime', `openai-insecure-api-key.${user.token}`, 'openai-beta.realtime-v1'],
    });
    await caller.hears('session.created');
    expect(caller.socket.protocol).toBe('realtime');
    expect(upstream.requests[0]?.headers['sec-websocket-protocol']).toBeUndefined();
  });

  it('tries another channel where one refuses, and passes the name that the channel has for the model', async () => {
    const second = await RealtimeUpstream.start();
    await gateway.seed.price({ model: 'voice-2', input: 2, output: 8 });
    second.path = '/v1/realtime?model=voice-2';
    upstream.header = ['authorization', 'Bearer other'];
    await gateway.seed.channel({
      ...{ model: MODEL, type: 1, baseUrl: second.url, priority: -1 },
      mapping: { [MODEL]: 'voice-2' },
    });
    try {
      const caller = call();
      await caller.hears('session.created');
      caller.say({ type: 'session.update', session: { type: 'realtime', model: MODEL } });
      caller.say({ type: 'session.update', session: { model: 'gpt-dear' } });
      await caller.hears('error');
      await vi.waitFor(() => expect(second.received).toHaveLength(1));
      expect(second.received[0]).toMatchObject({ session: { type: 'realtime', model: 'voice-2' } });
    } finally {
      await second.stop();
    }
  });

  it('asks Azure by deployment, and by its address without a date', async () => {
    upstream.header = ['api-key', 'upstream-key'];
    for (const [type, other, path] of [
      [3, '2025-04-01-preview', '/openai/realtime?api-version=2025-04-01-preview&deployment=azure-3'],
      [55, '', '/openai/v1/realtime?model=azure-55'],
    ] as const) {
      const model = `azure-${type}`;
      upstream.path = path;
      await gateway.seed.price({ model, input: 2, output: 8 });
      await gateway.seed.channel({ model, type, other, baseUrl: upstream.url });
      await call(`/openai/realtime?api-version=x&deployment=${model}`).hears('session.created');
    }
  });

  const writtenBy = (model: string): object => ({ audio: { input: { transcription: { model } } } });

  it('charges what is written down by its own model', async () => {
    await gateway.seed.price({ model: 'gpt-hears', input: 3, output: 5 });
    await gateway.seed.price({ model: 'talks', input: 2, output: 8 });
    upstream.path = '/v1/realtime?model=talks';
    await gateway.seed.channel({ model: 'talks,gpt-hears', type: 1, baseUrl: upstream.url });
    upstream.onEvent = ({ type, session }, say) => {
      if (type === 'session.update') say({ type: 'session.updated', session });
      if (type === 'input_audio_buffer.commit')
        say({
          type: 'conversation.item.input_audio_transcription.completed',
          ...{ item_id: 'item_1', content_index: 0, transcript: 'Hello' },
          usage: {
            ...{ type: 'tokens', total_tokens: 48, input_tokens: 38, output_tokens: 10 },
            input_token_details: { text_tokens: 10, audio_tokens: 28 },
          },
        });
    };
    const caller = call('/v1/realtime?model=talks');
    await caller.hears('session.created');
    caller.say({ type: 'session.update', session: writtenBy('gpt-hears') });
    await caller.hears('session.updated');
    caller.say({ type: 'input_audio_buffer.append', audio: SOUND });
    caller.say({ type: 'input_audio_buffer.commit' });
    await caller.hears('conversation.item.input_audio_transcription.completed');

    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ model_name: 'gpt-hears', prompt_tokens: 38, completion_tokens: 10 });
    expect(row?.metadata).toMatchObject({ charged_by: 'usage' });
  });

  it('passes the session that it has checked, where a member comes twice', async () => {
    const caller = call();
    await caller.hears('session.created');
    caller.say(
      '{"type":"session.update","session":{"audio":{"input":{"transcription":{"model":"gpt-dear"}}},"audio":{}}}',
    );
    await vi.waitFor(() => expect(upstream.texts).toHaveLength(1));
    expect(upstream.texts[0]).not.toContain('gpt-dear');
  });

  it('refuses an event that names a member twice', async () => {
    const caller = call();
    await caller.hears('session.created');
    for (const text of [
      '{"type":"response.create","type":"input_audio_buffer.clear"}',
      '{"type":"response.create","Type":"input_audio_buffer.clear"}',
      '{"type":"session.update","session":{"model":"gpt-dear"},"session":{}}',
    ]) {
      caller.heard.length = 0;
      caller.say(text);
      expect((await caller.hears('error')).error).toMatchObject({ type: 'invalid_request_error' });
    }
    expect(upstream.received).toEqual([]);
    expect(caller.closed).toBeNull();
  });

  it('lets nothing be written down by a model that the key may not use', async () => {
    await gateway.seed.price({ model: 'gpt-hears', input: 3, output: 5 });
    await gateway.seed.price({ model: 'talks', input: 2, output: 8 });
    upstream.path = '/v1/realtime?model=talks';
    await gateway.seed.channel({ model: 'talks,gpt-hears', type: 1, baseUrl: upstream.url });
    await gateway.store.db.updateTable('tokens').set({ allowed_models: '["talks"]' }).execute();
    const caller = call('/v1/realtime?model=talks');
    await caller.hears('session.created');
    caller.say({ type: 'session.update', session: writtenBy('gpt-hears') });
    await caller.hears('error');
    expect(upstream.received).toEqual([]);
    expect(caller.closed).toBeNull();
  });

  it('lets nothing be written down by a model that the channel has not, or without a price', async () => {
    const caller = call();
    await caller.hears('session.created');
    caller.say({ type: 'session.update', session: writtenBy('gpt-hears') });
    expect((await caller.hears('error')).error).toMatchObject({ code: 'model_not_found' });
    caller.say({
      type: 'session.update',
      session: { input_audio_transcription: { model: 'gpt-hears' } },
    });
    caller.say({ type: 'session.update', session: { audio: { input: { transcription: null } } } });
    await vi.waitFor(() => expect(upstream.received).toHaveLength(1));
    expect(upstream.received[0]).toEqual({
      type: 'session.update',
      session: { audio: { input: { transcription: null } } },
    });
  });

  it('goes through the proxy of its channel', async () => {
    const proxy = await TestProxy.start('http', { username: 'me', password: 'pw' });
    try {
      await gateway.seed.price({ model: 'far', input: 2, output: 8 });
      upstream.path = '/v1/realtime?model=far';
      await gateway.seed.channel({ model: 'far', type: 1, baseUrl: upstream.url, proxy: proxy.url('me:pw') });
      await call('/v1/realtime?model=far').hears('session.created');
      expect(proxy.asked).toEqual([new URL(upstream.url).host]);
    } finally {
      await proxy.stop();
    }
  });

  it('answers what is no event, and goes on', async () => {
    answersByVoice();
    const caller = call();
    await caller.hears('session.created');
    caller.say('{"type":');
    caller.say('[]');
    await caller.hears('error');
    caller.say({ type: 'response.create' });
    await caller.hears('response.done');
    expect(upstream.received.map(({ type }) => type)).toEqual(['response.create']);
  });

  it('ends when the gateway stops', async () => {
    const caller = call();
    await caller.hears('session.created');
    gateway.breakOffCalls();
    expect((await caller.hears('error')).error).toMatchObject({ message: expect.any(String) });
    await vi.waitFor(() => expect(caller.closed?.code).toBe(1001));
  });
});
