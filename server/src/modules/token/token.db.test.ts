import { PLAYGROUND_TOKEN, role, tokenCalls, tokenStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';

describe.each(databases)('tokens on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
    bob = await site.seed.person('bob');
  });
  afterAll(() => site.stop());

  const create = (as: Person, given: object = {}) =>
    site.ask(tokenCalls.create, {
      as,
      input: { name: 'laptop', expired_time: -1, remain_quota: 500, unlimited_quota: false, ...given },
    });
  const stored = (id: number) =>
    site.db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('shows a new key once and keeps only its hash and its sealed form', async () => {
    const { status, body } = await create(ann);

    expect(status).toBe(200);
    expect(body.data.key).toMatch(/^sk-[A-Za-z0-9]{48}$/);
    const row = await stored(body.data.id);
    expect(row.key_hash).toBe(hashSecret(body.data.key));
    expect(JSON.stringify(row)).not.toContain(body.data.key.slice(10, 40));
    const read = await site.ask(tokenCalls.get, { as: ann, params: { id: body.data.id } });
    expect(read.body.data).not.toHaveProperty('key');
    expect(read.body.data.key_hint).toBe(`${body.data.key.slice(0, 6)}…${body.data.key.slice(-4)}`);
    expect(site.changed).toContain(`token ${body.data.id}`);
  });

  it('reveals a key to its owner only', async () => {
    const { body } = await create(ann);
    const params = { id: body.data.id };

    const own = await site.ask(tokenCalls.reveal, { as: ann, params });
    expect(own.body.data).toEqual({ id: params.id, key: body.data.key });
    const others = await site.ask(tokenCalls.reveal, { as: bob, params });
    expect(others).toMatchObject({ status: 404, body: { code: 'token.not_found' } });
    expect((await site.ask(tokenCalls.reveal, { params })).status).toBe(401);
  });

  it('makes the playground token when it is missing and then keeps it', async () => {
    const first = await site.ask(tokenCalls.playground, { as: bob });
    const second = await site.ask(tokenCalls.playground, { as: bob });

    expect(first.body.data.key).toMatch(/^sk-/);
    expect(second.body.data).toEqual(first.body.data);
    expect(await stored(first.body.data.id)).toMatchObject({ unlimited_quota: 0, remain_quota: 500_000 });
    expect((await site.ask(tokenCalls.playground)).status).toBe(401);
  });

  it('opens no second budget where the playground token is used up or switched off', async () => {
    const dan = await site.seed.person('dan');
    const { id } = (await site.ask(tokenCalls.playground, { as: dan })).body.data;
    const setStatus = (status: number) =>
      site.db.updateTable('tokens').set({ status }).where('id', '=', id).execute();
    for (const status of [tokenStatus.disabled, tokenStatus.exhausted]) {
      await setStatus(status);
      expect((await site.ask(tokenCalls.playground, { as: dan })).body.data.id).toBe(id);
    }
    await create(dan, { name: PLAYGROUND_TOKEN });
    expect((await site.ask(tokenCalls.playground, { as: dan })).body.data.id).not.toBe(id);
    expect((await site.ask(tokenCalls.list, { as: dan })).body.data.total_count).toBe(2);
  });

  it('lists own tokens, by page, order and beginning of the name', async () => {
    const cat = await site.seed.person('cat');
    for (const name of ['alpha', 'beta', 'Alps', 'a%']) await create(cat, { name });

    const page = await site.ask(tokenCalls.list, { as: cat, query: { page: 1, size: 2, order: 'name' } });
    expect(page.body.data).toMatchObject({ page: 1, size: 2, total_count: 4 });
    const found = await site.ask(tokenCalls.list, { as: cat, query: { keyword: 'al' } });
    expect(found.body.data.data.map((row: { name: string }) => row.name)).toEqual(['Alps', 'alpha']);
    const literal = await site.ask(tokenCalls.list, { as: cat, query: { keyword: 'a%' } });
    expect(literal.body.data.data).toHaveLength(1);
    expect((await site.ask(tokenCalls.list, { as: cat, query: { size: 101 } })).body.fields).toEqual([
      { field: 'size', code: 'too_big' },
    ]);
    const order = await site.ask(tokenCalls.list, { as: cat, query: { order: 'key_hash' } });
    expect(order).toMatchObject({ status: 400, body: { fields: [{ code: 'list.order_not_allowed' }] } });
    expect((await site.ask(tokenCalls.list)).status).toBe(401);
  });

  it('sorts by what is shown: names in any case, the status of this moment, no end and no limit last', async () => {
    const fay = await site.seed.person('fay');
    await create(fay, { name: 'alpha', remain_quota: 9, expired_time: 1_900_000_000 });
    await create(fay, { name: 'Beta', remain_quota: 0 });
    await create(fay, { name: 'gamma', remain_quota: 5, expired_time: 1_700_000_000 });
    const { body } = await create(fay, { name: 'Delta', remain_quota: 0, unlimited_quota: true });
    await site.ask(tokenCalls.update, { as: fay, input: { id: body.data.id, status: 2 } });
    const names = async (order: string) => {
      const page = await site.ask(tokenCalls.list, { as: fay, query: { order } });
      return page.body.data.data.map((row: { name: string }) => row.name).join(' ');
    };
    expect(await names('name')).toBe('alpha Beta Delta gamma');
    expect(await names('status')).toBe('alpha Delta gamma Beta');
    expect(await names('expired_time,name')).toBe('gamma alpha Beta Delta');
    expect(await names('-remain_quota')).toBe('Delta alpha gamma Beta');
  });

  it('names the fields that do not fit', async () => {
    const { status, body } = await create(ann, { name: ' ', remain_quota: -1, expired_time: 1.5 });

    expect(status).toBe(400);
    expect(body.code).toBe('request.invalid');
    expect(body.fields).toEqual(
      expect.arrayContaining([
        { field: 'name', code: 'required' },
        { field: 'remain_quota', code: 'too_small' },
        { field: 'expired_time', code: 'invalid_value' },
      ]),
    );
  });

  it('takes only groups that are open to the owner', async () => {
    expect((await create(ann, { group: 'default' })).status).toBe(200);
    expect(await create(ann, { group: 'vip' })).toMatchObject({
      status: 403,
      body: { code: 'user_group.not_allowed', fields: [{ field: 'group' }] },
    });
    expect(await create(ann, { group: 'nowhere' })).toMatchObject({
      status: 404,
      body: { code: 'user_group.not_found' },
    });
    const eve = await site.seed.person('eve', { group: 'vip' });
    expect((await create(eve, { group: 'vip' })).status).toBe(200);
  });

  it('changes what is given and leaves the rest', async () => {
    const { body } = await create(ann, { group: 'default' });
    const { key, ...before } = body.data;

    const changed = await site.ask(tokenCalls.update, { as: ann, input: { id: before.id, name: 'desk' } });

    expect(changed.body.data).toEqual({ ...before, name: 'desk', etag: expect.any(String) });
    const foreign = await site.ask(tokenCalls.update, { as: bob, input: { id: before.id, name: 'mine' } });
    expect(foreign.status).toBe(404);
    expect((await site.ask(tokenCalls.update, { input: { id: before.id } })).status).toBe(401);
  });

  it('reads only the status with status_only', async () => {
    const { body } = await create(ann);

    const changed = await site.ask(tokenCalls.update, {
      as: ann,
      query: { status_only: 'true' },
      input: { id: body.data.id, status: 2, name: 'ignored' },
    });

    expect(changed.body.data).toMatchObject({ status: 2, name: 'laptop' });
  });

  it('sets the remaining quota by the difference to what the quota book knows', async () => {
    const { body } = await create(ann, { remain_quota: 500 });
    const payers = { userId: ann.id, limitedTokenId: body.data.id, budgets: [] };
    await site.quotaBook.load(payers);
    const hold = await site.quotaBook.reserve(payers, { most: 100, least: 100 });
    site.quotaBook.settle(hold, 100); // charged, not in the database yet

    const changed = await site.ask(tokenCalls.update, {
      as: ann,
      input: { id: body.data.id, remain_quota: 200 },
    });

    expect(changed.status).toBe(200);
    expect(site.quotaBook.left(payers).available).toBe(200);
    expect(changed.body.data).toMatchObject({ remain_quota: 200, used_quota: 100 });
    expect((await stored(body.data.id)).remain_quota).toBe(300); // 200 once the charge of 100 arrives
  });

  it('keep their limit in the book while a change of it is refused', async () => {
    const { body } = await create(ann, { remain_quota: 500 });
    const changeRemainder = vi.spyOn(site.quotaBook, 'changeRemainder');
    const input = { id: body.data.id, remain_quota: 0 };
    const refused = [
      await site.ask(tokenCalls.update, { as: ann, input: { ...input, group: 'none' } }),
      await site.ask(tokenCalls.update, { as: ann, input, headers: { 'if-match': '"stale"' } }),
    ];

    expect(refused.map(({ body }) => body.code)).toEqual([
      'user_group.not_found',
      'request.changed_meanwhile',
    ]);
    expect(changeRemainder).not.toHaveBeenCalled();
    changeRemainder.mockRestore();
  });

  it('shows charges that wait or were rejected as used, and gives none of them back with what was read', async () => {
    const { body } = await create(ann, { remain_quota: 500 });
    const { id } = body.data;
    await site.db
      .insertInto('rejected_settlements')
      .values({
        ...{ outbox_id: 'o', number: 1, user_id: ann.id, token_id: id, quota: 70, token_quota: 70 },
        ...{ settlement: '{}', reason: '', created_time: 0 },
      })
      .execute();
    const read = async () => (await site.ask(tokenCalls.get, { as: ann, params: { id } })).body.data;
    const save = (input: object) =>
      site.ask(tokenCalls.update, { as: ann, input: { id, ...input } as never });
    const before = await read();
    expect(before).toMatchObject({ remain_quota: 430, used_quota: 70 });

    const payers = { userId: ann.id, limitedTokenId: id, budgets: [] };
    await site.quotaBook.load(payers);
    const charge = async (points: number) =>
      site.quotaBook.settle(await site.quotaBook.reserve(payers, { most: points, least: points }), points);
    await charge(30);
    expect(await read()).toMatchObject({ remain_quota: 400, used_quota: 100, etag: before.etag });

    expect((await save({ ...before, name: 'renamed' })).body.data).toMatchObject({
      ...{ name: 'renamed', remain_quota: 400, used_quota: 100 },
    });
    await charge(20);
    expect((await save({ ...before, remain_quota: 530 })).body.data.remain_quota).toBe(480);
    expect((await save({ ...before, remain_quota: 10 })).body.data.remain_quota).toBe(0);
    expect((await save({ remain_quota: 90, used_quota: 4_000_000 })).body.data.remain_quota).toBe(90);
    for (const used_quota of [9_007_199_254_740_992, 30.5, -1])
      expect((await save({ remain_quota: 90, used_quota })).status).toBe(400);
    expect((await save({ remain_quota: 50 })).body.data).toMatchObject({ remain_quota: 50, used_quota: 120 });
    expect(site.quotaBook.left(payers).available).toBe(50);
  });

  it('refuses to enable what would stay unusable', async () => {
    const short = await create(ann, { expired_time: site.now() + 10 });
    const empty = await create(ann, { remain_quota: 0 });
    site.passTime(11);
    const enable = (id: number, more = {}) =>
      site.ask(tokenCalls.update, { as: ann, input: { id, status: 1, ...more } });

    const read = await site.ask(tokenCalls.get, { as: ann, params: { id: short.body.data.id } });
    expect(read.body.data.status).toBe(3);
    expect(await enable(short.body.data.id)).toMatchObject({
      status: 409,
      body: { code: 'token.still_expired' },
    });
    expect((await enable(short.body.data.id, { expired_time: -1 })).body.data.status).toBe(1);
    expect(await enable(empty.body.data.id)).toMatchObject({
      status: 409,
      body: { code: 'token.still_exhausted' },
    });
  });

  it('deletes own tokens only', async () => {
    const { body } = await create(ann);
    const params = { id: body.data.id };

    expect((await site.ask(tokenCalls.remove, { as: bob, params })).status).toBe(404);
    expect((await site.ask(tokenCalls.remove, { params })).status).toBe(401);
    expect((await site.ask(tokenCalls.remove, { as: ann, params })).status).toBe(200);
    expect((await site.ask(tokenCalls.get, { as: ann, params })).status).toBe(404);
    expect((await site.ask(tokenCalls.remove, { as: ann, params })).status).toBe(404);
    const admin = await site.seed.person('adm', { role: role.admin });
    expect((await site.ask(tokenCalls.get, { as: admin, params: { id: 1 } })).status).toBe(404);
  });

  it('keeps limits, addresses, models and a spare group, and shows them', async () => {
    const given = {
      ...{ requests_per_minute: 60, tokens_per_minute: 90_000, parallel_calls: 4 },
      allowed_addresses: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.1'],
      ...{ allowed_models: ['gpt-5*', 'claude'], backup_group: 'default' },
    };
    const { body } = await create(ann, given);
    expect(body.data).toMatchObject(given);
    const change = { id: body.data.id, parallel_calls: 0, allowed_models: [] };
    const changed = await site.ask(tokenCalls.update, { as: ann, input: change });
    expect(changed.body.data).toMatchObject({ ...given, ...change });
    expect(changed.body.data.etag).not.toBe(body.data.etag);
  });

  it('keeps spare groups in order, with `backup_group` as the first of them', async () => {
    for (const symbol of ['one', 'two', 'three'])
      await site.db
        .insertInto('user_groups')
        .values({ ...{ symbol, name: symbol, ratio: '1', api_rate: 60 }, ...{ public: 1, enable: 1 } })
        .execute();
    const { body } = await create(ann, { spare_groups: ['two', 'one'] });
    expect(body.data).toMatchObject({ backup_group: 'two', spare_groups: ['two', 'one'] });
    const { id } = body.data;
    const after = async (given: object) => {
      const changed = await site.ask(tokenCalls.update, { as: ann, input: { id, ...given } });
      expect(changed.body.data.backup_group).toBe(changed.body.data.spare_groups[0] ?? '');
      return changed.body.data.spare_groups;
    };

    expect(await after({ name: 'desk' })).toEqual(['two', 'one']);
    expect(await after({ backup_group: 'three' })).toEqual(['three', 'one']);
    expect(await after({ backup_group: 'one', spare_groups: ['three', 'one'] })).toEqual(['one']);
    expect(await after({ backup_group: 'one', spare_groups: ['two', 'three'] })).toEqual(['two', 'three']);
    expect(await after({ backup_group: '' })).toEqual([]);
    expect(await after({ backup_group: 'one' })).toEqual(['one']);
    expect(await after({ spare_groups: [] })).toEqual([]);
  });

  it('takes only spare groups that are open to the owner, each once', async () => {
    const fieldsOf = async (spare_groups: string[]) => (await create(ann, { spare_groups })).body.fields;
    expect(await fieldsOf(['default', 'svip'])).toEqual([
      { field: 'spare_groups.1', code: 'user_group.not_allowed' },
    ]);
    expect(await fieldsOf(['nowhere'])).toEqual([{ field: 'spare_groups.0', code: 'user_group.not_found' }]);
    expect(await fieldsOf(['default', 'vip', 'default'])).toEqual([
      { field: 'spare_groups.2', code: 'token.spare_group_twice' },
    ]);
    expect(await fieldsOf(Array.from({ length: 9 }, (_, index) => `g${index}`))).toMatchObject([
      { field: 'spare_groups', code: 'too_big' },
    ]);
    // A group that the owner may use no longer stays in the list, and no other such group gets there.
    const { body } = await create(ann, { spare_groups: ['one'] });
    await site.db.updateTable('user_groups').set({ public: 0 }).where('symbol', '=', 'one').execute();
    const change = (spare_groups: string[]) =>
      site.ask(tokenCalls.update, { as: ann, input: { id: body.data.id, spare_groups } });
    expect((await change(['two', 'one'])).body.data.spare_groups).toEqual(['two', 'one']);
    expect(await change(['two', 'one', 'svip'])).toMatchObject({
      status: 403,
      body: { fields: [{ field: 'spare_groups.2', code: 'user_group.not_allowed' }] },
    });
  });

  it('refuses limits, addresses, models and groups that cannot be meant', async () => {
    const fieldsOf = async (given: object) => (await create(ann, given)).body.fields;
    const address = 'address_list.invalid';
    const bad = ['10.0.0.0/33', '300.1.1.1', 'localhost', '', '::1/129', '10.0.0.1-9'];
    expect(await fieldsOf({ allowed_addresses: bad })).toEqual(
      bad.map((_, index) => ({ field: `allowed_addresses.${index}`, code: address })),
    );
    expect(await fieldsOf({ allowed_models: ['*', 'a*b', ''] })).toEqual([
      { field: 'allowed_models.0', code: 'channel.wildcard_not_last' },
      { field: 'allowed_models.1', code: 'channel.wildcard_not_last' },
      { field: 'allowed_models.2', code: 'required' },
    ]);
    for (const value of [-1, 0.5, 2 ** 53, 1e308, '9'])
      expect(await fieldsOf({ tokens_per_minute: value })).toMatchObject([{ field: 'tokens_per_minute' }]);
    expect(await fieldsOf({ backup_group: 'svip' })).toEqual([
      { field: 'backup_group', code: 'user_group.not_allowed' },
    ]);
    const { body } = await create(ann);
    const input = { id: body.data.id, backup_group: 'nowhere' };
    expect((await site.ask(tokenCalls.update, { as: ann, input })).body.fields).toEqual([
      { field: 'backup_group', code: 'user_group.not_found' },
    ]);
  });
});
