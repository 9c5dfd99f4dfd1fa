import { readFileSync } from 'node:fs';
import { type GroupStrategy, modelFallbacksIssue } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

const page = readFileSync(new URL('../../../../../docs/reference/routing.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('## Bad input'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Input'))
  .map((line) => line.split('|')[1]?.trim() ?? '');

const DAY_MS = 86_400_000;
const messages = [{ role: 'user', content: 'Hi' }];
const answer = JSON.stringify({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
});

/** A clock whose two readings can be set apart. */
function settableClock() {
  const clock = {
    wallMs: 0,
    runMs: 0,
    nowMs: () => systemClock.nowMs() + clock.wallMs,
    nowSeconds: () => Math.floor(clock.nowMs() / 1000),
    monotonicMs: () => systemClock.monotonicMs() + clock.runMs,
  };
  return clock;
}

describe('a bad input of routing', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  const clock = settableClock();
  const options = { modelFallbacks: new Map<string, string[]>(), retryCooldownSeconds: 60 };
  beforeAll(async () => {
    gateway = await startTestGateway({ clock, relayOptions: options });
    caller = await gateway.seed.user({ quota: 1_000_000 });
  });
  afterAll(() => gateway.stop());
  afterEach(() => {
    vi.restoreAllMocks();
    setStrategy('weight');
  });

  const setStrategy = (strategy: GroupStrategy) => {
    const group = gateway.core.routing.current.groups.get('default');
    if (group !== undefined) group.strategy = strategy;
  };
  /** Two channels of a model; the first one is preferred unless both are of one priority. */
  const pair = async (model: string, { isEqual = false, weights = [1, 1] } = {}) => {
    await gateway.seed.price({ model, input: 1, output: 1 });
    const [weight = 1, other = 1] = weights;
    const first = await gateway.seed.channel({ model, weight, priority: isEqual ? 0 : 9 });
    const second = await gateway.seed.channel({ model, weight: other });
    return [first, second] as const;
  };
  const ask = async (model: string) => {
    const reply = await gateway.post(caller.token, { model, messages, max_tokens: 10 });
    await reply.text();
    const row = (await gateway.logRowsOf(caller)).at(-1);
    return { status: reply.status, asked: row?.metadata?.attempts?.map(({ channel_id }) => channel_id) };
  };
  const placeOf = ({ id }: { id: number }, upstreamModel: string) => ({
    channel: { id, keyId: 0 },
    upstreamModel,
  });
  const turnOff = async ({ id }: { id: number }, change: { status?: 2; deleted_time?: number }) => {
    await gateway.store.db.updateTable('channels').set(change).where('id', '=', id).execute();
    await gateway.core.routing.reload();
  };
  const answersLater = (channel: { id: number }) => {
    const asked = Promise.withResolvers<{ answer: () => void; left: Promise<void> }>();
    gateway.upstream(channel).does((response, { left }) => {
      asked.resolve({ answer: () => sendJson(response, 200, answer), left });
    });
    return asked.promise;
  };

  const cases: Readonly<Record<string, () => Promise<void>>> = {
    async 'fallback lists that name each other'() {
      const lists = { loop: ['pool'], pool: ['loop'] };
      expect(modelFallbacksIssue(JSON.stringify(lists))).toMatch(/^option\.fallbacks_lead_back/);
      options.modelFallbacks = new Map(Object.entries(lists));
      const [loop, loopSpare] = await pair('loop');
      const [pool, poolSpare] = await pair('pool');
      const all = [loop, loopSpare, pool, poolSpare];
      for (const channel of all) gateway.upstream(channel).answers(500);
      const { status, asked } = await ask('loop');
      expect([status, asked]).toEqual([502, all.map(({ id }) => id)]);
    },

    async 'a strategy without figures'() {
      const [first, second] = await pair('unmeasured', { isEqual: true, weights: [1, 3] });
      for (const strategy of ['latency', 'cost', 'least_busy'] as const) {
        setStrategy(strategy);
        const chosen: unknown[] = [];
        // No channel is busy, so all are equal.
        for (const chance of [0.1, 0.3, 0.9]) {
          vi.spyOn(Math, 'random').mockReturnValue(chance);
          chosen.push(...((await ask('unmeasured')).asked ?? []));
        }
        expect([strategy, ...chosen]).toEqual([strategy, first.id, second.id, second.id]);
      }
    },

    async 'a channel that is removed or turned off during a call'() {
      const [first, second] = await pair('leaving');
      const held = answersLater(first);
      const reply = gateway.post(caller.token, { model: 'leaving', messages, max_tokens: 10 });
      const { answer: end } = await held;
      await turnOff(first, { status: 2 });
      await turnOff(second, { deleted_time: 1 });
      end();
      expect((await reply).status).toBe(200);
      expect((await gateway.post(caller.token, { model: 'leaving', messages })).status).not.toBe(200);
    },

    async 'all channels rest'() {
      const [first, second] = await pair('tired');
      const { breakers } = gateway.core.relay;
      breakers.open(placeOf(first, 'tired'), { seconds: 60, code: 'upstream.error' });
      breakers.open(placeOf(second, 'tired'), { seconds: 30, code: 'upstream.error' });
      expect(await ask('tired')).toEqual({ status: 200, asked: [second.id] });
    },

    async 'all channels have spent their budgets'() {
      for (const channel of await pair('spent'))
        await gateway.seed.budget({ channelId: channel.id }, { unit: 'requests', period: 'day', points: 1 });
      await gateway.core.routing.reload();
      expect([(await ask('spent')).status, (await ask('spent')).status]).toEqual([200, 200]);
      const reply = await gateway.post(caller.token, { model: 'spent', messages, max_tokens: 10 });
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([429, 'rate.channels']);
      const seconds = Number(reply.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(86_400);
    },

    async 'a channel fails, and the others have spent their budgets'() {
      const [first, second] = await pair('last');
      await gateway.seed.budget({ channelId: second.id }, { unit: 'tokens', period: 'month', points: 1 });
      gateway.upstream(first).answers(500);
      const reply = await gateway.post(caller.token, { model: 'last', messages, max_tokens: 10 });
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, null]);
    },

    async 'a call that is larger than a budget of a channel'() {
      const [first, second] = await pair('wide');
      await gateway.seed.budget({ channelId: first.id }, { unit: 'tokens', period: 'day', points: 5 });
      await gateway.core.routing.reload();
      expect(await ask('wide')).toEqual({ status: 200, asked: [second.id] });
    },

    async 'a clock that jumps'() {
      const [first, second] = await pair('timed');
      gateway.upstream(first).answers(429, undefined, { 'retry-after': '30' });
      expect(await ask('timed')).toEqual({ status: 200, asked: [first.id, second.id] });
      gateway.upstream(first).does((response) => sendJson(response, 200, answer));
      for (const jumpMs of [DAY_MS, -2 * DAY_MS]) {
        clock.wallMs += jumpMs;
        expect(await ask('timed')).toEqual({ status: 200, asked: [second.id] });
      }
      expect(gateway.core.relay.health.recent().get(first.id)).toMatchObject({ calls: 1, failures: 1 });
      clock.runMs += 31_000;
      expect(await ask('timed')).toEqual({ status: 200, asked: [first.id] });
    },

    async 'an upstream that answers 200 with an error inside'() {
      const [first, second] = await pair('polite');
      gateway
        .upstream(first)
        .does((response) => sendJson(response, 200, '{"error":{"message":"overloaded"}}'));
      expect(await ask('polite')).toEqual({ status: 200, asked: [first.id, second.id] });
      expect(gateway.core.relay.health.recent().get(first.id)).toMatchObject({ failures: 1 });
    },

    async 'an upstream that answers after its caller left'() {
      const [first] = await pair('late');
      const held = answersLater(first);
      const leaving = new AbortController();
      const { signal } = leaving;
      const reply = gateway.post(caller.token, { model: 'late', messages }, { signal });
      const { answer: end, left } = await held;
      leaving.abort();
      await reply.catch(() => {});
      await left;
      end();
      await vi.waitFor(() => expect(gateway.openAnswers()).toBe(0));
      const sums = gateway.core.relay.health.recent().get(first.id);
      expect(sums).toMatchObject({ failures: 0, inFlight: 0 });
      expect(gateway.core.relay.breakers.untilMs(placeOf(first, 'late'))).toBe(0);
    },
  };

  it('has one case for each row of the page', () => {
    expect(Object.keys(cases).sort()).toEqual([...rows].sort());
  });

  it.each(rows)('%s', async (row) => {
    await cases[row]?.();
  });
});
