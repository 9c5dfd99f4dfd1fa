import { channelCalls, channelKeyCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { CHANNEL_KEY_PURPOSE } from '../../modules/routing/routing-table.ts';
import { channelKeys } from './0025-channel-keys.ts';

describe.each(databases)('the keys of channels on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('are those that channels had before, one each, and what a vendor keeps is of the channel alone', async () => {
    const { db } = site;
    await makeEarlier();
    const seal = (key: string) => site.secretBox.seal(key, CHANNEL_KEY_PURPOSE);
    const first = await addEarlier({ key_sealed: seal('sk-first'), key_hint: 'sk-f…irst', status: 2 });
    const keyless = await addEarlier({ key_sealed: '', key_hint: '', type: 1000 });
    const gone = await addEarlier({ key_sealed: '', key_hint: 'sk-g…gone', deleted_time: 5 });
    const second = await addEarlier({ key_sealed: seal('sk-second'), key_hint: '…', used_quota: 70 });
    const kept = { user_id: 1, name: 'resp_1', channel_id: first, tokens: 3, expires_at: 4_000_000_000 };
    await db
      .insertInto('kept_objects')
      .values(kept as never)
      .execute();

    await channelKeys(db as never, engine.name === 'SQLite' ? 'sqlite' : 'postgres');

    const root = await site.root();
    const keysOf = async (id: number) =>
      (await site.ask(channelKeyCalls.list, { as: root, params: { id } })).body.data;
    const fresh = { status: 1, used_quota: 0, calls: 0, failed_calls: 0, created_time: 9, parallel_calls: 0 };
    expect(await keysOf(first)).toMatchObject([{ ...fresh, key_hint: 'sk-f…irst' }]);
    expect(await keysOf(second)).toMatchObject([{ ...fresh, key_hint: '…' }]);
    expect(await keysOf(keyless)).toEqual([]);
    expect(await db.selectFrom('channel_keys').select('channel_id').orderBy('id').execute()).toEqual([
      { channel_id: first },
      { channel_id: second },
    ]);
    const { body } = await site.ask(channelCalls.get, { as: root, params: { id: first } });
    expect(body.data).toMatchObject({ key_hint: 'sk-f…irst', key_count: 1, enabled_key_count: 1, status: 2 });
    expect((await site.ask(channelCalls.get, { as: root, params: { id: gone } })).status).toBe(404);
    await site.ask(channelCalls.test, { as: root, params: { id: second }, query: { model: 'm' } });
    expect(site.tested).toMatchObject([{ id: second, channelKey: 'sk-second' }]);
    expect(await db.selectFrom('kept_objects').selectAll().execute()).toMatchObject([{ ...kept, key_id: 0 }]);
  });

  /** As it was before the migration. */
  async function makeEarlier() {
    const { schema } = site.db;
    await schema.dropTable('channel_keys').execute();
    await schema.alterTable('kept_objects').dropColumn('key_id').execute();
    for (const name of ['key_sealed', 'key_hint'])
      await schema
        .alterTable('channels')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
  }

  async function addEarlier(given: object): Promise<number> {
    const row = {
      ...{ type: 1, status: 1, name: 'c', weight: 1, priority: 0, created_time: 9, test_time: 0 },
      ...{ response_time: 0, base_url: '', other: '', models: 'm', group: 'default', tag: '', used_quota: 0 },
      ...{ model_mapping: '', test_model: '', disabled_stream: '[]', only_chat: 0, allow_private_network: 0 },
      ...{ deleted_time: 0, dialects: '["openai-chat"]' },
      ...given,
    };
    const inserted = site.db
      .insertInto('channels')
      .values(row as never)
      .returning('id');
    return (await inserted.executeTakeFirstOrThrow()).id;
  }
});
