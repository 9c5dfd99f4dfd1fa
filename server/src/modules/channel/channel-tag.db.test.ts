import { channelCalls, channelTagCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';

describe.each(databases)('channels of a tag on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const { get, update, remove, removeDisabled, setPriority, setStatus } = channelTagCalls;
  const { tags: all, tagged: list, leaveTag: leave } = channelCalls;
  const make = async (given: object, as = admin) => {
    const input = { type: 1, name: 'one', key: 'sk-one', models: 'gpt-4o', group: 'default', ...given };
    return (await site.ask(channelCalls.create, { as, input })).body.data;
  };
  const tagged = async (tag: string) =>
    (await site.ask(list, { as: admin, params: { tag } })).body.data as { id: number; name: string }[];
  const change = (tag: string, input: object, headers: Record<string, string> = {}) =>
    site.ask(update, { as: admin, params: { tag }, input, headers });
  const storedKeys = async (tag: string) => {
    const rows = await site.db
      .selectFrom('channels')
      .innerJoin('channel_keys', 'channel_keys.channel_id', 'channels.id')
      .select('key_sealed')
      .where('tag', '=', tag)
      .orderBy('channel_keys.id')
      .execute();
    return rows.map(({ key_sealed: sealed }) => site.secretBox.open(sealed, CHANNEL_KEY_PURPOSE));
  };

  it('are listed, and what they have in common is read with what differs, never with a key', async () => {
    const first = await make({ tag: 'read', name: 'eu', cost_ratio: 0.5 });
    await make({ tag: 'read', name: 'us', key: 'sk-two', priority: 3, models: 'gpt-4o,o4*' });
    await site.ask(channelCalls.update, { as: admin, input: { id: first.id, status: 2 } });

    const { body, headers } = await site.ask(get, { as: admin, params: { tag: 'read' } });

    expect(body.data).toMatchObject({
      ...{ id: first.id, type: 1, name: 'eu', tag: 'read', models: 'gpt-4o', cost_ratio: 0.5 },
      ...{ total: 2, enabled: 1, differs: expect.arrayContaining(['models', 'cost_ratio']) },
    });
    expect(body.data.differs).toHaveLength(2);
    expect(headers.etag).toBe(body.data.etag);
    expect(JSON.stringify(body.data)).not.toContain('key');
    expect((await tagged('read')).map(({ name }) => name)).toEqual(['us', 'eu']);
    expect((await site.ask(all, { as: admin })).body.data).toContainEqual({ id: 0, tag: 'read' });
  });

  it('are changed together, also to what is empty or off, and keep what is their own', async () => {
    await make({ tag: 'old/名 %', name: 'a', weight: 5, other: 'v1', only_chat: true, test_model: 'gpt-4o' });
    await make({ tag: 'old/名 %', name: 'b', key: 'sk-two', priority: 7, models: 'x' });
    site.changed.length = 0;

    const { status, body } = await change('old/名 %', {
      ...{ tag: 'new', models: 'o4*,gpt-4o', other: '', only_chat: false, test_model: '', group: 'vip' },
    });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ tag: 'new', total: 2, differs: [], only_chat: false, other: '' });
    expect(site.changed).toEqual(['routing']);
    const common = { models: 'o4*,gpt-4o', other: '', only_chat: false, test_model: '', group: 'vip' };
    expect(await tagged('new')).toMatchObject([
      { ...common, name: 'b', priority: 7, weight: 1 },
      { ...common, name: 'a', priority: 0, weight: 5 },
    ]);
    expect(await storedKeys('new')).toEqual(['sk-one', 'sk-two']);
    expect((await site.ask(get, { as: admin, params: { tag: 'old/名 %' } })).body.code).toBe(
      'channel.tag_not_found',
    );
  });

  it('get the same cost ratios, and are alike whatever the order of the models', async () => {
    await make({ tag: 'cost', name: 'a', model_cost_ratios: { x: 1, y: 2 } });
    await make({ tag: 'cost', name: 'b', key: 'sk-two', model_cost_ratios: { y: 2, x: 1 } });
    const read = async () => (await site.ask(get, { as: admin, params: { tag: 'cost' } })).body.data;
    expect(await read()).toMatchObject({ model_cost_ratios: { x: 1, y: 2 }, differs: [] });
    await change('cost', { model_cost_ratios: { z: 0.5 } });
    expect(await tagged('cost')).toMatchObject([
      { model_cost_ratios: { z: 0.5 } },
      { model_cost_ratios: { z: 0.5 } },
    ]);
  });

  it('grow by a channel for each new key', async () => {
    await make({ tag: 'grow', name: 'acme', weight: 9 });
    await make({ tag: 'grow', name: 'acme_3', key: 'sk-two' });

    const { body } = await change('grow', { key: 'sk-three\n\nsk-four', models: 'gpt-4o-mini' });

    expect(body.data.total).toBe(4);
    expect(await tagged('grow')).toMatchObject([
      { name: 'acme_5', weight: 9, models: 'gpt-4o-mini', status: 1 },
      { name: 'acme_4', weight: 9, models: 'gpt-4o-mini', status: 1 },
      { name: 'acme_3', weight: 1, models: 'gpt-4o-mini' },
      { name: 'acme', weight: 9, models: 'gpt-4o-mini' },
    ]);
    expect(await storedKeys('grow')).toEqual(['sk-one', 'sk-two', 'sk-three', 'sk-four']);
    for (const [key, field, code] of [
      ['sk-five\nsk-two', 'key.2', 'channel.key_repeated'],
      ['sk-five\nsk-five', 'key.2', 'channel.key_repeated'],
      ['ｓｋ', 'key', 'channel.key_characters'],
    ] as const) {
      expect(await change('grow', { key, models: 'none-of-these' })).toMatchObject({
        status: 400,
        body: { fields: [{ field, code }] },
      });
    }
    expect((await tagged('grow')).map(({ name }) => name)).toHaveLength(4);
    expect((await site.ask(get, { as: admin, params: { tag: 'grow' } })).body.data.models).toBe(
      'gpt-4o-mini',
    );
  });

  it('follow the rules of a single change, all or none', async () => {
    await make({ tag: 'rules', base_url: 'https://one.example' });
    await make({ tag: 'rules', key: 'sk-two' });
    const refused = (input: object, field: string, code: string) =>
      change('rules', { models: 'never-written', ...input }).then((answer) =>
        expect(answer).toMatchObject({ body: { fields: [{ field, code }] } }),
      );

    await refused({ base_url: 'https://one.example' }, 'base_url', 'channel.key_required');
    await refused({ base_url: 'https://collector.example' }, 'base_url', 'channel.key_required');
    await refused({ base_url: 'http://10.0.0.8' }, 'base_url', 'channel.key_required');
    await refused({ allow_private_network: true }, 'allow_private_network', 'channel.private_network');
    await refused({ model_mapping: '{"a":1}' }, 'model_mapping', 'channel.mapping_target');
    await refused({ tag: '' }, 'tag', 'required');
    await refused({ tag: '_all' }, 'tag', 'channel.tag_reserved');
    expect((await change('rules', { group: 'default,nowhere' })).body.code).toBe('user_group.not_found');
    expect((await change('nobody has it', { only_chat: true })).status).toBe(404);
    expect(await tagged('rules')).toMatchObject([{ models: 'gpt-4o' }, { models: 'gpt-4o' }]);
    expect(await storedKeys('rules')).toEqual(['sk-one', 'sk-two']);
    const opened = await site.ask(update, {
      ...{ as: root, params: { tag: 'rules' }, input: { allow_private_network: true } },
    });
    expect(opened.body.data).toMatchObject({ allow_private_network: true });
  });

  it('are not overwritten where somebody changed one of them meanwhile', async () => {
    const { id } = await make({ tag: 'state' });
    const { etag } = (await site.ask(get, { as: admin, params: { tag: 'state' } })).body.data;
    const headers = { 'if-match': etag };
    await site.ask(channelCalls.update, { as: admin, input: { id, weight: 2 } });

    expect(await change('state', { only_chat: true }, headers)).toMatchObject({
      status: 412,
      body: { code: 'request.changed_meanwhile' },
    });
    expect(await tagged('state')).toMatchObject([{ only_chat: false }]);
    const now = (await site.ask(get, { as: admin, params: { tag: 'state' } })).body.data.etag;
    expect((await change('state', { only_chat: true }, { 'if-match': now })).status).toBe(200);
  });

  it('are enabled, disabled, moved, deleted and let go', async () => {
    const one = await make({ tag: 'acts' });
    await make({ tag: 'acts', name: 'two', key: 'sk-two' });
    const params = { tag: 'acts' };
    const as = admin;
    site.changed.length = 0;

    expect((await site.ask(setStatus, { as, params: { ...params, status: 'disable' } })).body.data).toBe(2);
    expect(await tagged('acts')).toMatchObject([{ status: 2 }, { status: 2 }]);
    await site.ask(setStatus, { as, params: { ...params, status: 'enable' } });
    expect(await tagged('acts')).toMatchObject([{ status: 1 }, { status: 1 }]);
    expect((await site.ask(setStatus, { as, params: { ...params, status: 'off' } })).status).toBe(400);
    expect(
      (await site.ask(setPriority, { as, params, input: { type: 'priority', value: 8 } })).body.data,
    ).toBe(2);
    expect(await tagged('acts')).toMatchObject([{ priority: 8 }, { priority: 8 }]);
    expect((await site.ask(setPriority, { as, params, input: { type: 'weight', value: 8 } })).status).toBe(
      400,
    );
    expect(site.changed).toEqual(['routing', 'routing', 'routing']);

    await site.ask(channelCalls.update, { as, input: { id: one.id, status: 2 } });
    expect((await site.ask(removeDisabled, { as, params })).body.data).toBe(1);
    expect((await tagged('acts')).map(({ name }) => name)).toEqual(['two']);
    const out = await make({ tag: 'acts', name: 'out', key: 'sk-out' });
    expect((await site.ask(leave, { as, params: { id: out.id } })).body.data).toMatchObject({
      ...{ id: out.id, tag: '', key_hint: out.key_hint },
    });
    expect((await site.ask(leave, { as, params: { id: one.id } })).status).toBe(404);
    expect((await site.ask(remove, { as, params })).body.data).toBe(1);
    expect(await storedKeys('acts')).toEqual([]);
    expect((await site.ask(remove, { as, params })).body.code).toBe('channel.tag_not_found');
    expect((await site.ask(removeDisabled, { as, params })).body.data).toBe(0);
  });

  it('stand in the list as one row, by the newest that a filter shows', async () => {
    const group = 'svip';
    const plain = await make({ name: 'plain', group });
    const older = await make({ name: 'older', tag: 'rows', group, models: 'rare', priority: 9 });
    const newer = await make({ name: 'newer', tag: 'rows', group });
    await make({ name: 'elsewhere', tag: 'other rows' });
    await site.ask(channelCalls.update, { as: admin, input: { id: older.id, status: 2 } });
    const rows = async (query: Record<string, string | number>) => {
      const { body } = await site.ask(channelCalls.list, { as: admin, query: { group, ...query } });
      expect(body.data.total_count).toBe(body.data.data.length);
      return body.data.data;
    };

    expect(await rows({})).toMatchObject([
      { id: newer.id, tag_channels: null },
      { id: older.id, tag_channels: null },
      { id: plain.id, tag_channels: null },
    ]);
    const counts = { total: 2, enabled: 1 };
    expect(await rows({ filter_tag: 0 })).toMatchObject([
      { id: newer.id, tag: 'rows', tag_channels: counts },
      { id: plain.id, tag: '', tag_channels: null },
    ]);
    expect(await rows({ filter_tag: 1 })).toMatchObject([{ id: plain.id }]);
    expect(await rows({ filter_tag: 2 })).toMatchObject([{ id: newer.id, tag_channels: counts }]);
    expect(await rows({ filter_tag: 2, models: 'rare' })).toMatchObject([
      { id: older.id, tag_channels: counts },
    ]);
    expect(await rows({ filter_tag: 0, name: 'row' })).toMatchObject([
      { id: newer.id, tag_channels: counts },
    ]);
    expect(await rows({ name: 'row' })).toEqual([]);
    expect(await rows({ filter_tag: '' })).toHaveLength(3);
    const exported = async (filter_tag: number) =>
      String(
        (await site.ask(channelCalls.exportCsv, { as: admin, query: { group, filter_tag } })).body,
      ).split('\r\n').length - 2;
    expect([await exported(0), await exported(1), await exported(2)]).toEqual([3, 1, 2]);
    expect((await site.ask(channelCalls.list, { as: admin, query: { filter_tag: 3 } })).status).toBe(400);
  });

  it('is for administrators', async () => {
    const ann = await site.seed.person('ann');
    for (const call of Object.values(channelTagCalls)) {
      const asked = { params: { tag: 'read', id: 1, status: 'enable' }, input: { value: 1 } };
      expect((await site.ask(call, { as: ann, ...asked })).status).toBe(403);
      expect((await site.ask(call, asked)).status).toBe(401);
    }
  });
});
