import { type ChannelKeyView, channelCalls, channelKeyCalls, MAX_KEYS, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';

const ROUNDS = 8;

describe.each(databases)('the keys of a channel on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const { create, update, get, copy, remove, test, testDraft, batch: batchChannels } = channelCalls;
  const { list, add, batch } = channelKeyCalls;
  const THREE = 'sk-one-0123456789\nsk-two-0123456789\nsk-three-0123456789';
  const make = async (given: object = {}): Promise<{ id: number; etag: string; key_hint: string }> => {
    const input = { type: 1, name: 'c', models: 'm', key: THREE, key_mode: 'one_channel', ...given };
    const { body } = await site.ask(create, { as: admin, input });
    return body.data;
  };
  const keysOf = async (id: number): Promise<ChannelKeyView[]> =>
    (await site.ask(list, { as: admin, params: { id } })).body.data;
  const storedOf = async (id: number): Promise<string[]> => {
    const rows = await site.db
      .selectFrom('channel_keys')
      .select('key_sealed')
      .where('channel_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ key_sealed }) => site.secretBox.open(key_sealed, CHANNEL_KEY_PURPOSE));
  };
  const change = (id: number, input: object) => site.ask(update, { as: admin, input: { id, ...input } });
  const changeKey = (id: number, key_id: number, input: object, headers: Record<string, string> = {}) =>
    site.ask(channelKeyCalls.update, { as: admin, params: { id, key_id }, input, headers });
  const removeKey = (id: number, key_id: number) =>
    site.ask(channelKeyCalls.remove, { as: admin, params: { id, key_id } });
  const addKeys = (id: number, keys: string, headers: Record<string, string> = {}) =>
    site.ask(add, { as: admin, params: { id }, input: { keys }, headers });

  it('are made with it, sealed, and listed without the keys themselves', async () => {
    const channel = await make();
    expect(channel).toMatchObject({ key_hint: 'sk-o…6789', key_count: 3, enabled_key_count: 3 });
    expect(await storedOf(channel.id)).toEqual(THREE.split('\n'));
    const fresh = {
      ...{ status: 1, used_quota: 0, calls: 0, failed_calls: 0, last_used_time: 0, last_error: '' },
      ...{ last_error_time: 0, resting: [], requests_per_minute: 0, tokens_per_minute: 0, parallel_calls: 0 },
    };
    const keys = await keysOf(channel.id);
    expect(keys).toMatchObject(
      ['sk-o…6789', 'sk-t…6789', 'sk-t…6789'].map((key_hint) => ({ ...fresh, key_hint })),
    );
    expect(JSON.stringify(keys)).not.toMatch(/0123|v1:/);
  });

  it('make a channel each unless it is said otherwise; one channel takes more of them', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `sk-${n}`).join('\n');
    const each = await make({ key_mode: undefined });
    expect(each).toMatchObject({ key_count: 1, created: [each.id, each.id + 1, each.id + 2] });
    const refused = await site.ask(create, {
      as: admin,
      input: { type: 1, name: 'c', models: 'm', key: many },
    });
    expect(refused.body.fields).toEqual([{ field: 'key', code: 'channel.too_many_channels' }]);
    expect(await make({ key: many })).toMatchObject({ key_count: 101 });
    const wrong = await site.ask(create, {
      as: admin,
      input: { type: 35, name: 'c', models: 'm', key: 'a|b\nc\nd|e\nf', key_mode: 'one_channel' },
    });
    expect(wrong.body).toMatchObject({
      code: 'channel.key_line',
      fields: [
        { field: 'key.2', code: 'channel.key_parts' },
        { field: 'key.4', code: 'channel.key_parts' },
      ],
    });
  });

  it('are added by the line, all or none', async () => {
    const { id } = await make();
    site.changed.length = 0;
    const { status, body } = await addKeys(id, 'sk-four-0123456789\n\n sk-five-0123456789 ');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ key_hint: 'sk-f…6789' }, { key_hint: 'sk-f…6789' }]);
    expect(await storedOf(id)).toEqual([...THREE.split('\n'), 'sk-four-0123456789', 'sk-five-0123456789']);
    expect(site.changed).toEqual(['routing']);
  });

  it.each([
    ['none', ' \n ', [['keys', 'required']]],
    ['one that the channel has', 'sk-new\nsk-two-0123456789', [['keys.2', 'channel.key_repeated']]],
    ['the same twice', 'sk-new\n\nsk-new', [['keys.3', 'channel.key_repeated']]],
    ['one that cannot be sent', 'sk-new\nｓｋ', [['keys.2', 'channel.key_characters']]],
    [
      'more than a channel takes',
      Array.from({ length: MAX_KEYS - 2 }, (_, n) => `sk-${n}`).join('\n'),
      [['keys', 'channel.too_many_keys']],
    ],
  ])('are not added where there is %s', async (_what, keys, faults) => {
    const { id } = await make();
    const { status, body } = await addKeys(id, keys);
    expect(status).toBe(400);
    expect(body.fields).toEqual(faults.map(([field, code]) => ({ field, code })));
    expect(await storedOf(id)).toHaveLength(3);
  });

  it('are turned off and on, limited and deleted one by one or many at once', async () => {
    const { id } = await make();
    const [one, two, three] = (await keysOf(id)).map((key) => key.id) as [number, number, number];
    site.changed.length = 0;
    const limited = await changeKey(id, one, { status: 2, requests_per_minute: 60, parallel_calls: 2 });
    expect(limited.body.data).toMatchObject({
      id: one,
      status: 2,
      requests_per_minute: 60,
      parallel_calls: 2,
    });
    expect((await changeKey(id, one, { parallel_calls: -1 })).status).toBe(400);
    const read = await site.ask(get, { as: admin, params: { id } });
    expect(read.body.data).toMatchObject({ key_count: 3, enabled_key_count: 2 });

    const ids = [one, three, 999_999];
    const enabled = await site.ask(batch, { as: admin, params: { id }, input: { ids, action: 'enable' } });
    expect(enabled.body.data).toEqual({
      ...{ done: [one, three], failed: [{ id: 999_999, code: 'channel.key_not_found' }] },
    });
    expect((await keysOf(id)).map(({ status }) => status)).toEqual([1, 1, 1]);
    await site.ask(batch, { as: admin, params: { id }, input: { ids: [one, two], action: 'delete' } });
    expect(await storedOf(id)).toEqual(['sk-three-0123456789']);
    expect(site.changed).toEqual(['routing', 'routing', 'routing']);
  });

  it('keep at least one where the provider needs one', async () => {
    const { id } = await make();
    const ids = (await keysOf(id)).map((key) => key.id);
    const all = await site.ask(batch, { as: admin, params: { id }, input: { ids, action: 'delete' } });
    expect([all.status, all.body.code]).toEqual([400, 'channel.key_required']);
    expect(await storedOf(id)).toHaveLength(3);

    const free = await make({ type: 39, base_url: 'https://up.example', key: 'sk-only' });
    const [only] = await keysOf(free.id);
    expect((await removeKey(free.id, only?.id ?? 0)).status).toBe(200);
    expect(await keysOf(free.id)).toEqual([]);
  });

  it('are found in their own channel only, and not by others than administrators', async () => {
    const { id } = await make();
    const other = await make();
    const key_id = (await keysOf(other.id))[0]?.id ?? 0;
    expect((await changeKey(id, key_id, { status: 2 })).body.code).toBe('channel.key_not_found');
    expect((await removeKey(id, key_id)).status).toBe(404);
    expect((await site.ask(test, { as: admin, params: { id }, query: { key_id } })).status).toBe(404);
    expect((await addKeys(999_999, 'sk-new')).body.code).toBe('channel.not_found');
    const common = await site.seed.person(`common${id}`);
    for (const as of [undefined, common]) {
      const { status } = await site.ask(list, { as, params: { id } });
      expect(status).toBe(as === undefined ? 401 : 403);
    }
  });

  it('are replaced by one only together with another address; a stored key goes to no new one', async () => {
    const { id } = await make();
    const refused = await change(id, { key: 'sk-new-0123456789' });
    expect([refused.status, refused.body.code]).toEqual([409, 'channel.several_keys']);
    expect(refused.body.message).toContain(`/api/channel/${id}/keys`);
    expect((await change(id, { base_url: 'https://other.example' })).body.code).toBe('channel.key_required');
    expect(await storedOf(id)).toHaveLength(3);

    await change(id, { base_url: 'https://other.example', key: 'sk-new-0123456789' });
    expect(await storedOf(id)).toEqual(['sk-new-0123456789']);

    const free = await make({ type: 39, base_url: 'https://up.example' });
    const moved = await change(free.id, { base_url: 'https://other.example' });
    expect(moved.body.data).toMatchObject({ key_hint: '', key_count: 0 });
    expect(await storedOf(free.id)).toEqual([]);
  });

  it('begins anew as another account, under the same number, where the only one is replaced', async () => {
    const { id } = await make({ key: 'sk-one-0123456789' });
    const [before] = await keysOf(id);
    const used = { used_quota: 7, calls: 2, failed_calls: 1, last_error: 'upstream.error', status: 3 };
    await site.db.updateTable('channel_keys').set(used).where('channel_id', '=', id).execute();
    await change(id, { key: 'sk-new-0123456789' });
    expect(await keysOf(id)).toMatchObject([
      { id: before?.id, key_hint: 'sk-n…6789', status: 1, used_quota: 0, calls: 0, last_error: '' },
    ]);
  });

  it('are copied with states and limits, and deleted with their channel', async () => {
    const { id } = await make();
    const [one] = await keysOf(id);
    await changeKey(id, one?.id ?? 0, { status: 2, tokens_per_minute: 9 });
    await site.db.updateTable('channel_keys').set({ calls: 5 }).where('channel_id', '=', id).execute();
    const copied = (await site.ask(copy, { as: admin, params: { id } })).body.data.id;
    expect(await storedOf(copied)).toEqual(THREE.split('\n'));
    expect(await keysOf(copied)).toMatchObject([
      { status: 2, tokens_per_minute: 9, calls: 0 },
      { status: 1 },
      { status: 1 },
    ]);
    await site.ask(remove, { as: admin, params: { id } });
    await site.ask(batchChannels, { as: admin, input: { ids: [copied], action: 'delete' } });
    expect([...(await storedOf(id)), ...(await storedOf(copied))]).toEqual([]);
    expect((await site.ask(list, { as: admin, params: { id } })).status).toBe(404);
  });

  it('are tested by their number, else the first that is enabled; none where all are off', async () => {
    const { id } = await make();
    const [one, two] = (await keysOf(id)).map((key) => key.id) as [number, number];
    await changeKey(id, one, { status: 2 });
    site.tested.length = 0;
    const ask = (query = {}) => site.ask(test, { as: admin, params: { id }, query });
    await ask();
    await ask({ key_id: one });
    await site.ask(testDraft, { as: admin, input: { id, type: 1 } });
    expect(site.tested.map(({ channelKey }) => channelKey.split('-')[1])).toEqual(['two', 'one', 'two']);

    const ids = (await keysOf(id)).map((key) => key.id);
    await site.ask(batch, { as: admin, params: { id }, input: { ids, action: 'disable' } });
    expect((await ask()).body.code).toBe('channel.keys_disabled');
    expect((await ask({ key_id: two })).status).toBe(200);
    const draft = await site.ask(testDraft, { as: admin, input: { id, type: 1, key: 'sk-typed' } });
    expect(draft.status).toBe(200);
  });

  it('say for which models they rest, and until when', async () => {
    const { id } = await make();
    const [one, two] = await keysOf(id);
    site.fakes.restingKeys = (channelId) =>
      channelId !== id
        ? []
        : [
            { keyId: one?.id ?? 0, model: 'm', seconds: 30, code: 'x' },
            { keyId: null, model: 'n', seconds: 5, code: 'x' },
          ];
    const resting = (await keysOf(id)).map((key) => key.resting);
    site.fakes.restingKeys = () => [];
    const all = { model: 'n', until: site.now() + 5 };
    expect(resting).toEqual([[{ model: 'm', until: site.now() + 30 }, all], [all], [all]]);
    expect(two?.resting).toEqual([]);
  });

  describe('changed by two administrators at once', () => {
    it('are not added to an address that their giver did not see', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, etag } = await make({ type: 39, base_url: 'https://up.example' });
        await Promise.all([
          change(id, { base_url: 'https://collector.example' }),
          addKeys(id, 'sk-of-the-adder', { 'if-match': etag }),
          site.ask(update, { as: root, input: { id, base_url: 'https://collector.example' } }),
        ]);
        const { base_url } = (await site.ask(get, { as: root, params: { id } })).body.data;
        expect({ base_url, keys: await storedOf(id) }).toEqual({
          base_url: 'https://collector.example',
          keys: [],
        });
      }
    });

    it('are never fewer than the provider needs, nor twice the same', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await make({ key: 'sk-a\nsk-b' });
        const [a, b] = await keysOf(id);
        const [first, second, ...added] = await Promise.all([
          removeKey(id, a?.id ?? 0),
          removeKey(id, b?.id ?? 0),
          addKeys(id, 'sk-c\nsk-d'),
          addKeys(id, 'sk-d\nsk-c'),
        ]);
        const stored = await storedOf(id);
        expect(new Set(stored).size).toBe(stored.length);
        expect(stored.length).toBeGreaterThanOrEqual(1);
        expect(added.map(({ status }) => status).sort()).toEqual([200, 400]);
        for (const { status } of [first, second]) expect([200, 400]).toContain(status);
      }
    });

    it('keep what somebody else changed meanwhile, where the state is named', async () => {
      const { id } = await make();
      const [key] = await keysOf(id);
      const headers = { 'if-match': key?.etag ?? '' };
      const answers = await Promise.all([
        changeKey(id, key?.id ?? 0, { parallel_calls: 1 }, headers),
        changeKey(id, key?.id ?? 0, { status: 2 }, headers),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });
  });
});
