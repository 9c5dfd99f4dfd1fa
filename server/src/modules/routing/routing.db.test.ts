import { channelCalls, priceCalls, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { CHANNEL_KEY_PURPOSE, RoutingTable } from './routing-table.ts';

describe.each(databases)('routing on $name', (engine) => {
  let site: TestManagement;
  let routing: RoutingTable;
  const logged: object[] = [];

  beforeAll(async () => {
    site = await startTestManagement(engine);
    const log = { info: () => {}, warn: () => {}, error: (facts: object) => void logged.push(facts) };
    routing = new RoutingTable({ ...site.deps, log });
    await site.db.deleteFrom('prices').execute();
    for (const model of ['m', 'sister', 'wide-*', 'wide-exact', 'target-*']) await addPrice(model);
  });
  afterAll(() => site.stop());

  const addPrice = (model: string) =>
    site.db
      .insertInto('prices')
      .values({
        ...{ model, version: 1, type: 'tokens', channel_type: 1, input: '1', output: '2' },
        ...{ extra_ratios: '{}', locked: 0, updated_time: 0 },
      })
      .execute();
  const addChannel = async (given: object = {}) => {
    const { id } = await site.db
      .insertInto('channels')
      .values({
        ...{ type: 1000, status: 1, name: 'c', weight: 1, priority: 0 },
        ...{ created_time: 0, test_time: 0, response_time: 0, base_url: '', other: '', models: 'm' },
        ...{ group: 'default', tag: '', used_quota: 0, model_mapping: '', test_model: '' },
        ...{ disabled_stream: '[]', only_chat: 0, allow_private_network: 0, deleted_time: 0 },
        ...{ dialects: '["openai-chat"]', ...given },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const channelsOf = (model: string, group = 'default') =>
    routing.current.routesFor(group, model).routes.map(({ channel }) => channel.id);

  it.each([
    ['a mapping that is no JSON', { model_mapping: '{' }],
    ['a mapping that is a list', { model_mapping: '[1]' }],
    ['a mapping that is nothing', { model_mapping: 'null' }],
    ['a mapping to a number', { model_mapping: '{"m":1}' }],
    ['streams that are no JSON', { disabled_stream: 'gpt' }],
    ['streams that are a text', { disabled_stream: '"gpt"' }],
    ['dialects that are no list', { dialects: '"gemini"' }],
  ])('leaves one channel out for %s, and serves by the others', async (_what, given) => {
    const good = await addChannel();
    const bad = await addChannel(given);
    logged.length = 0;

    await routing.reload();
    await routing.reload();

    expect(channelsOf('m')).toContain(good);
    expect(channelsOf('m')).not.toContain(bad);
    expect(logged).toEqual([{ row: `channel ${bad}`, error: expect.any(String) }]);
    await site.db.deleteFrom('channels').where('id', 'in', [good, bad]).execute();
  });

  it('serves by more channels than one reading takes', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 401; n += 1) ids.push(await addChannel({ models: 'sister' }));
    await routing.reload();
    expect(channelsOf('sister')).toEqual(ids);
    await site.db.deleteFrom('channels').where('id', 'in', ids).execute();
  });

  it('knows models without a price, and those that no channel serves', async () => {
    const ids = [
      await addChannel({ models: 'm,nameless,half,no-*', model_mapping: '{"half":"missing"}' }),
      await addChannel({ models: 'half,other', group: 'vip', model_mapping: '{"half":"m"}' }),
      await addChannel({ models: 'off', status: 3 }),
    ];
    await routing.reload();

    // In the default group calls of "half" are refused, though it has a price for others.
    expect(await routing.current.unpricedModels()).toEqual(['half', 'nameless', 'other']);
    expect(
      ['m', 'other', 'no-thing', 'off', 'nothing'].map((model) => routing.current.serves(model)),
    ).toEqual([true, true, true, false, false]);
    await site.db.deleteFrom('channels').where('id', 'in', ids).execute();
  });

  it('leaves one price out, and lets no wider one take its place', async () => {
    const good = await addChannel({ models: 'm,sister,wide-*' });
    for (const bad of [
      { input: 'much' },
      { extra_ratios: '{' },
      { extra_ratios: '{"reasoning_tokens":"x"}' },
    ]) {
      await site.db.updateTable('prices').set(bad).where('model', 'in', ['m', 'wide-exact']).execute();
      await routing.reload();

      expect(channelsOf('sister')).toEqual([good]);
      expect(channelsOf('wide-other')).toEqual([good]);
      for (const model of ['m', 'wide-exact']) {
        expect(routing.current.routesFor('default', model)).toMatchObject({ routes: [], isUnpriced: true });
      }
      const whole = { input: '1', extra_ratios: '{}' };
      await site.db.updateTable('prices').set(whole).execute();
    }
    await routing.reload();
    expect(channelsOf('m')).toEqual([good]);
    await site.db.deleteFrom('channels').execute();
  });

  it('leaves one group out', async () => {
    const good = await addChannel({ group: 'default,vip' });
    await site.db.updateTable('user_groups').set({ ratio: 'half' }).where('symbol', '=', 'vip').execute();
    await routing.reload();

    expect([...routing.current.groups.keys()]).not.toContain('vip');
    expect(channelsOf('m')).toEqual([good]);
    await site.db.updateTable('user_groups').set({ ratio: '1' }).where('symbol', '=', 'vip').execute();
    await site.db.deleteFrom('channels').execute();
  });

  it('never joins a key with an address that it was not given for, whoever changes both meanwhile', async () => {
    const seal = (key: string) => site.secretBox.seal(key, CHANNEL_KEY_PURPOSE);
    const id = await addChannel({ type: 8, base_url: 'https://first.example' });
    const key = { channel_id: id, key_sealed: seal('first'), key_hint: '', status: 1, created_time: 0 };
    await site.db.insertInto('channel_keys').values(key).execute();
    const move = (name: string) =>
      site.db.transaction().execute(async (trx) => {
        const base_url = `https://${name}.example`;
        await trx.updateTable('channels').set({ base_url }).where('id', '=', id).execute();
        await trx
          .updateTable('channel_keys')
          .set({ key_sealed: seal(name) })
          .execute();
      });

    for (let round = 0; round < 60; round += 1) {
      const reloaded = routing.reload();
      await move(round % 2 === 0 ? 'second' : 'first');
      await reloaded;
      for (const { headers, origin } of routing.current
        .routesFor('default', 'm')
        .routes.map(({ channel }) => channel))
        expect(origin).toBe(`https://${headers[headers.indexOf('authorization') + 1]?.slice(7)}.example`);
    }
    await routing.reload();
    expect(channelsOf('m')).toEqual([id]);
    await site.db.deleteFrom('channels').execute();
    await site.db.deleteFrom('channel_keys').execute();
  });

  it('serves nothing by a channel whose keys are all turned off: it exists, but not now', async () => {
    const id = await addChannel({ type: 8, base_url: 'https://first.example' });
    const key_sealed = site.secretBox.seal('sk-off', CHANNEL_KEY_PURPOSE);
    const key = { channel_id: id, key_sealed, key_hint: '', status: 2, created_time: 0 };
    await site.db.insertInto('channel_keys').values(key).execute();
    await routing.reload();
    expect(channelsOf('m')).toEqual([]);
    expect(routing.current.isResting('default', 'm')).toBe(true);
    await site.db.deleteFrom('channels').execute();
    await site.db.deleteFrom('channel_keys').execute();
  });

  it('shows rows that it leaves out, so that they can be put right', async () => {
    const root = await site.root();
    await addChannel({ disabled_stream: '{', name: 'broken' });
    await site.db
      .updateTable('prices')
      .set({ input: 'much', extra_ratios: '[' })
      .where('model', '=', 'm')
      .execute();
    await site.db.updateTable('user_groups').set({ ratio: 'half' }).where('symbol', '=', 'vip').execute();

    for (const [call, text] of [
      [channelCalls.list, 'broken'],
      [priceCalls.list, '"m"'],
      [userGroupCalls.list, 'vip'],
    ] as const) {
      const { status, body } = await site.ask(call, { as: root });
      expect(status).toBe(200);
      expect(JSON.stringify(body.data)).toContain(text);
    }
    const price = { model: 'm', type: 'tokens', channel_type: 1, input: 1, output: 2, confirmed: true };
    const put = await site.ask(priceCalls.update, { as: root, params: { '*': 'm' }, input: price });
    expect(put.status).toBe(200);
    await site.db.updateTable('user_groups').set({ ratio: '1' }).execute();
    await site.db.deleteFrom('channels').execute();
  });

  it('finds what it serves at once, however many other names were asked for', async () => {
    await addChannel({ models: 'm,wide-*' });
    await routing.reload();
    const ask = (model: string) => routing.current.routesFor('default', model);
    for (let index = 0; index < 20_000; index += 1) ask(`unknown-${index}`);

    expect(ask('m')).toBe(ask('m'));

    // A wildcard serves names without end; those that are asked for now are at hand.
    for (let index = 0; index < 20_000; index += 1) {
      ask(`wide-${index}`);
      if (index % 1000 === 0) expect(ask('m')).toBe(ask('m'));
    }
    const name = 'wide-asked-for-often';
    expect(ask(name)).toBe(ask(name));
    await site.db.deleteFrom('channels').execute();
  });

  it('names what a mapped model is billed as, also where a wildcard prices it', async () => {
    const model_mapping = '{"m":"target-large","sister":"+target-small"}';
    await addChannel({ models: 'm,sister', model_mapping });
    await routing.reload();

    const routeOf = (model: string) => routing.current.routesFor('default', model).routes[0];
    expect(routeOf('m')).toMatchObject({ upstreamModel: 'target-large', billedModel: 'target-large' });
    expect(routeOf('m')?.price.model).toBe('target-*');
    expect(routeOf('sister')).toMatchObject({ upstreamModel: 'target-small', billedModel: 'sister' });
    await site.db.deleteFrom('channels').execute();
  });
});
