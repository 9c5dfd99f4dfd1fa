import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { createExplaining } from '../../explain/explain-call.ts';

const CHANNELS = 6;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const claude = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const user_id = 'user_0a1b_account__session_11112222-3333-4444-5555-666677778888';

describe('a conversation', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let other: SeededUser;
  let ids: number[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway();
    [caller, other] = [
      await gateway.seed.user({ quota: 1_000_000 }),
      await gateway.seed.user({ quota: 1_000_000 }),
    ];
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    for (let n = 0; n < CHANNELS; n += 1) ids = [...ids, (await gateway.seed.channel({ model: 'm' })).id];
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    for (const id of ids)
      gateway.core.relay.breakers.close({ channel: { id, keyId: 0 }, upstreamModel: 'm' });
  });

  const ask = async (body: object, headers: Record<string, string> = {}, { token } = caller) => {
    const path = 'max_tokens' in body ? '/v1/messages' : '/v1/chat/completions';
    const reply = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await reply.text();
  };
  const channelsOf = async (count: number, one: () => Promise<void>, user = caller) => {
    for (let n = 0; n < count; n += 1) await one();
    const rows = (await gateway.logRowsOf(user)).slice(-count);
    return new Set(rows.map(({ channel_id }) => channel_id));
  };

  it.each<[string, object, Record<string, string>]>([
    ['the header of a coding agent', chat, { session_id: '0199-abc' }],
    ['the key of its prompt cache', { ...chat, prompt_cache_key: 'chat-7' }, {}],
    ['the session in the metadata of Claude Code', { ...claude, metadata: { user_id } }, {}],
  ])('stays on its channel by %s', async (_, body, headers) => {
    expect((await channelsOf(12, () => ask(body, headers))).size).toBe(1);
  });

  it('is another one of another user, and of another name', async () => {
    const body = { ...chat, prompt_cache_key: 'shared' };
    const places = await channelsOf(1, () => ask(body));
    const found = new Set<number>();
    for (let n = 0; n < 12; n += 1)
      for (const id of await channelsOf(1, () => ask({ ...body, prompt_cache_key: `shared-${n}` })))
        found.add(id);
    expect(found.size).toBeGreaterThan(1);
    expect((await channelsOf(8, () => ask(body, {}, other), other)).size).toBe(1);
    expect(await channelsOf(1, () => ask(body))).toEqual(places);
  });

  it('moves while its channel rests, and stays on the new one', async () => {
    const body = { ...chat, prompt_cache_key: 'moving' };
    const [first = 0] = await channelsOf(1, () => ask(body));
    const place = { channel: { id: first, keyId: 0 }, upstreamModel: 'm' };
    gateway.core.relay.breakers.open(place, { seconds: 60, code: 'upstream.error' });
    const [second = 0] = await channelsOf(1, () => ask(body));
    expect(second).not.toBe(first);
    gateway.core.relay.breakers.close(place);
    expect(await channelsOf(5, () => ask(body))).toEqual(new Set([second]));
  });

  it('without a name is spread as before', async () => {
    expect((await channelsOf(30, () => ask(chat))).size).toBeGreaterThan(2);
  });

  describe('without a name', () => {
    const CONVERSATIONS = 50;
    const prompt = { role: 'system', content: 'You know this house and its rules. '.repeat(150) };
    let equals: [number, number];
    beforeAll(async () => {
      await gateway.seed.price({ model: 'equal', input: 1, output: 1 });
      const one = await gateway.seed.channel({ model: 'equal', weight: 1 });
      equals = [one.id, (await gateway.seed.channel({ model: 'equal', weight: 3 })).id];
    });
    afterEach(() => vi.restoreAllMocks());

    const growing = (question: string, turns: number) => ({
      model: 'equal',
      messages: [
        prompt,
        { role: 'user', content: question },
        ...Array.from({ length: turns }, (_, turn) => [
          { role: 'assistant', content: `Answer ${turn}` },
          { role: 'user', content: `And ${turn}?` },
        ]).flat(),
      ],
    });
    const placed = async (body: object, chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      await ask(body);
      return (await gateway.logRowsOf(caller)).at(-1)?.channel_id;
    };

    it('stays on its channel by its beginning, and different ones are spread by weight', async () => {
      const counts = new Map<unknown, number>();
      for (let n = 0; n < CONVERSATIONS; n += 1) {
        const chance = (n + 0.5) / CONVERSATIONS;
        const place = await placed(growing(`Question ${n}`, 0), chance);
        counts.set(place, (counts.get(place) ?? 0) + 1);
        expect(await placed(growing(`Question ${n}`, 1), 1 - chance)).toBe(place);
      }
      expect(equals.map((id) => counts.get(id))).toEqual([12, 38]);
    });

    it('is not the same one of another user', async () => {
      expect(await placed(growing('Mine', 0), 0)).toBe(equals[0]);
      vi.spyOn(Math, 'random').mockReturnValue(0.9);
      await ask(growing('Mine', 1), {}, other);
      expect((await gateway.logRowsOf(other)).at(-1)?.channel_id).toBe(equals[1]);
    });

    it('shows its channel in an explanation', async () => {
      await placed(growing('Explain', 0), 0);
      const explained = await createExplaining(gateway.core.relay)({
        ...{ tokenId: caller.tokenId, userId: caller.id, strict: false },
        ...{ path: '/v1/chat/completions', body: growing('Explain', 2) },
      });
      expect(explained.preferred_channel_id).toBe(equals[0]);
      expect(explained.candidates.map(({ reason }) => reason)).toEqual([null, 'not_preferred']);
    });
  });
});
