import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { type ReceivedRequest, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };
const answer = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};
// 9 tokens in at one point, 2 out at three.
const CALL_POINTS = 15;

describe.each(anyDatabase)('the keys of one channel on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let drop: () => Promise<void>;
  let nowMs: number;
  /** Error responses by key. */
  let refusals: Map<string, { status: number; headers?: Record<string, string> }>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    nowMs = systemClock.monotonicMs();
    gateway = await startTestGateway({
      databaseUrl: database.url,
      clock: { ...systemClock, monotonicMs: () => nowMs },
      relayOptions: { retryCooldownSeconds: 60 },
    });
    user = await gateway.seed.user({ quota: 10_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm', keys: ['one', 'two', 'three'] });
    refusals = new Map();
    gateway.upstream(channel).does((response, request) => {
      const refusal = refusals.get(keyOf(request));
      if (refusal === undefined) return sendJson(response, 200, JSON.stringify(answer));
      sendJson(response, refusal.status, '{"error":{"message":"no","code":null}}', refusal.headers);
    });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const keyOf = ({ headers }: ReceivedRequest): string =>
    String(headers.authorization).replace('Bearer ', '');
  const asked = (): string[] => gateway.upstream(channel).received.map(keyOf);
  const countsOf = (keys: string[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
  const call = async () => {
    const reply = await gateway.post(user.token, hello);
    await reply.text();
    return [reply.status, reply.headers.get('x-error-code')];
  };
  const many = (count: number) => Promise.all(Array.from({ length: count }, call));
  const rowsOf = async () => {
    await gateway.core.outbox.drainNow();
    return gateway.store.db
      .selectFrom('channel_keys')
      .selectAll()
      .where('channel_id', '=', channel.id)
      .orderBy('id')
      .execute();
  };
  const setKeys = async (values: object, ...at: number[]) => {
    const rows = await rowsOf();
    const ids = at.map((index) => rows[index]?.id ?? 0);
    await gateway.store.db.updateTable('channel_keys').set(values).where('id', 'in', ids).execute();
    await gateway.core.routing.reload();
  };

  it('all serve, and what each was used for sums up to the channel’s', async () => {
    expect(new Set((await many(90)).map(String))).toEqual(new Set(['200,']));

    const counts = countsOf(asked());
    expect(Object.keys(counts).sort()).toEqual(['one', 'three', 'two']);
    const rows = await rowsOf();
    expect(rows.map(({ calls }) => calls)).toEqual(['one', 'two', 'three'].map((key) => counts[key]));
    for (const { used_quota, calls, failed_calls, last_error, last_used_time } of rows) {
      expect([used_quota, failed_calls, last_error]).toEqual([CALL_POINTS * calls, 0, '']);
      expect(last_used_time).toBeGreaterThan(0);
    }
    const { used_quota } = await gateway.store.db
      .selectFrom('channels')
      .select('used_quota')
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow();
    expect(rows.reduce((sum, row) => sum + row.used_quota, 0)).toBe(used_quota);
  });

  it('one that is refused rests, and the others serve without a failed call', async () => {
    refusals.set('one', { status: 401 });

    const outcomes = [];
    for (let at = 0; at < 60; at += 1) outcomes.push(await call());

    expect(new Set(outcomes.map(String))).toEqual(new Set(['200,']));
    expect(countsOf(asked()).one).toBe(1);
    const [one, two, three] = await rowsOf();
    expect(one).toMatchObject({
      ...{ calls: 1, failed_calls: 1, used_quota: 0, last_error: 'upstream.key_refused', status: 1 },
    });
    expect(one?.last_error_time).toBeGreaterThan(0);
    expect((two?.calls ?? 0) + (three?.calls ?? 0)).toBe(60);
    expect(gateway.core.relay.breakers.restsOf(channel.id)).toEqual([
      { keyId: one?.id, model: 'm', code: 'upstream.key_refused', seconds: 30 },
    ]);

    // The log names both keys of the call that was tried twice.
    const tried = (await gateway.logRowsOf(user)).find(({ metadata }) => metadata?.attempts?.length === 2);
    expect(tried?.metadata?.attempts).toMatchObject([
      { channel_id: channel.id, key_id: one?.id, status: 401, code: 'upstream.key_refused' },
      { channel_id: channel.id, key_id: expect.any(Number), status: 200, code: '' },
    ]);

    nowMs += 30_000;
    refusals.clear();
    await many(60);
    expect(countsOf(asked()).one).toBeGreaterThan(1);
  });

  it.each([
    ['out of credit', { status: 402 }],
    ['rate limited', { status: 429, headers: { 'retry-after': '7' } }],
  ])('one that is %s rests alone', async (_what, refusal) => {
    refusals.set('one', refusal);
    for (let at = 0; at < 60; at += 1) expect((await call())[0]).toBe(200);
    expect(countsOf(asked()).one).toBe(1);
  });

  it('all rest when the address does not answer, and none is tried after another', async () => {
    await gateway.upstream(channel).stop();

    expect(await call()).toEqual([502, 'upstream.unreachable']);

    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.attempts).toHaveLength(1);
    expect(gateway.core.relay.breakers.restsOf(channel.id)).toEqual([
      { keyId: null, model: 'm', code: expect.any(String), seconds: 60 },
    ]);
    // Another channel serves while all keys rest.
    const other = await gateway.seed.channel({ model: 'm', priority: -1 });
    expect((await call())[0]).toBe(200);
    expect(gateway.upstream(other).received).toHaveLength(1);
  });

  it('are asked all the same when all of them rest, the one that is ready first', async () => {
    refusals.set('one', { status: 429, headers: { 'retry-after': '200' } });
    refusals.set('two', { status: 429, headers: { 'retry-after': '9' } });
    refusals.set('three', { status: 401 });
    expect(await call()).toEqual([expect.any(Number), expect.stringMatching(/^upstream\./)]);
    expect(asked().sort()).toEqual(['one', 'three', 'two']);

    refusals.delete('two');
    expect(await call()).toEqual([200, null]);
    expect(asked().at(-1)).toBe('two');
  });

  it('have limits of their own, and exactly what they allow together passes', async () => {
    await setKeys({ requests_per_minute: 20 }, 0, 1, 2);
    const codes = (await many(200)).map(([, code]) => code);
    expect(countsOf(asked())).toEqual({ one: 20, two: 20, three: 20 });
    expect(codes.filter((code) => code === null)).toHaveLength(60);
    expect(codes.filter((code) => code === 'rate.channels')).toHaveLength(140);
  });

  it('keep to the limit of their channel together', async () => {
    await setKeys({ requests_per_minute: 20 }, 0, 1, 2);
    await gateway.store.db.updateTable('channels').set({ requests_per_minute: 30 }).execute();
    await gateway.core.routing.reload();
    await many(100);
    expect(asked()).toHaveLength(30);
  });

  it('never serve more calls at a time than they may', async () => {
    await setKeys({ parallel_calls: 1 }, 0, 1, 2);
    const running = new Map<string, number>();
    let most = 0;
    gateway.upstream(channel).does(async (response, request) => {
      const key = keyOf(request);
      running.set(key, (running.get(key) ?? 0) + 1);
      most = Math.max(most, ...running.values());
      await new Promise(setImmediate);
      running.set(key, (running.get(key) ?? 0) - 1);
      sendJson(response, 200, JSON.stringify(answer));
    });

    const outcomes = await many(200);

    expect(most).toBe(1);
    const served = outcomes.filter(([status]) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(3);
    expect(outcomes.filter(([, code]) => code === 'rate.channels')).toHaveLength(200 - served);
    expect(asked()).toHaveLength(served);
  });

  it('that are turned off are not used; with all of them off the channel rests', async () => {
    await setKeys({ status: 2 }, 0, 2);
    await many(10);
    expect(countsOf(asked())).toEqual({ two: 10 });

    await setKeys({ status: 2 }, 1);
    expect(await call()).toEqual([503, 'channel.none_available']);
    expect(gateway.core.routing.current.channels.has(channel.id)).toBe(false);
  });

  it('one that is deleted while it serves a call: the call is settled, the others count on', async () => {
    const arrived = Promise.withResolvers<string>();
    const go = Promise.withResolvers<void>();
    gateway.upstream(channel).does(async (response, request) => {
      arrived.resolve(keyOf(request));
      await go.promise;
      sendJson(response, 200, JSON.stringify(answer));
    });
    const first = call();
    const at = ['one', 'two', 'three'].indexOf(await arrived.promise);
    const before = await rowsOf();
    await gateway.store.db
      .deleteFrom('channel_keys')
      .where('id', '=', before[at]?.id ?? 0)
      .execute();
    await gateway.core.routing.reload();
    go.resolve();

    expect(await first).toEqual([200, null]);
    await many(4);

    expect((await gateway.logRowsOf(user)).map(({ quota }) => quota)).toEqual(Array(5).fill(CALL_POINTS));
    const rows = await rowsOf();
    expect(rows).toHaveLength(2);
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(4);
  });

  it('weigh as much as one: a channel gets its part of the calls whatever its keys', async () => {
    const other = await gateway.seed.channel({ model: 'm', weight: 3, keys: ['alone'] });
    const random = Math.random;
    let next = 0;
    Math.random = () => (next++ % 40) / 40;
    try {
      for (let at = 0; at < 40; at += 1) await call();
    } finally {
      Math.random = random;
    }
    expect(gateway.upstream(other).received).toHaveLength(30);
    expect(countsOf(asked())).toEqual({ one: 4, two: 3, three: 3 });
  });

  it('one whose answer breaks off counts as failed', async () => {
    gateway.upstream(channel).streams(['data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n']);
    const reply = await gateway.post(user.token, { ...hello, stream: true });
    await reply.text();
    const rows = await rowsOf();
    expect(rows.reduce((sum, { failed_calls }) => sum + failed_calls, 0)).toBe(1);
    expect(rows.find(({ failed_calls }) => failed_calls > 0)?.last_error).toMatch(/^upstream\./);
  });
});
