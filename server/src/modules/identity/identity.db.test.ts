import { role, userCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { issueToken } from '../one-time-token/one-time-token.ts';
import { signOutEverywhere } from '../session/sign-out-everywhere.ts';
import { deleteUser } from '../user/delete-user.ts';
import { insertUser } from '../user/user-repository.ts';
import { findIdentity, linkIdentity, listIdentities, unlinkIdentity } from './identity-repository.ts';
import type { OpenWays } from './open-ways.ts';

const openWays: OpenWays = { hasPassword: true, providers: ['github'] };

describe.each(databases)('identities on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  let people = 0;
  const person = () => site.seed.person(`person${++people}`);
  /** @returns the number of an account */
  const withoutPassword = () => {
    const username = `person${++people}`;
    const user = { username, display_name: username, password_hash: '', email: '', group: 'default' };
    return site.db.transaction().execute((trx) =>
      insertUser(trx, {
        ...user,
        role: role.common,
        status: userStatus.enabled,
        quota: 0,
        created_time: site.now(),
      }),
    );
  };
  const github = (subject: string) => ({ provider: 'github', subject });
  const link = (
    userId: number,
    given: { provider?: string; subject: string; email?: string; name?: string },
  ) =>
    site.db.transaction().execute((trx) =>
      linkIdentity(trx, userId, {
        claims: { provider: 'github', email: 'Ann@Example.com', name: 'Ann', emailVerified: true, ...given },
        nowSeconds: site.now(),
      }),
    );
  const codesOf = (results: PromiseSettledResult<unknown>[]) =>
    results.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort();

  it('are found by provider and subject', async () => {
    const { id: user_id } = await person();
    const id = await link(user_id, { subject: '1001' });

    expect(await findIdentity(site.db, github('1001'))).toEqual({ id, user_id });
    expect(await findIdentity(site.db, { provider: 'lark', subject: '1001' })).toBeUndefined();
    expect(await findIdentity(site.db, github('Ann@Example.com'))).toBeUndefined();
    expect(await findIdentity(site.db, github('ann@example.com'))).toBeUndefined();
    expect(await listIdentities(site.db, user_id)).toEqual([
      {
        ...{ id, ...github('1001'), email: 'ann@example.com', name: 'Ann', email_verified: 1 },
        ...{ created_time: site.now(), last_used_time: site.now() },
      },
    ]);
  });

  it.each([
    ['an empty subject', github('')],
    ['a blank subject', github(' ')],
    ['an empty provider', { provider: '', subject: '1' }],
    ['a subject of 256 characters', github('1'.repeat(256))],
    ['a provider of 33 characters', { provider: 'p'.repeat(33), subject: '1' }],
    ['a text that cannot be stored', github('1\0')],
  ])('refuse %s, and find nothing by it', async (_, given) => {
    const { id } = await person();

    await expect(link(id, given)).rejects.toMatchObject({ code: 'identity.unusable' });
    expect(await findIdentity(site.db, given)).toBeUndefined();
  });

  it('accept a subject of 255 characters, and cut what is only shown', async () => {
    const { id } = await person();
    await link(id, {
      subject: '2'.repeat(255),
      email: `${'e'.repeat(250)}@example.com`,
      name: `${'n'.repeat(99)}😀\0`,
    });

    expect(await findIdentity(site.db, github('2'.repeat(255)))).toBeDefined();
    expect(await listIdentities(site.db, id)).toMatchObject([
      { email: '', email_verified: 0, name: `${'n'.repeat(99)}\uFFFD` },
    ]);
  });

  it('take the present claims when they are linked again', async () => {
    const { id } = await person();
    const first = await link(id, { subject: '1002' });

    expect(await link(id, { subject: '1002', name: 'Anna' })).toBe(first);
    expect(await listIdentities(site.db, id)).toMatchObject([{ id: first, name: 'Anna' }]);
  });

  it('give a subject to one of 50 accounts that link it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, withoutPassword));
    const results = await Promise.allSettled(ids.map((id) => link(id, { subject: '1003' })));

    expect(codesOf(results)).toEqual(['done', ...Array(49).fill('identity.taken')]);
    const rows = await site.db
      .selectFrom('identities')
      .select('user_id')
      .where('subject', '=', '1003')
      .execute();
    expect(rows).toEqual([{ user_id: ids[results.findIndex(({ status }) => status === 'fulfilled')] }]);
  });

  const unlink = (userId: number, given: Parameters<typeof unlinkIdentity>[2]) =>
    site.db.transaction().execute((trx) => unlinkIdentity(trx, userId, given));

  it('keep one of two identities that an account without a password removes at once', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await withoutPassword();
      const both = [
        await link(user, { subject: `one ${round}` }),
        await link(user, { subject: `two ${round}` }),
      ];

      const results = await Promise.allSettled(both.map((id) => unlink(user, { id, openWays })));

      expect(codesOf(results)).toEqual(['done', 'identity.last_way']);
      expect(await listIdentities(site.db, user)).toHaveLength(1);
    }
  });

  it('are all removed from an account with a password, but not by another account', async () => {
    const { id: user } = await person();
    const stranger = await person();
    const id = await link(user, { subject: '1004' });

    await expect(unlink(stranger.id, { id, openWays })).rejects.toMatchObject({
      code: 'identity.not_found',
    });
    await unlink(user, { id, openWays });

    expect(await findIdentity(site.db, github('1004'))).toBeUndefined();
    expect(await link(stranger.id, { subject: '1004' })).toBeGreaterThan(id);
  });

  it('leave with their account, together with its tokens, and can be linked again', async () => {
    const { id: user } = await person();
    await link(user, { subject: '1005' });
    await issueToken(site.deps, { purpose: 'p', owner: user, boundTo: '', payload: {}, ttlSeconds: 60 });

    await site.ask(userCalls.remove, { as: root, params: { id: user } });

    expect(await findIdentity(site.db, github('1005'))).toBeUndefined();
    const tokens = site.db.selectFrom('one_time_tokens').selectAll().where('owner_user_id', '=', user);
    expect(await tokens.execute()).toEqual([]);
    await expect(link(user, { subject: '1005' })).rejects.toMatchObject({ code: 'user.not_found' });
    await link((await person()).id, { subject: '1005' });
  });

  it('are not left behind by a deletion at the same time', async () => {
    const { id: user } = await person();
    const signIns = { confirm: () => Promise.reject(), endAll: signOutEverywhere };
    let linked = Promise.resolve('');
    await site.db.transaction().execute(async (trx) => {
      await deleteUser({ ...site.deps, signIns }, trx, user);
      linked = link(user, { subject: '1006' }).then(
        () => 'linked',
        (error) => error.code,
      );
    });

    expect(await linked).toBe('user.not_found');
    expect(await listIdentities(site.db, user)).toEqual([]);
  });
});
