import { role, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('user groups on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { group: 'vip' });
  });
  afterAll(() => site.stop());

  const { map, symbols, list, get, create, update, toggle, remove } = userGroupCalls;
  const input = { symbol: 'team', name: 'Team', ratio: 0.85, api_rate: 60, public: false };
  const make = async (given: object = {}) =>
    (await site.ask(create, { as: admin, input: { ...input, ...given } })).body.data;

  it('shows everybody the public groups, and a member his own', async () => {
    const seen = async (as?: Person) => Object.keys((await site.ask(map, { as })).body.data);
    expect(await seen()).toEqual(['default']);
    expect(await seen(ann)).toEqual(['default', 'vip']);
  });

  it('creates a group that calls are routed by at once', async () => {
    const { status, body } = await site.ask(create, { as: admin, input });
    expect(status).toBe(200);
    const noLimits = {
      ...{ tokens_per_minute: 0, parallel_calls: 0, promotion_points: 0, strategy: 'weight' },
      ...{ hedge_seconds: 0, hedge_percent: 5 },
    };
    expect(body.data).toEqual({
      ...{ ...input, ...noLimits },
      ...{ id: body.data.id, enable: true, etag: expect.any(String) },
    });
    expect(site.changed.at(-1)).toBe('routing');
    expect((await site.ask(get, { as: admin, params: { id: body.data.id } })).body.data).toEqual({
      ...body.data,
      ...{ user_count: 0, token_count: 0, channel_count: 0, budgets: [] },
    });
    expect((await site.ask(symbols, { as: admin })).body.data).toEqual(['default', 'vip', 'svip', 'team']);
    expect(await site.ask(create, { as: admin, input })).toMatchObject({
      status: 409,
      body: { code: 'user_group.symbol_taken', fields: [{ field: 'symbol' }] },
    });
    const bad = await site.ask(create, {
      as: admin,
      input: { ...input, symbol: 'a b', ratio: 1e-10, api_rate: 0 },
    });
    expect(bad.body.fields).toEqual([
      { field: 'symbol', code: 'user_group.symbol_characters' },
      { field: 'ratio', code: 'number.too_many_decimals' },
      { field: 'api_rate', code: 'too_small' },
    ]);
  });

  it('opens the channels of the default group to it, where that is wanted', async () => {
    const channel = async (name: string, group: string) => {
      const input = { type: 1000, name, key: '', models: 'demo-chat', group };
      return (await site.ask({ method: 'POST', path: '/api/channel/' }, { as: admin, input })).body.data.id;
    };
    const [both, other] = [await channel('both', 'vip,default'), await channel('other', 'vip')];
    const groupsOf = async (id: number) =>
      (await site.db.selectFrom('channels').select('group').where('id', '=', id).executeTakeFirst())?.group;

    await make({ symbol: 'alone' });
    expect(await groupsOf(both)).toBe('vip,default');
    await make({ symbol: 'served', with_default_channels: true });
    expect(await groupsOf(both)).toBe('vip,default,served');
    expect(await groupsOf(other)).toBe('vip');
  });

  it('changes a group, not its symbol', async () => {
    const group = await make({ symbol: 'crew' });
    const change = {
      ...{ id: group.id, name: 'Crew', ratio: 2, api_rate: 5, public: true },
      ...{ tokens_per_minute: 70, parallel_calls: 3 },
    };

    const { body } = await site.ask(update, {
      as: admin,
      input: { ...change, symbol: 'other', enable: false },
    });

    expect(body.data).toEqual({
      ...change,
      promotion_points: 0,
      ...{ strategy: 'weight', hedge_seconds: 0, hedge_percent: 5 },
      symbol: 'crew',
      enable: true,
      etag: expect.any(String),
    });
    expect((await site.ask(update, { as: admin, input: { ...change, id: 9999 } })).status).toBe(404);
    expect((await site.ask(update, { as: admin, input: { id: group.id } })).status).toBe(400);
  });

  it('keeps the choice among channels unless another one is given', async () => {
    const group = await make({ symbol: 'thrifty', strategy: 'cost' });
    const change = { id: group.id, name: 'Thrifty', ratio: 1, api_rate: 5, public: true };
    const save = (given: object) => site.ask(update, { as: admin, input: { ...change, ...given } });

    expect((await save({})).body.data.strategy).toBe('cost');
    expect((await save({ strategy: 'latency' })).body.data.strategy).toBe('latency');
    expect((await save({ strategy: 'luck' })).body.fields).toEqual([
      { field: 'strategy', code: expect.any(String) },
    ]);
  });

  it('keeps when a second channel is asked, which calls follow at once', async () => {
    const group = await make({ symbol: 'hasty', hedge_seconds: 0.75, hedge_percent: 20 });
    const change = { id: group.id, name: 'Hasty', ratio: 1, api_rate: 5, public: true };
    const save = (given: object) => site.ask(update, { as: admin, input: { ...change, ...given } });

    expect((await save({})).body.data).toMatchObject({ hedge_seconds: 0.75, hedge_percent: 20 });
    expect((await save({ hedge_seconds: 0 })).body.data).toMatchObject({
      hedge_seconds: 0,
      hedge_percent: 20,
    });
    expect((await save({ hedge_seconds: 0.1, hedge_percent: 0 })).body.fields).toEqual([
      { field: 'hedge_seconds', code: 'user_group.hedge_too_soon' },
      { field: 'hedge_percent', code: 'too_small' },
    ]);
  });

  it('turns groups on and off, but never the default one', async () => {
    const group = await make({ symbol: 'flip' });
    const read = async () => (await site.ask(get, { as: admin, params: { id: group.id } })).body.data.enable;
    await site.ask(toggle, { as: admin, params: { id: group.id } });
    expect(await read()).toBe(false);
    await site.ask(toggle, { as: admin, params: { id: group.id } });
    expect(await read()).toBe(true);

    const { body } = await site.ask(list, { as: admin, query: { keyword: 'def' } });
    const params = { id: body.data.data[0].id };
    for (const call of [toggle, remove]) {
      expect(await site.ask(call, { as: admin, params })).toMatchObject({
        status: 409,
        body: { code: 'user_group.is_default' },
      });
    }
  });

  it('deletes a group that nobody uses', async () => {
    const group = await make({ symbol: 'gone_soon' });
    const user = await site.seed.person('member', { group: 'gone_soon' });
    const params = { id: group.id };
    const inUse = { status: 409, body: { code: 'user_group.in_use' } };

    expect(await site.ask(remove, { as: admin, params })).toMatchObject(inUse);
    expect((await site.ask(get, { as: admin, params })).body.data.user_count).toBe(1);
    await site.db.updateTable('users').set({ group: 'default' }).where('id', '=', user.id).execute();
    const channel = await site.ask(
      { method: 'POST', path: '/api/channel/' },
      {
        as: admin,
        input: { type: 1000, name: 'c', key: '', models: 'demo-chat', group: 'default,gone_soon' },
      },
    );
    expect(channel.status).toBe(200);
    expect(await site.ask(remove, { as: admin, params })).toMatchObject(inUse);
    const listed = await site.ask(list, { as: admin, query: { keyword: 'gone' } });
    expect(listed.body.data.data).toMatchObject([{ user_count: 0, token_count: 0, channel_count: 1 }]);
    await site.ask(
      { method: 'DELETE', path: '/api/channel/:id' },
      { as: admin, params: { id: channel.body.data.id } },
    );

    expect((await site.ask(remove, { as: admin, params })).status).toBe(200);
    expect((await site.ask(get, { as: admin, params })).status).toBe(404);
    expect((await site.ask(toggle, { as: admin, params })).status).toBe(404);
    expect((await site.ask(remove, { as: admin, params })).status).toBe(404);
  });

  it('moves the keys of a group to another one with its deletion, and nothing else', async () => {
    const [old, other] = [await make({ symbol: 'old_one' }), await make({ symbol: 'new_one', public: true })];
    const user = await site.seed.person('keeper', { group: 'old_one' });
    const unlimited = { expired_time: -1, remain_quota: 0, unlimited_quota: true };
    const token = async (name: string, group: string, ...spare_groups: string[]) => {
      const create = { method: 'POST', path: '/api/token/' } as const;
      const { status } = await site.ask(create, {
        as: user,
        input: { ...unlimited, name, group, spare_groups },
      });
      expect(status).toBe(200);
      return (await site.db.selectFrom('tokens').select('id').where('name', '=', name).executeTakeFirst())
        ?.id;
    };
    const ids = [
      await token('first', 'old_one'),
      await token('spare', 'default', 'old_one'),
      await token('between', 'default', 'default', 'old_one', 'new_one'),
      await token('twice', 'old_one', 'new_one', 'default', 'old_one'),
    ];
    const untouched = await token('third', 'default');
    const read = (id: number | undefined) =>
      site.db
        .selectFrom('tokens')
        .select(['group', 'spare_groups'])
        .where('id', '=', id ?? 0)
        .executeTakeFirst();
    const removeTo = (move_to: string, id = old.id) =>
      site.ask(remove, { as: admin, params: { id }, query: { move_to } });
    const isInUse = (message: string) => ({ status: 409, body: { code: 'user_group.in_use', message } });

    expect(await removeTo('')).toMatchObject(
      isInUse('This group is still used by 1 user and 4 keys (of keeper).'),
    );
    site.changed.length = 0;
    expect(await removeTo('new_one')).toMatchObject(isInUse('This group is still used by 1 user.'));
    expect(await read(ids[0])).toEqual({ group: 'old_one', spare_groups: '[]' });
    await site.db.updateTable('users').set({ group: 'default' }).where('id', '=', user.id).execute();
    expect(await removeTo('missing')).toMatchObject({
      status: 404,
      body: { code: 'user_group.not_found', fields: [{ field: 'move_to' }] },
    });
    expect(await removeTo('old_one')).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'move_to', code: 'invalid_value' }] },
    });
    expect(site.changed).toEqual([]);

    expect((await removeTo('new_one')).status).toBe(200);

    expect(await read(ids[0])).toEqual({ group: 'new_one', spare_groups: '[]' });
    expect(await read(ids[1])).toEqual({ group: 'default', spare_groups: '["new_one"]' });
    expect(await read(ids[2])).toEqual({ group: 'default', spare_groups: '["default","new_one"]' });
    expect(await read(ids[3])).toEqual({ group: 'new_one', spare_groups: '["new_one","default"]' });
    expect(await read(untouched)).toEqual({ group: 'default', spare_groups: '[]' });
    expect([...site.changed].sort()).toEqual(['routing', ...ids.map((id) => `token ${id}`)]);
    expect((await site.ask(get, { as: admin, params: { id: other.id } })).body.data.token_count).toBe(4);
    expect((await removeTo('new_one')).status).toBe(404);
  });

  it('is for administrators', async () => {
    const params = { id: 1 };
    for (const call of [symbols, list, get, create, update, toggle, remove]) {
      expect((await site.ask(call, { as: ann, params, input })).status).toBe(403);
      expect((await site.ask(call, { params, input })).status).toBe(401);
    }
  });
});
