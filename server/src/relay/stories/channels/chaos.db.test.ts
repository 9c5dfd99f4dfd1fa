import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerInChaos, CHAOS_CHANNELS, CHAOS_POINTS } from '../../../../test/support/chaos-channels.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const CALLS_PER_SECOND = 60;
const CALLS = 4 * CALLS_PER_SECOND;
const TURN_MS = 700;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The long form is e2e/speed/chaos.speed.ts. */
describe('channels of which a third fail', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let upstreams: FakeUpstream[];
  let callers: Pool;
  beforeAll(async () => {
    gateway = await startTestGateway({
      relayOptions: {
        ...{ retryTimes: 19, retryTimeOutSeconds: 60, retryCooldownSeconds: 1, firstTokenSeconds: 1 },
      },
    });
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    upstreams = await Promise.all(Array.from({ length: CHAOS_CHANNELS }, () => FakeUpstream.start()));
    callers = new Pool(gateway.url, { connections: 128 });
    for (const { url } of upstreams) await gateway.seed.channel({ model: 'm', baseUrl: url });
  });
  afterAll(async () => {
    await callers.close();
    await gateway.stop();
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
  });

  it('answer every call, charge each once, and leave nothing behind', async () => {
    const codes = new Map<string, number>();
    const open: Promise<void>[] = [];
    const call = async (index: number) => {
      const body = { model: 'm', stream: index % 2 === 0, messages: [{ role: 'user', content: 'Hi' }] };
      const reply = await callers.request({
        ...{ path: '/v1/chat/completions', method: 'POST', body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      });
      const text = await reply.body.text();
      const isAnswer = reply.statusCode === 200 && text.includes('Hello!');
      const code = isAnswer ? 'ok' : `${reply.statusCode} ${text.slice(0, 200)}`;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    };
    const start = performance.now();
    for (const [channel, upstream] of upstreams.entries()) {
      upstream.does((response, { body }) => {
        const turn = Math.floor((performance.now() - start) / TURN_MS);
        answerInChaos(response, { channel, turn, isStream: body.stream === true });
      });
    }
    for (let index = 0; index < CALLS; index += 1) {
      const wait = start + (index * 1000) / CALLS_PER_SECOND - performance.now();
      if (wait > 0) await pause(wait);
      open.push(call(index));
    }
    await Promise.all(open);
    expect(Object.fromEntries(codes)).toEqual({ ok: CALLS });

    const rows = await gateway.logRowsOf(caller);
    expect(rows).toHaveLength(CALLS);
    const charged = rows.reduce((sum, { quota }) => sum + quota, 0);
    expect(charged).toBe(CALLS * CHAOS_POINTS);
    expect(await gateway.quotaOf(caller)).toBe(1_000_000_000 - charged);
    expect(gateway.core.quotaBook.left({ userId: caller.id, limitedTokenId: null, budgets: [] })).toEqual(
      expect.objectContaining({ calls: 0 }),
    );
    for (const { inFlight } of gateway.core.relay.health.recent().values()) expect(inFlight).toBe(0);
    expect(gateway.openAnswers()).toBe(0);
  }, 60_000);
});
