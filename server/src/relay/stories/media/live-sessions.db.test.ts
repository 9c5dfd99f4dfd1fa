import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { SocketCaller } from '../../../../test/support/socket-caller.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { LiveUpstream, liveUsage } from '../../../../test/upstreams/live-upstream.ts';

type Message = Record<string, unknown>;

const MODEL = 'gemini-live';
const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
const setup: Message = {
  setup: { model: `models/${MODEL}`, generationConfig: { responseModalities: ['AUDIO'] } },
};
/** A second: 25 tokens. */
const HEARD = 'A'.repeat(42_667);
const SPOKEN = 'A'.repeat(64_000);
const heard: Message = { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: HEARD } } };
const asked: Message = {
  clientContent: { turns: [{ role: 'user', parts: [{ text: 'What is it?' }] }], turnComplete: true },
};
const spoken: Message = {
  serverContent: {
    modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: SPOKEN } }] },
  },
};
const complete: Message = { serverContent: { turnComplete: true } };
const toolCall: Message = { toolCall: { functionCalls: [{ id: 'call-1', name: 'look', args: {} }] } };

class Caller extends SocketCaller<Message> {
  hears(name: string, times = 1): Promise<Message> {
    return this.hearsOne((message) => name in message, times);
  }
}

describe.each(anyDatabase)('sessions of the Live API on $name', ({ open }) => {
  let drop: () => Promise<void>;
  let gateway: TestGateway;
  let upstream: LiveUpstream;
  let user: SeededUser;
  const callers: Caller[] = [];

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    upstream = await LiveUpstream.start();
    user = await gateway.seed.user({ quota: 100_000_000 });
    await gateway.seed.price({ model: MODEL, input: 2, output: 8 });
    await gateway.seed.channel({ model: MODEL, type: 25, baseUrl: upstream.url });
  });
  afterEach(async () => {
    for (const { socket } of callers.splice(0)) socket.terminate();
    gateway.breakOffCalls();
    await upstream.stop();
    await gateway.stop();
    await drop();
  });

  const call = (path = PATH, headers: Record<string, string> = { 'x-goog-api-key': user.token }): Caller => {
    const caller = new Caller(gateway.url + path, { headers });
    callers.push(caller);
    return caller;
  };
  const opened = async (first: Message = setup): Promise<Caller> => {
    const caller = call();
    caller.say(first);
    await caller.hears('setupComplete');
    return caller;
  };
  const speaks = (...end: Message[]) => {
    upstream.onMessage = (message, say) => {
      if (message.clientContent === undefined && message.toolResponse === undefined) return;
      for (const one of [spoken, ...end]) say(one);
    };
  };
  const speaksWithUsage = () => speaks({ ...complete, usageMetadata: liveUsage });
  const rows = () => gateway.logRowsOf(user);

  it('passes messages as they came, in the frames that Google sends, and charges a response by its usage', async () => {
    speaksWithUsage();
    const caller = await opened();
    caller.say(heard);
    caller.say(asked);
    await caller.hears('usageMetadata');

    expect(upstream.received).toEqual([setup, heard, asked]);
    expect(caller.heard).toEqual([{ setupComplete: {} }, spoken, { ...complete, usageMetadata: liveUsage }]);
    expect(new Set(caller.frames)).toEqual(new Set(['binary']));
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ model_name: MODEL, prompt_tokens: 120, completion_tokens: 80, is_stream: 1 });
    expect(row?.metadata).toMatchObject({ charged_by: 'usage' });
    expect(await gateway.quotaOf(user)).toBe(100_000_000 - (row?.quota ?? 0));
    expect(row?.quota).toBeGreaterThan(0);
  });

  it('passes messages without the channel’s key, but for the sound in them', async () => {
    const KEY = 'live-key-1234567890';
    upstream.key = KEY;
    upstream.models = ['models/keyed'];
    await gateway.seed.price({ model: 'keyed', input: 2, output: 8 });
    await gateway.seed.channel({ model: 'keyed', type: 25, baseUrl: upstream.url, channelKey: KEY });
    const caller = await opened({ setup: { model: 'models/keyed' } });
    upstream.say({ error: { message: `bad ${KEY}`, code: 400 } });
    expect(await caller.hears('error')).toEqual({ error: { message: 'bad [removed]', code: 400 } });
    const sound = { mimeType: 'audio/pcm;rate=24000', data: `${'B'.repeat(2_000)}${KEY}` };
    const says = (word: string): Message[] => [
      { serverContent: { modelTurn: { parts: [{ text: `It is ${word}.` }] } } },
      { serverContent: { outputTranscription: { text: word } }, error: { message: word } },
      { serverContent: { modelTurn: { parts: [{ text: word }, { inlineData: sound }, { text: word }] } } },
    ];
    for (const message of says(KEY)) upstream.say(message);
    await caller.hears('serverContent', 3);
    expect(caller.heard.slice(2)).toEqual(says('[removed]'));
  });

  it.each(['/gemini', ''])('takes the key in the address below %j, and every version', async (prefix) => {
    speaksWithUsage();
    for (const version of ['v1beta', 'v1alpha', 'v1']) {
      const caller = call(`${prefix}${PATH.replace('v1beta', version)}?key=${user.token}`, {});
      caller.say(setup);
      await caller.hears('setupComplete');
    }
    expect(upstream.requests.every(({ url = '' }) => !url.includes(user.token))).toBe(true);
  });

  it('charges a usage that comes behind the end of its response, once', async () => {
    speaks(complete, { usageMetadata: liveUsage });
    const caller = await opened();
    for (let turn = 1; turn <= 2; turn += 1) {
      caller.say(asked);
      await caller.hears('usageMetadata', turn);
    }
    const charged = await rows();
    expect(charged.map(({ prompt_tokens }) => prompt_tokens)).toEqual([120, 120]);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('charges the last usage of a response, whatever it was before', async () => {
    speaks({ usageMetadata: { ...liveUsage, responseTokenCount: 10, totalTokenCount: 130 } }, spoken, {
      ...complete,
      usageMetadata: liveUsage,
    });
    const caller = await opened();
    caller.say(asked);
    await caller.hears('usageMetadata', 2);
    expect((await rows()).map(({ completion_tokens }) => completion_tokens)).toEqual([80]);
  });

  it('charges what was said where the vendor says no usage, when the next response begins', async () => {
    speaks(complete);
    const caller = await opened();
    caller.say(heard);
    caller.say(asked);
    await vi.waitFor(() => expect(caller.heard).toHaveLength(3));
    expect(await rows()).toEqual([]);
    caller.say(asked);
    await vi.waitFor(() => expect(caller.heard).toHaveLength(5));
    const [row] = await rows();
    // A second that was heard, and one that was said.
    expect(row).toMatchObject({ completion_tokens: 25 });
    expect(row?.prompt_tokens).toBeGreaterThanOrEqual(25);
    expect(row?.metadata).toMatchObject({ estimated: true });
  });

  it('charges a call of tools and what is said after it as two responses', async () => {
    upstream.onMessage = (message, say) => {
      if (message.clientContent !== undefined) say({ ...toolCall, usageMetadata: liveUsage });
      if (message.toolResponse !== undefined) {
        say(spoken);
        say({ ...complete, usageMetadata: liveUsage });
      }
    };
    const caller = await opened();
    caller.say(asked);
    await caller.hears('toolCall');
    caller.say({
      toolResponse: { functionResponses: [{ id: 'call-1', name: 'look', response: { sky: 'blue' } }] },
    });
    await caller.hears('usageMetadata', 2);
    expect(await rows()).toHaveLength(2);
  });

  it('charges the searches that a response rests on', async () => {
    const grounding = { groundingMetadata: { webSearchQueries: ['the sky', 'its colour', 'the sky'] } };
    speaks({ serverContent: { ...grounding, turnComplete: true }, usageMetadata: liveUsage });
    const caller = await opened();
    caller.say(asked);
    await caller.hears('usageMetadata');
    expect((await rows())[0]?.metadata).toMatchObject({ units: [{ kind: 'web_search', count: 2 }] });
  });

  it('sends the name that the channel has for the model', async () => {
    await gateway.seed.price({ model: 'my-voice', input: 2, output: 8 });
    await gateway.seed.channel({
      ...{ model: 'my-voice', type: 25, baseUrl: upstream.url },
      mapping: { 'my-voice': MODEL },
    });
    await opened({ setup: { model: 'models/my-voice', tools: [{ googleSearch: {} }] } });
    expect(upstream.received).toEqual([
      { setup: { model: `models/${MODEL}`, tools: [{ googleSearch: {} }] } },
    ]);
  });

  it('tries another channel where one refuses the session', async () => {
    const other = await LiveUpstream.start();
    other.key = 'another key';
    await gateway.seed.channel({ model: MODEL, type: 25, baseUrl: other.url, priority: 9 });
    const caller = await opened();
    caller.say(asked);
    await vi.waitFor(() => expect(upstream.received).toHaveLength(2));
    expect(other.received).toHaveLength(1);
    await other.stop();
  });

  it.each([
    ['model', { setup: { model: 'models/unheard-of' } }, 1008, /unheard-of/],
    ['setup', asked, 1007, /setup: required/],
    ['model', { setup: {} }, 1007, /setup\.model: required/],
    ['JSON', '{"setup":', 1007, /JSON/],
    ['member', '{"setup":{"model":"a"},"setup":{"model":"b"}}', 1007, /twice/],
    [
      'handle',
      { setup: { model: MODEL, sessionResumption: { handle: 'x', transparent: true } } },
      1007,
      /handle/,
    ],
    ['spelling', { setup: { model: MODEL, sessionResumption: {}, session_resumption: {} } }, 1007, /twice/],
  ])('ends a session whose first message has no such %s, and says why', async (_, first, code, reason) => {
    const caller = call();
    caller.say(first as Message);
    expect(await caller.ends()).toEqual({ code, reason: expect.stringMatching(reason) });
    expect(upstream.requests).toEqual([]);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('answers a wrong key with a status, before there is a socket', async () => {
    const caller = call(PATH, { 'x-goog-api-key': 'sk-wrong' });
    await vi.waitFor(() => expect(caller.body).not.toBe(''));
    expect(caller.status).toBe(401);
    expect(JSON.parse(caller.body)).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
  });

  it('ends a session that the balance cannot pay for', async () => {
    const poor = await gateway.seed.user({ quota: 0 });
    const caller = call(PATH, { 'x-goog-api-key': poor.token });
    caller.say(setup);
    expect(await caller.ends()).toMatchObject({ code: 1008 });
    expect(upstream.requests).toEqual([]);
  });

  it('says what Google says where it refuses, and takes the key for a fault of the channel', async () => {
    upstream.opening = null;
    upstream.refusal = [1007, 'Invalid value at setup.generation_config.speech_config'];
    const refused = call();
    refused.say(setup);
    expect(await refused.ends()).toEqual({ code: 1007, reason: expect.stringContaining('speech_config') });

    upstream.key = 'another key';
    const unlucky = call();
    unlucky.say(setup);
    const { code, reason } = await unlucky.ends();
    expect(code).toBe(1011);
    expect(reason).not.toMatch(/API key/);
  });

  it.each([
    ['a second setup', setup],
    ['an unknown message', { clientMagic: {} }],
    ['two messages in one', { ...asked, ...heard }],
    ['what is no JSON', 'hello'],
  ])('ends at %s, which is not passed', async (_, message) => {
    const caller = await opened();
    caller.say(message as Message);
    expect(await caller.ends()).toMatchObject({ code: 1007 });
    expect(upstream.received).toEqual([setup]);
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
    expect(await rows()).toEqual([]);
  });

  it('charges what was said of a response whose vendor is gone, and tells the end that Google told', async () => {
    upstream.onMessage = (_, say) => say(spoken);
    const caller = await opened();
    caller.say(asked);
    await caller.hears('serverContent');
    upstream.sockets[0]?.close(1011, 'Internal error encountered.');
    expect(await caller.ends()).toEqual({ code: 1011, reason: 'Internal error encountered.' });
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('charges the response of a caller who leaves by the usage that still comes', async () => {
    upstream.onMessage = (_, say) => say(spoken);
    const caller = await opened();
    caller.say(asked);
    await caller.hears('serverContent');
    caller.socket.close();
    await caller.ends();
    upstream.say({ ...complete, usageMetadata: liveUsage });
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect((await rows())[0]).toMatchObject({ prompt_tokens: 120, completion_tokens: 80 });
  });

  it('charges the question of a caller who leaves before the answer begins', async () => {
    const caller = await opened();
    caller.say(asked);
    await vi.waitFor(() => expect(upstream.received).toHaveLength(2));
    caller.socket.close();
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect((await rows())[0]?.prompt_tokens).toBeGreaterThan(0);
  });

  it('ends a session that says more than the balance pays for', async () => {
    const poor = await gateway.seed.user({ quota: 8_000_000 });
    const caller = call(PATH, { 'x-goog-api-key': poor.token });
    caller.say(setup);
    await caller.hears('setupComplete');
    // About 400 000 tokens at 2 points each.
    const text = 'word '.repeat(200_000);
    for (let time = 0; time < 20; time += 1) caller.say({ realtimeInput: { text } });
    expect(await caller.ends()).toMatchObject({ code: 1008 });
    expect(upstream.received.length).toBeLessThan(20);
    await vi.waitFor(async () => expect(await gateway.logRowsOf(poor)).toHaveLength(1));
    expect(await gateway.quotaOf(poor)).toBeGreaterThanOrEqual(0);
  });

  it('goes on with a session at its channel, and for whom it was alone', async () => {
    upstream.onMessage = (_, say) => {
      say(spoken);
      say({ sessionResumptionUpdate: { newHandle: 'handle-1', resumable: true } });
      say({ ...complete, usageMetadata: liveUsage });
    };
    const first = await opened();
    first.say(asked);
    await first.hears('usageMetadata');
    first.socket.close();
    await first.ends();

    const other = await LiveUpstream.start();
    await gateway.seed.channel({ model: MODEL, type: 25, baseUrl: other.url, priority: 9 });
    const resumed: Message = {
      setup: { model: `models/${MODEL}`, sessionResumption: { handle: 'handle-1' } },
    };
    await opened(resumed);
    expect(other.requests).toEqual([]);
    expect(upstream.received.at(-1)).toEqual(resumed);

    const stranger = await gateway.seed.user({ quota: 100_000_000 });
    const thief = call(PATH, { 'x-goog-api-key': stranger.token });
    thief.say(resumed);
    expect(await thief.ends()).toMatchObject({ code: 1007 });
    await other.stop();
  });

  it('is refused by a channel of another vendor', async () => {
    await gateway.seed.price({ model: 'gpt-realtime', input: 2, output: 8 });
    await gateway.seed.channel({ model: 'gpt-realtime', type: 1, baseUrl: upstream.url });
    const caller = call();
    caller.say({ setup: { model: 'gpt-realtime' } });
    expect(await caller.ends()).toMatchObject({ code: 1008 });
    expect(upstream.requests).toEqual([]);
  });

  it('ends when the gateway stops, also one that has not said what it wants', async () => {
    const caller = await opened();
    const silent = call();
    await vi.waitFor(() => expect(silent.socket.readyState).toBe(WebSocket.OPEN));
    gateway.breakOffCalls();
    expect(await caller.ends()).toMatchObject({ code: 1001 });
    expect(await silent.ends()).toMatchObject({ code: 1001 });
  });
});
