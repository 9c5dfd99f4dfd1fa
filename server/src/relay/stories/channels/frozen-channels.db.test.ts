import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

// Frozen channels are kept in memory; one database is enough.
describe('a channel that failed', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let first: { id: number };
  let second: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway({ relayOptions: { retryCooldownSeconds: 60 } });
    user = await gateway.seed.user({ quota: 10_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    first = await gateway.seed.channel({ model: 'm', priority: 2 });
    second = await gateway.seed.channel({ model: 'm', priority: 1 });
  });
  afterEach(() => gateway.stop());

  const asked = (channel: { id: number }) => gateway.upstream(channel).received.length;
  const call = async (token = user.token) => (await gateway.post(token, hello)).status;

  it('is not asked again before its time, after a refused connection', async () => {
    await gateway.upstream(first).stop();
    expect([await call(), await call()]).toEqual([200, 200]);
    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ metadata }) => metadata?.attempts?.length)).toEqual([2, 1]);
  });

  it('is not asked again before its time, after 429', async () => {
    gateway.upstream(first).answers(429);
    expect([await call(), await call()]).toEqual([200, 200]);
    expect([asked(first), asked(second)]).toEqual([1, 2]);
  });

  it('goes on after an odd request of one caller, and is frozen when a second one meets the same', async () => {
    gateway.upstream(first).answers(500);
    expect([await call(), await call()]).toEqual([200, 200]);
    expect(asked(first)).toBe(2);

    const other = await gateway.seed.user({ quota: 10_000 });
    expect([await call(other.token), await call(other.token)]).toEqual([200, 200]);
    expect(asked(first)).toBe(3);
  });

  it('is asked all the same when every other is frozen for longer', async () => {
    gateway.upstream(second).answers(401);
    gateway.upstream(first).answers(429, undefined, { 'retry-after': '200' });
    const reply = await gateway.post(user.token, hello);
    expect(reply.status).toBe(503);

    expect(await call()).toBe(429);
    // The one whose key was refused is ready after 30 s, the busy one after 200.
    expect([asked(first), asked(second)]).toEqual([2, 2]);
    const [, again] = await gateway.logRowsOf(user);
    expect(again?.metadata?.attempts?.[0]?.channel_id).toBe(second.id);
  });

  it('is what the caller is told of when nothing else can serve the call', async () => {
    await gateway.store.db
      .updateTable('channels')
      .set({ only_chat: 1 })
      .where('id', '=', second.id)
      .execute();
    await gateway.core.routing.reload();
    gateway.upstream(first).answers(429, undefined, { 'retry-after': '7' });
    const tools = [{ type: 'function', function: { name: 'f' } }];

    const reply = await gateway.post(user.token, { ...hello, tools });

    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('x-error-code')]).toEqual([
      429,
      '7',
      'upstream.rate_limited',
    ]);
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('goes on where its model makes calls that cannot be read: %s', async (_what, stream) => {
    const candidate = { content: { role: 'model', parts: [] }, finishReason: 'MALFORMED_FUNCTION_CALL' };
    const body = JSON.stringify({ candidates: [candidate] });
    const google = await FakeUpstream.start({ refuses: () => null });
    google.does((response) => sendJson(response, 200, body));
    await gateway.seed.channel({ model: 'tools', dialects: ['gemini'], baseUrl: google.url });
    await gateway.seed.price({ model: 'tools', input: 1, output: 3 });
    const other = await gateway.seed.user({ quota: 10_000 });

    for (const { token } of [user, other, user, other]) {
      const reply = await gateway.post(token, { ...hello, model: 'tools', stream });
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([502, 'upstream.malformed_call']);
    }

    await gateway.seed.channel({ model: 'tools', priority: -1 });
    expect((await gateway.post(user.token, { ...hello, model: 'tools', stream })).status).toBe(200);
    expect(google.received).toHaveLength(5);
    await google.stop();
  });
});
