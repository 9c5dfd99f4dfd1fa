import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { GeminiUpstream } from '../../../../test/upstreams/gemini-upstream.ts';
import { playResponses, recordedResponse } from '../../../../test/upstreams/openai-responses-upstream.ts';

const ANTHROPIC = 14;
const GEMINI = 25;
const TURNS = 15;
const user = { role: 'user', content: 'Hi' };
const search = { type: 'web_search_20250305', name: 'web_search' };

const responses = { path: '/v1/responses', body: { model: 'mixed', store: false, input: [user] } };
const messages = { path: '/v1/messages', body: { model: 'mixed', max_tokens: 16, messages: [user] } };
const gemini = {
  path: '/v1beta/models/mixed:generateContent',
  body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};
const summary = { role: 'assistant', content: [{ type: 'compaction', content: 'So far: nothing.' }] };

type Native = 'responses' | 'messages' | 'gemini';
/** Requests that only a channel of their own dialect carries whole. */
const particular: [string, Native, typeof responses | typeof messages | typeof gemini, object][] = [
  ['a vendor’s search', 'responses', responses, { tools: [{ type: 'web_search' }] }],
  [
    'an interpreter',
    'responses',
    responses,
    { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
  ],
  ['a compaction so far', 'messages', messages, { messages: [user, summary, user] }],
  ['a vendor’s search', 'messages', messages, { tools: [search] }],
  [
    'a forced search of the vendor',
    'messages',
    messages,
    { tools: [search], tool_choice: { type: 'tool', name: 'web_search' } },
  ],
  [
    'code that runs',
    'messages',
    messages,
    { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
  ],
  ['a search of Google', 'gemini', gemini, { tools: [{ googleSearch: {} }] }],
];

describe('a model at channels of several dialects and one priority', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let google: GeminiUpstream;
  const channels = new Map<Native | 'chat', { id: number }>();

  beforeAll(async () => {
    google = await GeminiUpstream.start();
    gateway = await startTestGateway();
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    for (const model of ['mixed', 'converted']) await gateway.seed.price({ model, input: 1, output: 1 });
    channels.set('chat', await gateway.seed.channel({ model: 'mixed' }));
    channels.set('responses', await gateway.seed.channel({ model: 'mixed', dialects: ['openai-responses'] }));
    channels.set('messages', await gateway.seed.channel({ model: 'mixed', type: ANTHROPIC }));
    channels.set('gemini', await gateway.seed.channel({ model: 'mixed', type: GEMINI, baseUrl: google.url }));
    await gateway.seed.channel({ model: 'converted' });
    const answered = { whole: recordedResponse('openai-phase.1'), events: [] };
    for (const one of [
      channels.get('responses'),
      await gateway.seed.channel({ model: 'converted', dialects: ['openai-responses'] }),
    ])
      playResponses(gateway.upstream(one as { id: number }), answered);
  });
  afterAll(async () => {
    await gateway.stop();
    await google.stop();
  });

  const receivedBy = (native: Native | 'chat') =>
    native === 'gemini'
      ? google.received.length
      : gateway.upstream(channels.get(native) as { id: number }).received.length;
  const post = (path: string, body: object, headers = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it.each(particular)(
    'serves %s where nothing of it is lost (%s)',
    async (_, native, { path, body }, rest) => {
      const before = receivedBy(native);
      const strict = { 'x-turnpike-strict': 'true' };
      for (let turn = 0; turn < TURNS; turn += 1) {
        const reply = await post(path, { ...body, ...rest }, turn % 2 === 0 ? {} : strict);
        expect(reply.headers.get('x-error-code')).toBeNull();
        expect(reply.headers.get('x-turnpike-conversion') ?? '').not.toContain('dropped');
      }
      expect(receivedBy(native)).toBe(before + TURNS);
    },
  );

  it('spreads requests that every channel carries whole', async () => {
    const counts = () => [...channels.keys()].map(receivedBy);
    const before = counts();
    for (let turn = 0; turn < 60; turn += 1) await post('/v1/messages', messages.body);
    const spread = counts().map((count, index) => count - (before[index] ?? 0));
    expect(spread.reduce((sum, count) => sum + count)).toBe(60);
    expect(Math.min(...spread)).toBeGreaterThan(3);
  });

  it('loses as little as it can where no channel carries a request whole', async () => {
    const body = { ...messages.body, model: 'converted', tools: [search], top_k: 3 };
    const reply = await post('/v1/messages', body);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-conversion')).toContain('dropped');
    const strict = await post('/v1/messages', body, { 'x-turnpike-strict': 'true' });
    expect(strict.headers.get('x-error-code')).toBe('request.lossy_conversion');
    const [row] = (await gateway.logRowsOf(caller)).slice(-2);
    expect(row?.metadata?.attempts).toHaveLength(1);
  });

  it('is not asked of a channel of a lower priority for the sake of a lost field', async () => {
    await gateway.seed.price({ model: 'tiers', input: 1, output: 1 });
    const high = await gateway.seed.channel({ model: 'tiers', priority: 5 });
    await gateway.seed.channel({ model: 'tiers', type: ANTHROPIC });
    const reply = await post('/v1/messages', { ...messages.body, model: 'tiers', tools: [search] });
    expect(reply.headers.get('x-turnpike-conversion')).toContain('dropped=tools.web_search');
    expect(gateway.upstream(high).received).toHaveLength(1);
    const strict = { 'x-turnpike-strict': 'true' };
    const whole = await post('/v1/messages', { ...messages.body, model: 'tiers', tools: [search] }, strict);
    expect(whole.status).toBe(200);
    expect(gateway.upstream(high).received).toHaveLength(1);
  });
});
