import type { Explanation, GroupStrategy } from '@turnpike/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLong } from '../../../../test/support/long-tests.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { createExplaining } from '../../explain/explain-call.ts';

const ANTHROPIC = 14;
const RUNS = isLong ? 1000 : 120;
const MODELS = ['alike', 'tiers', 'mixed', 'limited'];
const chat = { messages: [{ role: 'user', content: 'Hi' }] };
const search = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };

describe('an explained call', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let channels: { id: number; model: string }[] = [];
  const explain = (body: object, path = '/v1/chat/completions', strict = false) =>
    createExplaining(gateway.core.relay)({
      ...{ tokenId: caller.tokenId, userId: caller.id, path, body, strict },
    });

  beforeAll(async () => {
    gateway = await startTestGateway();
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    for (const model of MODELS) await gateway.seed.price({ model, input: 1, output: 1 });
    const add = async (model: string, rest: object = {}) => {
      const { id } = await gateway.seed.channel({ model, ...rest });
      channels = [...channels, { id, model }];
    };
    for (const weight of [1, 2, 5]) await add('alike', { weight });
    for (const priority of [0, 0, 4, 4, 9]) await add('tiers', { priority });
    await add('mixed');
    await add('mixed', { type: ANTHROPIC });
    await add('mixed', { priority: -1, type: ANTHROPIC });
    for (let n = 0; n < 3; n += 1) await add('limited');
  });
  afterAll(() => gateway.stop());
  afterEach(() => vi.restoreAllMocks());

  const setStrategy = (strategy: GroupStrategy) => {
    const group = gateway.core.routing.current.groups.get('default');
    if (group !== undefined) group.strategy = strategy;
  };
  const stateOf = (explained: Omit<Explanation, 'absent'>, id: number) =>
    explained.candidates.find(({ channel_id }) => channel_id === id);

  it('names the channel that the call then takes, in any state', async () => {
    const { breakers, health } = gateway.core.relay;
    const places = channels.map(({ id, model }) => ({ channel: { id, keyId: 0 }, upstreamModel: model }));
    const state = fc.record({
      model: fc.constantFrom(...MODELS),
      strategy: fc.constantFrom<GroupStrategy>('weight', 'least_busy', 'latency', 'cost'),
      chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      resting: fc.subarray(places),
      busy: fc.subarray(places),
      measured: fc.array(fc.tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 900 })), {
        maxLength: 4,
      }),
      isMessage: fc.boolean(),
      searches: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(state, async (one) => {
        for (const place of places) breakers.close(place);
        for (const place of one.resting) breakers.open(place, { seconds: 60, code: 'upstream.error' });
        for (const place of one.busy) health.begin(place);
        for (const [place, firstByteMs] of one.measured)
          for (let call = 0; call < 12; call += 1)
            health.end(place, { code: '', message: '', firstByteMs, durationMs: 1000 }, { isFailure: false });
        setStrategy(one.strategy);
        vi.spyOn(Math, 'random').mockReturnValue(one.chance);
        const body = {
          ...{ model: one.model, ...chat },
          ...(one.isMessage && { max_tokens: 9, ...(one.searches && search) }),
        };
        const path = one.isMessage ? '/v1/messages' : '/v1/chat/completions';
        const explained = await explain(body, path);
        const reply = await gateway.post(caller.token, body, { path });
        await reply.text();
        vi.restoreAllMocks();
        for (const place of one.busy) health.leave(place);
        const row = (await gateway.logRowsOf(caller)).at(-1);
        const [first] = row?.metadata?.attempts ?? [];
        expect(explained.chosen?.channel_id).toBe(first?.channel_id);
        expect(explained.candidates.filter(({ reason }) => reason === null)).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });

  it('says why each of the others is not taken', async () => {
    setStrategy('weight');
    const { breakers } = gateway.core.relay;
    const [low, , high, , top] = channels.filter(({ model }) => model === 'tiers').map(({ id }) => id);
    for (const { id, model } of channels) breakers.close({ channel: { id, keyId: 0 }, upstreamModel: model });
    const place = { channel: { id: top ?? 0, keyId: 0 }, upstreamModel: 'tiers' };
    breakers.open(place, { seconds: 60, code: 'upstream.error' });
    const explained = await explain({ model: 'tiers', ...chat });
    expect(stateOf(explained, top ?? 0)).toMatchObject({ reason: 'resting', seconds: 60 });
    expect(stateOf(explained, low ?? 0)).toMatchObject({ reason: 'lower_priority', seconds: null });
    expect([null, 'not_chosen']).toContain(stateOf(explained, high ?? 0)?.reason);
    breakers.close(place);
  });

  it('is kept for real calls: channels that rest, at most eight, and nothing in a usual call', async () => {
    setStrategy('weight');
    await gateway.seed.price({ model: 'many', input: 1, output: 1 });
    const many: { channel: { id: number; keyId: number }; upstreamModel: string }[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { id } = await gateway.seed.channel({ model: 'many' });
      many.push({ channel: { id, keyId: 0 }, upstreamModel: 'many' });
    }
    const passedOver = async () => {
      await (await gateway.post(caller.token, { model: 'many', ...chat })).text();
      return (await gateway.logRowsOf(caller)).at(-1)?.metadata?.passed_over;
    };
    expect(await passedOver()).toBeUndefined();
    const { breakers } = gateway.core.relay;
    for (const place of many.slice(0, 10)) breakers.open(place, { seconds: 60, code: 'upstream.error' });
    const passed = await passedOver();
    expect(passed).toHaveLength(8);
    expect(passed?.[0]).toEqual({ channel_id: many[0]?.channel.id, reason: 'resting', seconds: 60 });
    for (const place of many) breakers.close(place);
  });

  it('says what a channel would lose, and which the caller would be refused by', async () => {
    const [chatChannel, native] = channels.filter(({ model }) => model === 'mixed').map(({ id }) => id);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const body = { model: 'mixed', max_tokens: 9, ...chat, ...search };
    const explained = await explain(body, '/v1/messages');
    expect(explained.chosen?.channel_id).toBe(native);
    expect(stateOf(explained, chatChannel ?? 0)).toMatchObject({
      ...{
        reason: 'loses',
        lost: 'dropped=tools.web_search_20250305',
        is_native: false,
        dialect: 'openai-chat',
      },
    });
    const strict = await explain(body, '/v1/messages', true);
    expect(stateOf(strict, chatChannel ?? 0)).toMatchObject({
      ...{ reason: 'refuses', error: 'request.lossy_conversion' },
    });
  });

  it('calls nothing, holds nothing and writes nothing', async () => {
    const before = await gateway.amountsOf(caller);
    const rows = (await gateway.logRowsOf(caller)).length;
    const received = () => channels.map(({ id }) => gateway.upstream({ id }).received.length);
    const asked = received();
    await explain({ model: 'alike', ...chat });
    expect(received()).toEqual(asked);
    expect((await gateway.logRowsOf(caller)).length).toBe(rows);
    expect(await gateway.amountsOf(caller)).toEqual(before);
  });

  it('explains a model that nothing serves', async () => {
    const explained = await explain({ model: 'none', ...chat });
    expect(explained).toMatchObject({ error: 'model.not_found', chosen: null, candidates: [] });
  });
});
