import { registrationCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../test/support/databases.ts';
import { everyCall } from '../../test/support/every-call.ts';
import { PASSWORD, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { TestVisitor } from '../../test/support/test-visitor.ts';

// The numbers are those of docs/reference/sign-in.md, "Weaknesses of other gateways".
describe.each(anyDatabase)('weaknesses that other gateways had, on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    await site.options.set('RegisterEnabled', 'true');
  });
  afterAll(() => site.stop());

  const rowOf = (username: string) =>
    site.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();

  it('S-03: no public call reads a body above 1 MiB, and no log line repeats one', async () => {
    const marker = 'w'.repeat(2000);
    const body = { username: marker, filler: 'x'.repeat(2 ** 20) };
    const open = everyCall.filter(({ call }) => call.access === 'public' && call.method !== 'GET');
    expect(open.length).toBeGreaterThan(5);
    for (const { call } of open) expect((await site.ask(call, { input: body })).status).toBe(413);
    expect(JSON.stringify(site.logged)).not.toContain(marker);
  });

  it('S-05: changes of the own account do not undo changes of its balance', async () => {
    const [root, ann] = [await site.root(), await site.seed.person('ann', { quota: 1000 })];
    const rename = (index: number) =>
      site.ask(userCalls.changeSelf, { as: ann, input: { display_name: `Ann ${index}`, quota: 9 } });
    const credit = () =>
      site.ask(userCalls.changeQuota, { as: root, params: { id: ann.id }, input: { quota: 1 } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => [rename(index), credit()]).flat(),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

    expect((await rowOf('ann')).quota).toBe(1050);
    const payers = { userId: ann.id, limitedTokenId: null, budgets: [] };
    expect(site.quotaBook.left(payers).available).toBe(1050);
    const { sum } = await site.db
      .selectFrom('ledger')
      .select(({ fn }) => fn.sum<number>('delta').as('sum'))
      .where('user_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(Number(sum)).toBe(1050);
  });

  it('S-17: a stored hash does not open the account that it belongs to', async () => {
    await site.seed.person('bea');
    const { password_hash: password } = await rowOf('bea');
    const { status } = await site.ask(userCalls.login, { input: { username: 'bea', password } });
    expect([400, 401]).toContain(status);
  });

  it('S-18: users cannot give themselves a role, a balance or a group by further members', async () => {
    const wished = { role: role.root, quota: 1e9, group: 'svip', status: 1, aff_quota: 1e9, id: 1 };
    const cas = await site.seed.person('cas');
    const before = await rowOf('cas');
    await site.ask(userCalls.changeSelf, { as: cas, input: { ...wished, display_name: 'Cas' } });
    expect(await rowOf('cas')).toEqual({ ...before, display_name: 'Cas' });

    const input = { ...wished, username: 'dov', password: PASSWORD };
    expect((await site.ask(registrationCalls.register, { input })).status).toBe(200);
    const { role: given, quota, group } = await rowOf('dov');
    expect({ given, quota, group }).toEqual({ given: role.common, quota: 0, group: 'default' });
  });

  it('S-35: a sign-in never takes over a session that the browser brings', async () => {
    await site.seed.person('eli');
    const signIn = async (cookie: string) => {
      const input = { username: 'eli', password: PASSWORD };
      const { headers } = await site.ask(userCalls.login, { input, headers: { cookie } });
      return /session=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
    };
    const planted = 'a'.repeat(43);
    const first = await signIn(`session=${planted}`);
    const second = await signIn(`session=${first}`);
    expect(new Set([planted, first, second]).size).toBe(3);
    const visitor = new TestVisitor(site);
    const headers = { cookie: `session=${planted}` };
    expect((await visitor.ask(userCalls.self, { headers })).status).toBe(401);
  });
});
