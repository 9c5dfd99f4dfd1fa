import { role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { PASSWORD, startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';

const MONTH_SECONDS = 30 * 24 * 3600;

describe.each(databases)('sessions on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const login = (username: string, password = PASSWORD, remoteAddress = '192.0.2.1') =>
    site.ask(userCalls.login, { input: { username, password }, remoteAddress });
  const sessions = () => site.db.selectFrom('sessions').selectAll().execute();

  it('signs in by user name in any case or by e-mail address', async () => {
    const ann = await site.seed.person('Ann');
    await site.db.updateTable('users').set({ email: 'ann@example.com' }).where('id', '=', ann.id).execute();

    for (const name of ['Ann', 'ann', 'Ann@Example.com']) {
      const { status, body } = await login(name);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id: ann.id, username: 'Ann', role: role.common });
      expect(JSON.stringify(body)).not.toContain('argon2');
    }
    const row = await site.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(row.last_login_time).toBe(site.now());
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('answers a wrong name, a wrong password and a disabled account alike', async () => {
    const bob = await site.seed.person('bob');
    await site.db.updateTable('users').set({ status: 2 }).where('id', '=', bob.id).execute();

    const answers = [await login('nobody'), await login('Ann', 'wrong password'), await login('bob')];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body.code).toBe('session.wrong_credentials');
    }
    expect((await site.ask(userCalls.login, { input: { username: 'x' } })).body.fields).toEqual([
      { field: 'password', code: 'required' },
    ]);
  });

  it('keeps only a hash of the cookie, and ends with the sign-out', async () => {
    const cat = await site.seed.person('cat');
    expect(JSON.stringify(await sessions())).not.toContain(cat.cookie.slice('session='.length));
    expect((await site.ask(userCalls.self, { as: cat })).status).toBe(200);

    const out = await site.ask(userCalls.logout, { as: cat });

    expect(out.status).toBe(200);
    expect(String(out.headers['set-cookie'])).toMatch(/^session=; Max-Age=0/);
    expect(await site.ask(userCalls.self, { as: cat })).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });
    expect((await site.ask(userCalls.logout)).status).toBe(200);
  });

  it('ends after thirty days, and is then removed', async () => {
    const dan = await site.seed.person('dan');
    site.passTime(MONTH_SECONDS - 1);
    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(200);
    site.passTime(1);
    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(401);

    await site.signIn('dan');
    expect((await sessions()).filter(({ user_id }) => user_id === dan.id)).toHaveLength(1);
  });

  it('knows a disabled, demoted or deleted account at once', async () => {
    const eve = await site.seed.person('eve', { role: role.admin });
    const change = (set: object) => site.db.updateTable('users').set(set).where('id', '=', eve.id).execute();

    expect((await site.ask(userCalls.list, { as: eve })).status).toBe(200);
    await change({ role: role.common });
    expect((await site.ask(userCalls.list, { as: eve })).status).toBe(403);
    await change({ role: role.admin, status: 2 });
    expect((await site.ask(userCalls.list, { as: eve })).status).toBe(401);
    await change({ status: 1, deleted_time: 1 });
    expect((await site.ask(userCalls.list, { as: eve })).status).toBe(401);
  });

  it('limits attempts on an account, from wherever they come and however many at once', async () => {
    await site.seed.person('fay');
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) => login('fay', 'wrong password', `192.0.2.${index}`)),
    );

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const limited = await login('FAY', PASSWORD, '198.51.100.7');
    expect(limited).toMatchObject({ status: 429, body: { code: 'session.too_many_attempts' } });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(500);
    site.passTime(600);
    expect((await login('fay')).status).toBe(200);
  });

  it('limits attempts on an account by its name and its e-mail address together', async () => {
    const gus = await site.seed.person('gus');
    await site.db.updateTable('users').set({ email: 'gus@example.com' }).where('id', '=', gus.id).execute();
    for (let index = 0; index < 10; index += 1) await login('gus', 'wrong password', `192.0.2.${index}`);

    expect((await login('gus@example.com', PASSWORD, '198.51.100.8')).status).toBe(429);
  });

  it('limits attempts of an address on many accounts, whatever its headers say', async () => {
    const statuses = [];
    for (let index = 0; index < 51; index += 1) {
      const { status } = await site.ask(userCalls.login, {
        input: { username: `guess${index}`, password: 'password1' },
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `10.0.0.${index}` },
      });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
  });

  it('counts all addresses of one IPv6 network as one, because one guesser can have them all', async () => {
    const statuses = [];
    for (let index = 0; index < 51; index += 1) {
      const { status } = await login(`net${index}`, 'wrong password', `2001:db8:1:2::${index.toString(16)}`);
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await login('net', 'wrong password', '2001:db8:1:3::1')).status).toBe(401);
  });
});
