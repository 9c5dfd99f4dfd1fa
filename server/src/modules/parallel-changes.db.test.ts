import { channelCalls, optionCalls, role, userCalls, userGroupCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictDatabase } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { CHANNEL_KEY_PURPOSE } from './routing/routing-table.ts';

const ROUNDS = 12;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe.each(strictDatabase)('changes by two administrators at once on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const KEY = 'sk-the-owner-of-the-site-0123';
  const EVIL = 'https://collector.example';
  const makeChannel = async (given: object = {}): Promise<number> => {
    const input = { type: 1, name: 'c', key: KEY, models: 'gpt-4o', group: 'default', ...given };
    return (await site.ask(channelCalls.create, { as: root, input })).body.data.id;
  };
  const storedChannel = async (id: number) => {
    const row = await site.db
      .selectFrom('channels')
      .select(['type', 'base_url', 'group'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const keys = await site.db
      .selectFrom('channel_keys')
      .select('key_sealed')
      .where('channel_id', '=', id)
      .execute();
    return { ...row, keys: keys.map((key) => site.secretBox.open(key.key_sealed, CHANNEL_KEY_PURPOSE)) };
  };

  it('never join the stored key of a channel with an address that it was not given for', async () => {
    for (const _ of rounds) {
      const id = await makeChannel();
      const change = (input: object) => site.ask(channelCalls.update, { as: admin, input: { id, ...input } });

      // The first takes a type that needs no key to another address, the second goes back to the old type.
      await Promise.all([
        change({ type: 1 }),
        change({ type: 1000, base_url: EVIL }),
        change({ type: 1 }),
        change({ type: 1000, base_url: EVIL }),
        change({ type: 1 }),
      ]);

      const { base_url, keys } = await storedChannel(id);
      expect({ base_url, keys }).not.toEqual({ base_url: EVIL, keys: [KEY] });
    }
  });

  it('never test a draft with a key that was stored for another address meanwhile', async () => {
    const id = await makeChannel({ base_url: 'https://first.example', key: 'key of first' });
    site.tested.length = 0;
    for (const round of rounds) {
      const name = round % 2 === 0 ? 'second' : 'first';
      const draft = () => site.ask(channelCalls.testDraft, { as: admin, input: { id, type: 1 } });
      await Promise.all([
        draft(),
        site.ask(channelCalls.test, { as: admin, params: { id } }),
        site.ask(channelCalls.update, {
          as: root,
          input: { id, base_url: `https://${name}.example`, key: `key of ${name}` },
        }),
        draft(),
        site.ask(channelCalls.test, { as: admin, params: { id } }),
      ]);
    }
    expect(site.tested.length).toBeGreaterThanOrEqual(4 * ROUNDS);
    for (const { base_url, channelKey } of site.tested)
      expect(base_url).toBe(`https://${channelKey.replace('key of ', '')}.example`);
  });

  it('never let an administrator change an account that is promoted meanwhile', async () => {
    for (const round of rounds) {
      const target = await site.seed.person(`target${round}`);
      const stored = async () =>
        site.db
          .selectFrom('users')
          .select(['password_hash', 'display_name', 'group', 'status', 'quota'])
          .where('id', '=', target.id)
          .executeTakeFirstOrThrow();
      const change = (input: object) =>
        site.ask(userCalls.update, { as: admin, input: { id: target.id, ...input } });

      // To hash a password takes longer than to promote.
      const late = [
        change({ password: 'a password of mine' }),
        change({ password: 'a password of mine', display_name: 'mine' }),
      ];
      const promotion = { username: target.username, action: 'promote' };
      const { status } = await site.ask(userCalls.manage, { as: root, input: promotion });
      const atPromotion = await stored();
      await Promise.all(late);

      expect(status).toBe(200);
      expect(await stored()).toEqual(atPromotion);
    }
  });

  it('never leave the site without root, where two disable each other', async () => {
    for (const round of rounds) {
      const [one, two] = await Promise.all(
        ['one', 'two'].map((name) => site.seed.person(`${name}${round}`, { role: role.root })),
      );
      const disable = (by: Person | undefined, target: Person | undefined) =>
        site.ask(userCalls.update, { as: by, input: { id: target?.id, status: userStatus.disabled } });
      const statuses = (await Promise.all([disable(one, two), disable(two, one)])).map(
        ({ status }) => status,
      );
      expect(statuses.toSorted()[0]).toBe(200);
      expect(statuses.toSorted()[1]).toBeGreaterThan(200);
    }
  });

  it('never delete a group that somebody else gives away at this moment', async () => {
    for (const round of rounds) {
      const symbol = `race${round}`;
      const { body } = await site.ask(userGroupCalls.create, {
        as: root,
        input: { symbol, name: symbol, ratio: 1, api_rate: 60, public: true },
      });
      const ann = await site.seed.person(`ann${round}`);
      const channel = await makeChannel();
      const ask = (call: Parameters<typeof site.ask>[0], input: object) =>
        site.ask(call, { as: admin, input });
      await Promise.all([
        ask(userCalls.batch, { ids: [ann.id], action: 'set_group', group: symbol }),
        ask(channelCalls.update, { id: channel, group: `default,${symbol}` }),
        site.ask(userGroupCalls.remove, { as: admin, params: { id: body.data.id } }),
        ask(userCalls.create, { username: `bob${round}`, password: 'long enough', group: symbol }),
        ask(channelCalls.batch, { ids: [channel], action: 'set_group', group: symbol }),
        ask({ method: 'POST', path: '/api/token/' }, { name: 't', expired_time: -1, group: symbol }),
      ]);

      const groups = await site.db.selectFrom('user_groups').select('symbol').execute();
      const exists = groups.some((group) => group.symbol === symbol);
      const named = async (table: 'users' | 'tokens') =>
        (await site.db.selectFrom(table).select('id').where('group', '=', symbol).execute()).length;
      const users = (await named('users')) + (await named('tokens'));
      const channels = (await storedChannel(channel)).group.split(',').includes(symbol);
      expect({ exists, isUsed: users > 0 || channels }).not.toEqual({ exists: false, isUsed: true });
    }
  });

  it('never give one name or address to two accounts', async () => {
    const people = [];
    for (const index of [0, 1, 2, 3]) people.push(await site.seed.person(`dan${index}`));
    for (const round of rounds) {
      const email = `e${round}@example.com`;
      const answers = await Promise.all(
        people.flatMap(({ id }) => [
          site.ask(userCalls.update, { as: admin, input: { id, email } }),
          site.ask(userCalls.update, { as: admin, input: { id, username: `eve${round}` } }),
        ]),
      );

      const done = answers.map(({ status }) => status).sort();
      expect(done).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
      const owners = site.db.selectFrom('users').select('id').where('email', '=', email);
      expect(await owners.execute()).toHaveLength(1);
    }
  });

  it('make one playground key for one account, and use the option that was stored last', async () => {
    const gus = await site.seed.person('gus');
    const playground = { method: 'POST', path: '/api/token/playground' } as const;
    const answers = await Promise.all(rounds.map(() => site.ask(playground, { as: gus })));
    expect(new Set(answers.map(({ body }) => body.data.key)).size).toBe(1);

    await Promise.all(
      rounds.map((round) =>
        site.ask(optionCalls.update, { as: root, input: { key: 'RetryTimes', value: String(round) } }),
      ),
    );
    const used = site.options.text('RetryTimes');
    const stored = site.db.selectFrom('options').select('value').where('key', '=', 'RetryTimes');
    expect((await stored.executeTakeFirstOrThrow()).value).toBe(used);
  });
});
