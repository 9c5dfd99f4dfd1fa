import { siteCalls, userCalls } from '@turnpike/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { PASSWORD, startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { ledgerHash } from '../../db/ledger.ts';
import { SetUp } from './set-up.ts';

describe.each(databases)('the set-up on $name', (engine) => {
  let site: TestManagement;
  afterEach(() => site.stop());

  const freshSite = async () => {
    site = await startTestManagement(engine, { isSetUp: false });
    return site;
  };
  const input = (code: string, more: object = {}) => ({
    code,
    username: 'owner',
    password: PASSWORD,
    system_name: 'My gate',
    language: 'ja_JP',
    ...more,
  });
  const setUpWith = (values: object) => site.ask(siteCalls.setUp, { input: values });
  const wrong = (index: number) => `0000-0000-${String(index).padStart(4, '0')}`;

  it('makes root once with the code, signs in, and starts with groups, prices and points', async () => {
    await freshSite();
    const code = site.setUp.code ?? '';
    expect((await site.ask(siteCalls.status)).body.data).toMatchObject({
      is_set_up: false,
      language: 'zh_CN',
    });
    expect((await site.ask(siteCalls.checkSetUpCode, { input: { code } })).status).toBe(200);

    const answers = await Promise.all([
      setUpWith(input(code)),
      setUpWith(input(code, { username: 'other' })),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = answers.find(({ status }) => status === 200);
    expect(made?.body.data).toMatchObject({ role: 100, quota: 25_000_000, group: 'default' });
    const as = { id: 1, username: '', cookie: String(made?.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await site.ask(userCalls.self, { as })).status).toBe(200);
    expect((await site.ask(siteCalls.status)).body.data).toMatchObject({
      is_set_up: true,
      system_name: 'My gate',
      language: 'ja_JP',
    });
    expect(site.setUp.code).toBeNull();
    expect(await setUpWith(input(code))).toMatchObject({
      status: 409,
      body: { code: 'set_up.already_done' },
    });
    expect(site.changed).toContain('routing');

    const groups = await site.db.selectFrom('user_groups').select('symbol').orderBy('id').execute();
    expect(groups.map(({ symbol }) => symbol)).toEqual(['default', 'vip', 'svip']);
    const prices = await site.db.selectFrom('prices').select(['model', 'version']).execute();
    expect(prices.length).toBeGreaterThanOrEqual(60);
    expect(prices).toContainEqual({ model: 'demo-chat', version: 1 });
    const [entry] = await site.db.selectFrom('ledger').selectAll().execute();
    expect(entry).toMatchObject({
      kind: 'opening',
      delta: 25_000_000,
      balance_after: 25_000_000,
      previous_hash: '',
    });
    expect(entry?.hash).toBe(entry && ledgerHash(entry, 0));
  });

  it('names what does not fit and keeps the code', async () => {
    await freshSite();
    const code = site.setUp.code ?? '';
    const { status, body } = await setUpWith(
      input(code, { username: 'a', password: 'short', language: 'xx' }),
    );

    expect(status).toBe(400);
    expect(body.fields).toEqual([
      { field: 'username', code: 'too_small' },
      { field: 'password', code: 'too_small' },
      { field: 'language', code: 'invalid_value' },
    ]);
    expect((await setUpWith(input(code))).status).toBe(200);
  });

  it('limits wrong codes of an address without locking the owner out', async () => {
    await freshSite();
    for (let index = 0; index < 10; index += 1) {
      const answer = await site.ask(siteCalls.checkSetUpCode, { input: { code: wrong(index) } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'set_up.wrong_code' } });
    }
    const right = input(site.setUp.code ?? '');
    expect(await setUpWith(right)).toMatchObject({
      status: 429,
      body: { code: 'session.too_many_attempts' },
    });
    const owner = await site.ask(siteCalls.setUp, { input: right, remoteAddress: '192.0.2.77' });
    expect(owner.status).toBe(200);
  });

  it('makes root from the settings at the first start only', async () => {
    const env = { TURNPIKE_ROOT_USERNAME: 'boss', TURNPIKE_ROOT_PASSWORD: PASSWORD };
    site = await startTestManagement(engine, { isSetUp: false, env });
    expect(site.setUp.isDone).toBe(true);
    expect((await site.signIn('boss')).id).toBeGreaterThan(0);

    const settings = { rootAccount: { username: 'second', password: PASSWORD } };
    const again = await SetUp.start({ ...site.deps, settings });

    expect(again.isDone).toBe(true);
    expect(await site.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'boss' }]);
  });

  it('refuses a root account of the settings that nobody could use', async () => {
    await freshSite();
    const start = (username: string, password: string) =>
      SetUp.start({ ...site.deps, settings: { rootAccount: { username, password } } });
    await expect(start('boss', 'short')).rejects.toThrow('TURNPIKE_ROOT_PASSWORD');
    await expect(start('a b', PASSWORD)).rejects.toThrow('TURNPIKE_ROOT_USERNAME');
  });
});
