import { role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { PASSWORD, startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';

const MONTH_SECONDS = 30 * 24 * 3600;

describe.each(anyDatabase)('sessions on $name', (engine) => {
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
    const { password_hash } = await site.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('accepts a bcrypt hash of one-hub, and renews it with the first sign-in', async () => {
    // Source: test vectors of OpenBSD's bcrypt.
    const hash = '$2a$10$fVH8e28OQRj9tqiDXs1e1uxpsjN0c7II7YPKXua2NAKYvM6iQk7dq';
    const old = await site.seed.person('olda');
    const store = (password_hash: string) =>
      site.db.updateTable('users').set({ password_hash }).where('id', '=', old.id).execute();
    await store(hash);

    expect((await login('olda', 'abcdefghijklmnopqrstuvwxy')).body.code).toBe('session.wrong_credentials');
    const { status } = await login('olda', 'abcdefghijklmnopqrstuvwxyz');

    expect(status).toBe(200);
    const { password_hash } = await site.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$/);
    expect((await login('olda', 'abcdefghijklmnopqrstuvwxyz')).status).toBe(200);

    // A cost that would take seconds.
    await store(hash.replace('$10$', '$20$'));
    expect((await login('olda', 'abcdefghijklmnopqrstuvwxyz')).status).toBe(401);
  });

  // S-36 of docs/reference/sign-in.md.
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

  // S-35 of docs/reference/sign-in.md.
  it('ends after thirty days, and is then removed', async () => {
    const dan = await site.seed.person('dan');
    site.passTime(MONTH_SECONDS - 1);
    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(200);
    site.passTime(1);
    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(401);

    await site.signIn('dan');
    expect((await sessions()).filter(({ user_id }) => user_id === dan.id)).toHaveLength(1);
  });

  // S-25 of docs/reference/sign-in.md.
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

  const guess = (username: string, ip: string) => login(username, 'wrong password', ip);
  const tooMany = { status: 429, body: { code: 'session.too_many_attempts' } };

  // S-36 of docs/reference/sign-in.md.
  it('slows guesses of an account down, from wherever they come and however many at once', async () => {
    await site.seed.person('fay');
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, index) => guess('fay', `192.0.2.${index}`)),
    );

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject(tooMany);
    const waits: number[] = [];
    for (let index = 0; index < 14; index += 1) {
      const { headers } = await guess('FAY', `198.51.100.${index}`);
      const seconds = Number(headers['retry-after']);
      waits.push(seconds);
      site.passTime(seconds);
      expect((await guess('FAY', `198.51.100.${100 + index}`)).status).toBe(401);
    }
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(waits.at(-1)).toBe(600);
  });

  it('never refuses the right password from where the account was signed in before', async () => {
    await site.seed.person('gil');
    expect((await login('gil', PASSWORD, '198.51.100.7')).status).toBe(200);
    // Strangers, and somebody in the same network.
    for (let index = 0; index < 40; index += 1) await guess('gil', `192.0.2.${index}`);
    for (let index = 0; index < 12; index += 1) await guess('gil', '198.51.100.7');

    expect(await guess('gil', '198.51.100.7')).toMatchObject(tooMany);
    expect(await login('gil', PASSWORD, '203.0.113.50')).toMatchObject(tooMany);
    expect((await login('gil', PASSWORD, '198.51.100.7')).status).toBe(200);
  });

  it('slows guesses down after a hundred from where the account was signed in before', async () => {
    await site.seed.person('ida');
    await login('ida', PASSWORD, '198.51.100.9');
    for (let index = 0; index < 100; index += 1) await guess('ida', '198.51.100.9');

    expect(await login('ida', PASSWORD, '198.51.100.9')).toMatchObject(tooMany);
    site.passTime(1);
    expect((await login('ida', PASSWORD, '198.51.100.9')).status).toBe(200);
  });

  it('knows a network no more once the password is another one', async () => {
    const jo = await site.seed.person('jo');
    await login('jo', PASSWORD, '198.51.100.20');
    const password = 'a new password';
    await site.ask(userCalls.changeSelf, { as: jo, input: { password, current_password: PASSWORD } });
    for (let index = 0; index < 40; index += 1) await guess('jo', `192.0.2.${index}`);

    expect(await login('jo', password, '198.51.100.20')).toMatchObject(tooMany);
    // The network that the password was changed from stays known.
    expect((await login('jo', password, '127.0.0.1')).status).toBe(200);
  });

  it('slows guesses from one network down sooner than those from all', async () => {
    await site.seed.person('kay');
    for (let index = 0; index < 10; index += 1) await guess('kay', '192.0.2.200');

    expect(await login('kay', PASSWORD, '192.0.2.200')).toMatchObject(tooMany);
    expect((await login('kay', PASSWORD, '192.0.2.201')).status).toBe(200);
  });

  it('does not reveal by its waits which user name and which address belong together', async () => {
    const gus = await site.seed.person('gus');
    await site.db.updateTable('users').set({ email: 'gus@example.com' }).where('id', '=', gus.id).execute();
    for (let index = 0; index < 10; index += 1) await guess('gus', '192.0.2.220');

    expect(await guess('gus', '192.0.2.220')).toMatchObject(tooMany);
    for (const address of ['gus@example.com', 'nobody@example.com'])
      expect((await guess(address, '192.0.2.220')).status).toBe(401);
  });

  it('treats a name that nobody has like any other', async () => {
    await site.seed.person('mia');
    const statuses = async (name: string) => {
      const seen = [];
      for (let index = 0; index < 32; index += 1)
        seen.push((await guess(name, `100.64.${name.length}.${index}`)).status);
      return seen;
    };
    expect(await statuses('nobody here')).toEqual(await statuses('mia'));
  });

  it('keeps its waits when the clock of the machine is set', async () => {
    await site.seed.person('ned');
    for (let index = 0; index < 10; index += 1) await guess('ned', '192.0.2.210');
    for (const day of [-1, 1]) {
      site.setWallClock(day * 86_400);
      const { headers } = await guess('ned', '192.0.2.210');
      expect(Number(headers['retry-after'])).toBe(1);
    }
    site.setWallClock(0);
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
