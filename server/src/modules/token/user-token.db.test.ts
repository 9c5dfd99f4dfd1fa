import { logType, role, tokenCalls, userTokenCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const { search, update } = userTokenCalls;

describe.each(databases)('keys of users on $name', (engine) => {
  let site: TestManagement;
  let owner: Person;
  let boss: Person;
  let root: Person;
  let made = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    boss = await site.seed.person('boss', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    owner = await site.seed.person(`owner${++made}`, { quota: 1000 });
  });

  const make = async (as: Person, given: object = {}) => {
    const input = { name: 'laptop', expired_time: -1, remain_quota: 500, unlimited_quota: false, ...given };
    return (await site.ask(tokenCalls.create, { as, input })).body.data;
  };
  const change = (as: Person | undefined, input: object, more: object = {}) =>
    site.ask(update, { as, input: input as never, ...more });
  const found = async (as: Person, query: Record<string, string | number>) => {
    const { body } = await site.ask(search, { as, query });
    return body.data.data.map(({ id }: { id: number }) => id);
  };
  const notes = () =>
    site.db
      .selectFrom('logs')
      .select(['type', 'content', 'username', 'quota'])
      .where('user_id', '=', owner.id)
      .execute();

  it('are found by owner, name, status, group and the ends of the key', async () => {
    const laptop = await make(owner, { group: 'default' });
    const server = await make(owner, { name: 'Server', spare_groups: ['default'] });
    const spent = await make(owner, { name: 'spent', remain_quota: 0 });
    await change(boss, { id: server.id, status: 2 });
    const user_id = owner.id;

    expect(await found(boss, { user_id, order: 'id' })).toEqual([laptop.id, server.id, spent.id]);
    expect(await found(boss, { username: owner.username.toUpperCase(), order: 'id' })).toHaveLength(3);
    expect(await found(boss, { username: 'nobody' })).toEqual([]);
    expect(await found(boss, { user_id, keyword: 'serv' })).toEqual([server.id]);
    expect(await found(boss, { user_id, status: 2 })).toEqual([server.id]);
    expect(await found(boss, { user_id, status: 4 })).toEqual([spent.id]);
    expect(await found(boss, { user_id, status: 1 })).toEqual([laptop.id]);
    expect(await found(boss, { user_id, group: 'default' })).toEqual([server.id, laptop.id]);
    expect(await found(boss, { key_hint: laptop.key.slice(-4) })).toEqual([laptop.id]);
    expect(await found(boss, { token_id: spent.id })).toEqual([spent.id]);
    await site.ask(tokenCalls.remove, { as: owner, params: { id: spent.id } });
    expect(await found(boss, { token_id: spent.id })).toEqual([]);
  });

  it('are shown with their owner and never with the key', async () => {
    const { id, key } = await make(owner);
    const read = await site.ask(search, { as: boss, query: { token_id: id } });
    const changed = await change(boss, { id, name: 'desk' });

    const names = { username: owner.username, owner_name: owner.username };
    expect(read.body.data.data).toMatchObject([
      { id, key_hint: `${key.slice(0, 6)}…${key.slice(-4)}`, ...names },
    ]);
    expect(changed.body.data).toMatchObject({ id, name: 'desk', ...names });
    for (const answer of [read, changed]) expect(JSON.stringify(answer.body)).not.toContain(key.slice(7, -4));
    for (const as of [boss, root]) {
      const revealed = await site.ask(tokenCalls.reveal, { as, params: { id } });
      expect(revealed).toMatchObject({ status: 404, body: { code: 'token.not_found' } });
    }
  });

  it('are disabled at once, with a note in the log of the owner that names the administrator', async () => {
    const { id } = await make(owner);
    site.changed.length = 0;

    const { status, body } = await change(
      boss,
      { id, status: 2, name: 'not read' },
      { query: { status_only: 'true' } },
    );

    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { status: 2, name: 'laptop' } });
    expect(site.changed).toContain(`token ${id}`);
    expect(await notes()).toEqual([
      {
        ...{ type: logType.manage, username: owner.username, quota: 0 },
        content: `key (change): ${id} by ${boss.id}, status=2`,
      },
    ]);
  });

  it('are limited, and members that stay the same are not noted', async () => {
    const before = await make(owner);
    const { key: _, ...sent } = before;
    const payers = { userId: owner.id, limitedTokenId: sent.id, budgets: [] };
    await site.quotaBook.load(payers);
    const limits = {
      ...{ remain_quota: 200, expired_time: site.now() + 60, requests_per_minute: 5 },
      ...{ allowed_models: ['gpt-5*'], group: 'default', spare_groups: ['default'] },
    };

    const { body } = await change(boss, { ...sent, ...limits });

    expect(body.data).toMatchObject({ ...limits, backup_group: 'default', name: 'laptop' });
    expect(site.quotaBook.left(payers).available).toBe(200);
    const [note] = await notes();
    expect(note?.content).toBe(
      `key (change): ${sent.id} by ${boss.id}, expired_time=${limits.expired_time}, remain_quota=200, ` +
        'group, spare_groups, requests_per_minute=5, allowed_models',
    );
    await change(boss, { id: sent.id, requests_per_minute: 5 });
    expect(await notes()).toHaveLength(1);
  });

  it('name only groups that are open to their owner', async () => {
    const { id } = await make(owner);
    const vip = await site.seed.person(`vip${made}`, { role: role.admin, group: 'vip' });

    expect(await change(vip, { id, group: 'vip' })).toMatchObject({
      status: 403,
      body: { code: 'user_group.not_allowed', fields: [{ field: 'group' }] },
    });
    expect(await notes()).toEqual([]);
  });

  it('are those of accounts that the administrator may change, and own ones', async () => {
    const peer = await site.seed.person(`peer${made}`, { role: role.admin });
    const keys = {
      user: (await make(owner)).id,
      peer: (await make(peer)).id,
      own: (await make(boss)).id,
      root: (await make(root)).id,
    };
    const may = async (as: Person | undefined) => {
      const statuses: Record<string, number> = {};
      for (const [whose, id] of Object.entries(keys))
        statuses[whose] = (await change(as, { id, parallel_calls: ++made })).status;
      return statuses;
    };
    const sees = async (as: Person) => {
      const ids = await found(as, { size: 100 });
      return Object.entries(keys).flatMap(([whose, id]) => (ids.includes(id) ? [whose] : []));
    };

    expect(await may(boss)).toEqual({ user: 200, peer: 403, own: 200, root: 403 });
    expect(await sees(boss)).toEqual(['user', 'own']);
    expect(await may(root)).toEqual({ user: 200, peer: 200, own: 200, root: 200 });
    expect(await sees(root)).toEqual(['user', 'peer', 'own', 'root']);
    expect(await may(owner)).toEqual({ user: 403, peer: 403, own: 403, root: 403 });
    expect((await site.ask(search, { as: owner })).status).toBe(403);
    expect(await may(undefined)).toEqual({ user: 401, peer: 401, own: 401, root: 401 });
  });

  it('keep their owner, and are not changed on top of a change that the caller has not seen', async () => {
    const { id, etag } = await make(owner);

    expect(await change(boss, { id, user_id: boss.id })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'user_id', code: 'invalid_value' }] },
    });
    expect((await change(boss, { id, user_id: owner.id, name: 'desk' })).status).toBe(200);
    const stale = await change(boss, { id, remain_quota: 1 }, { headers: { 'if-match': etag } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'request.changed_meanwhile' } });
    expect((await change(boss, { id: 999_999 })).body.code).toBe('token.not_found');
    const spent = await change(boss, { id, remain_quota: 0, status: 1 });
    expect(spent).toMatchObject({ status: 409, body: { code: 'token.still_exhausted' } });
  });
});
