import { inviteCodeCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { openAccount } from '../registration/open-account.ts';

const fresh = {
  ...{ name: 'Spring', code: '', max_uses: 0, starts_at: 0, expires_at: 0 },
  ...{ group: 'default', gift_quota: 0, enable: true },
};

describe.each(databases)('codes that administrators make on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let names = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const create = (given: object) =>
    site.ask(inviteCodeCalls.create, { as: root, input: { ...fresh, ...given } });
  const read = async (id: number) =>
    (await site.ask(inviteCodeCalls.get, { as: root, params: { id } })).body.data;
  const open = (invitation: string) => {
    names += 1;
    const account = { username: `guest${names}`, displayName: '', email: '', passwordHash: '' };
    return openAccount(
      site.deps,
      { ...account, language: undefined, invitation },
      { requestId: 'r', ip: '192.0.2.1' },
    );
  };

  it('open accounts in their group with their gift, until they are used up', async () => {
    const { id, code } = (await create({ max_uses: 1, group: 'vip', gift_quota: 70 })).body.data;
    const guest = await open(code);

    const user = (await site.ask(userCalls.get, { as: root, params: { id: guest } })).body.data;
    expect(user).toMatchObject({ group: 'vip', quota: 70 });
    await expect(open(code)).rejects.toMatchObject({
      code: 'invitation.used_up',
      fields: [{ field: 'aff_code', code: 'invitation.used_up' }],
    });
    expect(await read(id)).toMatchObject({ used_count: 1 });
  });

  it('open one account by a code for one, however many register at a time', async () => {
    const { id, code } = (await create({ max_uses: 1 })).body.data;
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => open(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await read(id)).toMatchObject({ used_count: 1 });
  });

  it('keep a use when the account could not be opened', async () => {
    const { id, code } = (await create({ max_uses: 1 })).body.data;
    const { username } = root;
    const account = { username, displayName: '', email: '', passwordHash: '', language: undefined };
    const opening = openAccount(
      site.deps,
      { ...account, invitation: code },
      { requestId: 'r', ip: '192.0.2.1' },
    );
    await expect(opening).rejects.toMatchObject({ code: 'user.name_taken' });
    expect(await read(id)).toMatchObject({ used_count: 0 });
  });

  it.each([
    ['before they begin', { starts_at: 1_900_000_000 }],
    ['after they have expired', { expires_at: 1_700_000_000 }],
    ['while they are off', { enable: false }],
  ])('open nothing %s', async (_, given) => {
    const { code } = (await create(given)).body.data;
    await expect(open(code)).rejects.toMatchObject({ code: 'invitation.not_valid_now' });
  });

  it('put accounts in the default group where theirs was deleted', async () => {
    const { code } = (await create({ group: 'svip' })).body.data;
    await site.db.deleteFrom('user_groups').where('symbol', '=', 'svip').execute();
    const guest = await open(code);
    const user = (await site.ask(userCalls.get, { as: root, params: { id: guest } })).body.data;
    expect(user.group).toBe('default');
  });

  it('are checked, changed and deleted', async () => {
    const made = (await create({ code: 'Spring-2026' })).body.data;
    expect(await create({ code: 'Spring-2026' })).toMatchObject({
      status: 409,
      body: { fields: [{ field: 'code', code: 'invite_code.taken' }] },
    });
    const fieldsOf = async (given: object) => (await create(given)).body.fields;
    for (const [code, issue] of [
      ['Spring 2026', 'invitation.code_characters'],
      ['Sprin', 'invite_code.too_short'],
    ]) {
      expect(await fieldsOf({ code })).toEqual([{ field: 'code', code: issue }]);
    }
    expect(await fieldsOf({ starts_at: 20, expires_at: 20 })).toEqual([
      { field: 'expires_at', code: 'invite_code.ends_first' },
    ]);
    expect(await fieldsOf({ group: 'none' })).toEqual([{ field: 'group', code: 'user_group.not_found' }]);

    const { code: _, ...change } = fresh;
    const { etag, ...changed } = (
      await site.ask(inviteCodeCalls.update, {
        as: root,
        input: { ...change, id: made.id, name: 'Autumn' },
        headers: { 'if-match': made.etag },
      })
    ).body.data;
    expect(changed).toEqual({
      ...{ ...fresh, id: made.id, code: 'Spring-2026', name: 'Autumn' },
      ...{ used_count: 0, created_time: site.now() },
    });
    expect(etag).not.toBe(made.etag);
    const listed = await site.ask(inviteCodeCalls.list, { as: root, query: { keyword: 'spring-' } });
    expect(listed.body.data).toMatchObject({ data: [{ id: made.id }], total_count: 1 });
    await site.ask(inviteCodeCalls.remove, { as: root, params: { id: made.id } });
    await expect(open('Spring-2026')).rejects.toMatchObject({ code: 'invitation.unknown' });
  });
});
