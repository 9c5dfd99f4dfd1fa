import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { framedEvents, type ReceivedRequest, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { createExplaining } from '../../explain/explain-call.ts';

const ANTHROPIC = 14;
const HELLO = 'openai-chat/hello.chunks.txt';
const AFTER_MS = 200;
const MODELS = ['m', 'three', 'mixed'];
const chat = (model = 'm', rest: object = {}) => ({
  ...{ model, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  ...rest,
});

interface Held {
  response: ServerResponse;
  request: ReceivedRequest;
}

/** Sends a whole recorded stream at once. */
function answer({ response }: Held): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(framedEvents(HELLO).join(''));
}

describe('a call of a group that hedges', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  const channels: Record<string, { id: number }[]> = {};
  const pair = (model = 'm') => channels[model] as [{ id: number }, { id: number }, ...{ id: number }[]];

  const setGroup = async (change: object) => {
    await gateway.store.db.updateTable('user_groups').set(change).execute();
    await gateway.core.routing.reload();
  };
  beforeAll(async () => {
    gateway = await startTestGateway();
    caller = await gateway.seed.user({ quota: 100_000_000 });
    for (const model of MODELS) {
      await gateway.seed.price({ model, input: 1, output: 1 });
      const second = { model, ...(model === 'mixed' && { type: ANTHROPIC }) };
      channels[model] = [
        await gateway.seed.channel({ model, priority: 9 }),
        await gateway.seed.channel(second),
      ];
    }
    channels.three?.push(await gateway.seed.channel({ model: 'three', priority: -1 }));
    const ids = Object.values(channels).flatMap((list) => list.map(({ id }) => id));
    await gateway.store.db
      .updateTable('channels')
      .set({ parallel_calls: 50 })
      .where('id', 'in', ids)
      .execute();
    await setGroup({ hedge_seconds: AFTER_MS / 1000, hedge_percent: 100 });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    const { breakers } = gateway.core.relay;
    for (const [model, list] of Object.entries(channels))
      for (const { id } of list) breakers.close({ channel: { id, keyId: 0 }, upstreamModel: model });
  });

  /** Requests of a channel wait for the test. */
  const holds = (channel: { id: number }): Held[] => {
    const held: Held[] = [];
    gateway.upstream(channel).does((response, request) => void held.push({ response, request }));
    return held;
  };
  const bothAsked = (first: Held[], second: Held[]) =>
    vi.waitFor(
      () => {
        const [one, other] = [first[0], second[0]];
        if (one === undefined || other === undefined) throw new Error('not asked yet');
        return [one, other] as const;
      },
      { interval: 5 },
    );
  const lastRow = async () => (await gateway.logRowsOf(caller)).at(-1);
  const attemptsOf = async () =>
    (await lastRow())?.metadata?.attempts?.map(({ channel_id, code, hedged }) => [channel_id, code, hedged]);
  /** No part of a call is left anywhere. */
  const expectNothingLeft = async (model = 'm') => {
    await vi.waitFor(() => expect(gateway.openAnswers()).toBe(0));
    const { health, bodyBudget, limiter, breakers } = gateway.core.relay;
    for (const { id } of pair(model)) {
      const place = { channel: { id, keyId: 0 }, upstreamModel: model };
      expect(health.recent().get(id)?.inFlight ?? 0).toBe(0);
      expect(breakers.untilMs(place)).toBe(0);
      const limits = { requestsPerMinute: 0, tokensPerMinute: 0, parallelCalls: 1 };
      expect(limiter.channelWaitMs({ id, limits, keyId: 0, keyLimits: null }, 0)).toBe(0);
    }
    expect(bodyBudget.heldBytes).toBe(0);
  };

  it('asks a second channel while the first one is silent, delivers its answer and charges it once', async () => {
    const [first, second] = pair();
    const held = holds(first);
    gateway.upstream(second).plays(HELLO);
    const before = await gateway.quotaOf(caller);
    const startedAtMs = performance.now();
    const text = 'long '.repeat(20_000);
    const reply = await gateway.post(
      caller.token,
      chat('m', { messages: [{ role: 'user', content: text }] }),
    );
    expect(await reply.text()).toContain('[DONE]');
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(AFTER_MS - 20);
    await held[0]?.request.left;

    expect(await attemptsOf()).toEqual([
      [first.id, '', true],
      [second.id, '', undefined],
    ]);
    const row = await lastRow();
    expect(row).toMatchObject({ channel_id: second.id, ended_by: 'completed' });
    expect(before - (await gateway.quotaOf(caller))).toBe(row?.quota);
    // Both were sent the same bytes.
    expect(held[0]?.request.body).toEqual(gateway.upstream(second).received.at(-1)?.body);
    expect(gateway.core.relay.health.recent().get(first.id)).toMatchObject({ calls: 0, failures: 0 });
    await expectNothingLeft();
  });

  it('cancels the second one where the first one begins', async () => {
    const [first, second] = pair();
    const held = await asked(first, second);
    answer(held[0]);
    expect(await (await held.reply).text()).toContain('[DONE]');
    await held[1].request.left;
    expect(await attemptsOf()).toEqual([
      [second.id, '', true],
      [first.id, '', undefined],
    ]);
    await expectNothingLeft();
  });

  /** A call that both channels were asked for, and neither has answered. */
  const asked = async (...[first, second]: [{ id: number }, { id: number }]) => {
    const [one, other] = [holds(first), holds(second)];
    const leaving = new AbortController();
    const reply = gateway.post(caller.token, chat(), { signal: leaving.signal });
    const held = await bothAsked(one, other);
    return Object.assign([...held] as [Held, Held], { reply, leaving });
  };

  it('delivers one answer where both begin at once', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const held = await asked(pair()[0], pair()[1]);
      for (const index of order) answer(held[index]);
      const text = await (await held.reply).text();
      expect(text.match(/\[DONE\]/g)).toHaveLength(1);
      const attempts = await attemptsOf();
      expect(attempts?.map(([, code]) => code)).toEqual(['', '']);
      expect(attempts?.map(([, , hedged]) => hedged)).toEqual([true, undefined]);
      expect((await lastRow())?.channel_id).toBe(attempts?.[1]?.[0]);
      await expectNothingLeft();
    }
  });

  it('delivers the answer of the second one where the first one fails, before it or at once', async () => {
    const [first, second] = pair();
    for (const isAtOnce of [true, false]) {
      const held = await asked(first, second);
      if (isAtOnce) answer(held[1]);
      sendJson(held[0].response, 400, '{"error":{"message":"odd","type":"invalid_request_error"}}');
      if (!isAtOnce) {
        const { health } = gateway.core.relay;
        await vi.waitFor(() => expect(health.recent().get(first.id)?.inFlight).toBe(0));
        answer(held[1]);
      }
      expect(await (await held.reply).text()).toContain('[DONE]');
      const attempts = await attemptsOf();
      expect(attempts?.[1]).toEqual([second.id, '', undefined]);
      if (!isAtOnce) expect(attempts?.[0]).toEqual([first.id, 'upstream.bad_request', undefined]);
      await expectNothingLeft();
    }
  });

  it('goes on to a third channel where both fail', async () => {
    const [first, second, third] = pair('three');
    const held = holds(first);
    gateway.upstream(second).does((response) => {
      sendJson(response, 500, '{"error":{"message":"down"}}');
      if (held[0]) sendJson(held[0].response, 500, '{"error":{"message":"down"}}');
    });
    gateway.upstream(third as { id: number }).plays(HELLO);
    expect(await (await gateway.post(caller.token, chat('three'))).text()).toContain('[DONE]');
    const attempts = await attemptsOf();
    expect(attempts?.map(([id]) => id).sort()).toEqual([first.id, second.id, third?.id].sort());
    expect(attempts?.map(([, code]) => code)).toEqual(['upstream.error', 'upstream.error', '']);
  });

  it('ends both where its caller leaves, and is charged once', async () => {
    const [first, second] = pair();
    const held = await asked(first, second);
    const before = await gateway.quotaOf(caller);
    held.leaving.abort();
    await held.reply.catch(() => {});
    await Promise.all([held[0].request.left, held[1].request.left]);
    await expectNothingLeft();
    const row = await lastRow();
    expect(row).toMatchObject({ ended_by: 'client', channel_id: first.id });
    expect(row?.metadata?.attempts).toHaveLength(2);
    expect(before - (await gateway.quotaOf(caller))).toBe(row?.quota);
    expect(row?.quota).toBeGreaterThan(0);
  });

  it('is converted for the second channel alone', async () => {
    holds(pair('mixed')[0]);
    const reply = await gateway.post(caller.token, chat('mixed'));
    expect(await reply.text()).toContain('[DONE]');
    expect(await lastRow()).toMatchObject({
      ...{ channel_id: pair('mixed')[1].id, metadata: { conversion: { to: 'anthropic-messages' } } },
    });
    await expectNothingLeft('mixed');
  });

  it('is not hedged where it is no stream, or its vendor would store or run something', async () => {
    const [first, second] = pair();
    const count = gateway.upstream(second).received.length;
    const calls: object[] = [
      chat('m', { stream: false }),
      chat('m', { store: true }),
      chat('m', { tools: [{ type: 'web_search' }] }),
    ];
    const held = holds(first);
    const replies = calls.map((body) => gateway.post(caller.token, body));
    await vi.waitFor(() => expect(held).toHaveLength(calls.length));
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS + 100));
    for (const one of held) answer(one);
    await Promise.all(replies.map(async (reply) => (await reply).text()));
    expect(gateway.upstream(second).received).toHaveLength(count);
  });

  it('is hedged no more often than the group may', async () => {
    const [first, second] = pair();
    const { id: _, ...group } = { id: 0, symbol: 'capped' };
    await gateway.store.db
      .insertInto('user_groups')
      .values({
        ...{ ...group, name: 'Capped', ratio: '1', api_rate: 1000, public: 0, enable: 1 },
        ...{ hedge_seconds: AFTER_MS / 1000, hedge_percent: 5 },
      })
      .execute();
    for (const { id } of [first, second])
      await gateway.store.db
        .updateTable('channels')
        .set({ group: 'default,capped' })
        .where('id', '=', id)
        .execute();
    await gateway.core.routing.reload();
    const capped = await gateway.seed.user({ quota: 1_000_000, group: 'capped' });
    const held = holds(first);
    gateway.upstream(second).plays(HELLO);
    const count = gateway.upstream(second).received.length;
    const answered: string[] = [];
    const replies = Array.from({ length: 11 }, async () => {
      answered.push(await (await gateway.post(capped.token, chat())).text());
    });
    await vi.waitFor(() => expect(answered).toHaveLength(10), { timeout: 3000 });
    for (const one of held) if (!one.response.destroyed) answer(one);
    await Promise.all(replies);
    expect(answered.every((text) => text.includes('[DONE]'))).toBe(true);
    expect(gateway.upstream(second).received.length - count).toBe(10);
  });

  it('says so when it is explained', async () => {
    const explained = await createExplaining(gateway.core.relay)({
      ...{ tokenId: caller.tokenId, userId: caller.id, strict: false },
      ...{ path: '/v1/chat/completions', body: chat() },
    });
    expect(explained.hedge_seconds).toBe(AFTER_MS / 1000);
  });
});
