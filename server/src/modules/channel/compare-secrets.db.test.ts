import { channelCalls, channelComparisonCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const KEY = 'sk-upstream-0123456789';
const OTHER_KEY = 'sk-upstream-9876543210';
const PROXY = 'http://me:secret@proxy.example:3128';
const DEMO = 1000;

describe.each(databases)('the comparison of secrets on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const make = async (given: object = {}): Promise<number> => {
    const input = { type: 1, name: 'compared', models: 'm', key: KEY, key_mode: 'one_channel', ...given };
    return (await site.ask(channelCalls.create, { as: admin, input })).body.data.id;
  };
  const ask = (ids: readonly number[] | string) =>
    site.ask(channelComparisonCalls.compare, { as: admin, query: { ids: String(ids) } });

  it('tells which are equal, and nothing else', async () => {
    const one = await make({ proxy: PROXY });
    const other = await make({ key: OTHER_KEY, proxy: PROXY.replace('secret', 'wrong') });
    const same = await make({ proxy: PROXY });
    const none = await make({ type: DEMO, key: '' });

    const { status, body } = await ask([other, one, same, none]);

    expect(status).toBe(200);
    expect(body.data).toEqual({ keys: [1, 2, 2, 0], proxies: [1, 2, 2, 0] });
    expect(JSON.stringify(body)).not.toMatch(/sk-|secret|proxy\.example/);
  });

  it('takes several keys in any order for the same', async () => {
    const one = await make({ key: `${KEY}\n${OTHER_KEY}` });
    const turned = await make({ key: `${OTHER_KEY}\n${KEY}` });
    const fewer = await make({ key: KEY });
    expect((await ask([one, turned, fewer])).body.data.keys).toEqual([1, 1, 3]);
  });

  it('says that a secret cannot be read', async () => {
    const [one, broken] = [await make({ proxy: PROXY }), await make({ proxy: PROXY })];
    await site.db.updateTable('channels').set({ proxy_sealed: 'v1:x' }).where('id', '=', broken).execute();
    await site.db
      .updateTable('channel_keys')
      .set({ key_sealed: 'v1:x' })
      .where('channel_id', '=', broken)
      .execute();
    expect((await ask([one, broken])).body.data).toEqual({ keys: [1, -1], proxies: [1, -1] });
  });

  it('needs two to four channels that are there', async () => {
    const [one, two] = [await make(), await make()];
    for (const ids of ['', `${one}`, `${one},${one}`, `${one},x`, '1,2,3,4,5'])
      expect(await ask(ids)).toMatchObject({ status: 400, body: { fields: [{ field: 'ids' }] } });
    for (const absent of [99_999, 999_999_999_999_999])
      expect((await ask([one, absent])).body.code).toBe('channel.not_found');
    await site.ask(channelCalls.remove, { as: admin, params: { id: two } });
    expect((await ask([one, two])).status).toBe(404);
  });
});
