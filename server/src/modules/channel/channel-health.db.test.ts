import { channelCalls, channelHealthCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { storeHealth } from '../../jobs/channel-health-job.ts';
import type { ChannelHealth } from '../../relay/learned/channel-health.ts';

const answer = { code: '', message: '', firstByteMs: 120, durationMs: 400 };
const failure = { code: 'upstream.timeout', message: 'no answer', firstByteMs: null, durationMs: 9 };

describe.each(databases)('the health of channels on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let health: ChannelHealth;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    health = site.deps.health as ChannelHealth;
  });
  afterAll(() => site.stop());

  const ask = async (ids?: number[]) =>
    (
      await site.ask(channelHealthCalls.health, {
        as: admin,
        ...(ids && { query: { ids: ids.join(',') } }),
      })
    ).body.data;
  const make = async (given: object = {}): Promise<{ id: number }> => {
    const input = { type: 8, name: 'c', key: 'sk', base_url: 'https://x.example', models: 'm', ...given };
    return (await site.ask(channelCalls.create, { as: admin, input })).body.data;
  };
  const play = (id: number, calls: number, failures: number) => {
    const place = { channel: { id, keyId: 0 }, upstreamModel: 'm' };
    for (let call = 0; call < calls; call += 1) {
      health.begin(place);
      health.end(place, call < failures ? failure : answer, { isFailure: call < failures });
    }
  };

  it('is told by real calls, with the hours that were stored', async () => {
    const [good, bad, off] = [await make(), await make(), await make()];
    await site.ask(channelCalls.batch, { as: admin, input: { ids: [off.id], action: 'disable' } });
    play(good.id, 20, 1);
    play(bad.id, 10, 4);
    await storeHealth(health, site.db);
    play(bad.id, 1, 1);
    await storeHealth(health, site.db);
    const hour = site.now() - (site.now() % 3600);
    const [a, b, c] = await ask([good.id, bad.id, off.id]);
    expect(a).toMatchObject({ state: 'healthy', calls: 20, failures: 1, first_byte_ms: 120 });
    expect(b).toMatchObject({
      ...{ state: 'failing', calls: 11, failures: 5, duration_ms: 400 },
      last_error: { code: 'upstream.timeout', message: 'no answer', model: 'm', time: site.now() },
      hours: [{ hour, calls: 11, failures: 5 }],
    });
    expect(c).toMatchObject({ state: 'off', calls: 0, first_byte_ms: null, hours: [] });
    expect((await ask()).map((one: { id: number }) => one.id)).toEqual([bad.id]);
  });

  it('is of a channel that rests with all its keys, and of no deleted or unknown one', async () => {
    const { id } = await make();
    site.fakes.restingKeys = (channelId) =>
      channelId === id ? [{ keyId: null, model: 'm', seconds: 7, code: 'upstream.error' }] : [];
    expect(await ask([id, 999_999])).toMatchObject([
      { id, state: 'resting', rests: [{ key_id: null, model: 'm', seconds: 7, code: 'upstream.error' }] },
    ]);
    site.fakes.restingKeys = () => [];
  });

  it.each([
    ['sk', [7], 'resting'],
    ['sk\nsk-2', [7], 'failing'],
    ['sk\nsk-2', [7, 8], 'resting'],
  ])('of the keys %j, of which %j rest, is %s', async (key, resting, state) => {
    const made = await make({ key, key_mode: 'one_channel' });
    site.fakes.restingKeys = () =>
      resting.map((keyId) => ({ keyId, model: 'm', seconds: 7, code: 'upstream.rate_limited' }));
    expect(await ask([made.id])).toMatchObject([{ state }]);
    site.fakes.restingKeys = () => [];
  });

  it('puts failing channels, and the tags that have one, first in a list without an order', async () => {
    const [plain, tagged] = [await make({ name: 'sick' }), await make({ name: 'sick too', tag: 'pool' })];
    await make({ name: 'newer', tag: 'pool' });
    const newest = await make({ name: 'newest' });
    play(plain.id, 4, 4);
    play(tagged.id, 4, 2);
    const list = async (query: object) => {
      const reply = await site.ask(channelCalls.list, { as: admin, query: { size: 100, ...query } });
      return reply.body.data.data.map(({ name }: { name: string }) => name);
    };
    expect((await list({})).slice(0, 2)).toEqual(['sick too', 'sick']);
    expect((await list({ filter_tag: 0 })).slice(0, 2)).toEqual(['newer', 'sick']);
    expect((await list({ order: '-id' }))[0]).toBe('newest');
    await site.ask(channelCalls.remove, { as: admin, params: { id: newest.id } });
  });

  it.each(['x', '0', '1,,2', Array.from({ length: 101 }, (_, n) => n + 1).join(',')])(
    'refuses the list %s',
    async (ids) => {
      const reply = await site.ask(channelHealthCalls.health, { as: admin, query: { ids } });
      expect(reply.status).toBe(400);
    },
  );
});
