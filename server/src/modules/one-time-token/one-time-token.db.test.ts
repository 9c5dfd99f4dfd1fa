import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { forChange } from '../../db/row-locks.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { checkCode, consumeToken, issueCode as issueCodeIn, issueToken } from './one-time-token.ts';
import { dropExpiredTokens, takeToken } from './one-time-token-repository.ts';

describe.each(databases)('one-time tokens on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());
  beforeEach(() => site.db.deleteFrom('one_time_tokens').execute());

  const link = { purpose: 'reset_password', owner: 7, boundTo: '' };
  const mail = { purpose: 'sign_in_code', owner: 7, boundTo: 'browser a' };
  const terms = { payload: { aff: 'x' }, ttlSeconds: 600 };
  const rows = () => site.db.selectFrom('one_time_tokens').selectAll().execute();
  const issueCode = (deps: TestManagement['deps'], issue: Parameters<typeof issueCodeIn>[1]) =>
    deps.db.transaction().execute((db) => issueCodeIn({ ...deps, db }, issue));
  const consumeCode = async (deps: TestManagement['deps'], use: Parameters<typeof checkCode>[1]) => {
    const hash = await checkCode(deps, use);
    return hash === undefined ? undefined : takeToken(deps.db, hash, deps.clock.nowSeconds());
  };
  const another = (code: string) => (code === '000000' ? '000001' : '000000');
  const parallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  it('give a token to one of 50 callers', async () => {
    const token = await issueToken(site.deps, { ...link, ...terms });
    const used = await parallel(50, () => consumeToken(site.deps, { ...link, token }));

    expect(used.filter((one) => one !== undefined)).toEqual([{ owner: 7, payload: { aff: 'x' } }]);
    expect(await rows()).toEqual([]);
  });

  it('give a code to one of 50 callers', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    const used = await parallel(50, () => consumeCode(site.deps, { ...mail, code }));

    expect(used.filter((one) => one !== undefined)).toEqual([{ owner: 7, payload: { aff: 'x' } }]);
  });

  it('accept a token for its purpose and binding only, and keep it otherwise', async () => {
    const state = { purpose: 'github', owner: null, boundTo: 'browser a' };
    const token = await issueToken(site.deps, { ...state, ...terms });

    for (const other of [
      { purpose: 'oidc' },
      { boundTo: 'browser b' },
      { boundTo: '' },
      { token: `${token}x` },
    ])
      expect(await consumeToken(site.deps, { ...state, token, ...other })).toBeUndefined();
    expect(await consumeToken(site.deps, { ...state, token })).toMatchObject({ owner: null });
  });

  it('end with their time', async () => {
    const token = await issueToken(site.deps, { ...link, ...terms });
    const code = await issueCode(site.deps, { ...mail, ...terms });
    site.passTime(600);

    expect(await consumeToken(site.deps, { ...link, token })).toBeUndefined();
    expect(await consumeCode(site.deps, { ...mail, code })).toBeUndefined();
  });

  it('let a code die after five wrong attempts, also when they come at once', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    await parallel(50, () => consumeCode(site.deps, { ...mail, code: another(code) }));

    expect(await rows()).toMatchObject([{ attempts: 5 }]);
    expect(await consumeCode(site.deps, { ...mail, code })).toBeUndefined();
  });

  it('take the right code at the fifth attempt', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    for (let attempt = 1; attempt < 5; attempt++)
      expect(await consumeCode(site.deps, { ...mail, code: another(code) })).toBeUndefined();

    expect(await consumeCode(site.deps, { ...mail, code })).toMatchObject({ owner: 7 });
  });

  it('do not count the right code, however often its use fails', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    for (let attempt = 1; attempt < 5; attempt++)
      await checkCode(site.deps, { ...mail, code: another(code) });
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await checkCode(site.deps, { ...mail, code })).toBeDefined();

    await checkCode(site.deps, { ...mail, code: another(code) });
    expect(await checkCode(site.deps, { ...mail, code })).toBeUndefined();
  });

  it('do not let a stranger use up the attempts of a code', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    for (const other of [{ boundTo: 'browser b' }, { owner: 8 }, { owner: null }, { purpose: 'bind' }])
      await parallel(6, () => consumeCode(site.deps, { ...mail, code, ...other }));

    expect(await consumeCode(site.deps, { ...mail, code })).toMatchObject({ owner: 7 });
  });

  it('check no code in a transaction, where the count of a wrong one could be taken back', async () => {
    const code = await issueCode(site.deps, { ...mail, ...terms });
    const checked = site.db
      .transaction()
      .execute((db) => checkCode({ ...site.deps, db }, { ...mail, code: another(code) }));

    await expect(checked).rejects.toThrow('outside of transactions');
  });

  it('replace the code of an owner with the next one', async () => {
    const first = await issueCode(site.deps, { ...mail, ...terms });
    const second = await issueCode(site.deps, { ...mail, ...terms });

    expect(await rows()).toHaveLength(1);
    if (first !== second) expect(await consumeCode(site.deps, { ...mail, code: first })).toBeUndefined();
    expect(await consumeCode(site.deps, { ...mail, code: second })).toBeDefined();
  });

  it.each([mail, { ...mail, owner: null }])(
    'leave one of 30 codes that are issued at once to %o',
    async (use) => {
      const codes = await parallel(30, () => issueCode(site.deps, { ...use, ...terms }));
      expect(await rows()).toHaveLength(1);
      await site.db.updateTable('one_time_tokens').set({ attempts: -30 }).execute();
      const found: string[] = [];
      for (const code of new Set(codes)) if (await checkCode(site.deps, { ...use, code })) found.push(code);

      expect(found).toHaveLength(1);
    },
  );

  it('keep ten tokens of an owner and purpose, the newest ones', async () => {
    const others = [
      { ...link, owner: 8 },
      { ...link, purpose: 'invite' },
      { ...link, owner: null, boundTo: 'a' },
      { ...link, owner: null, boundTo: 'b' },
    ];
    for (const other of others) await issueToken(site.deps, { ...other, ...terms });
    const tokens: string[] = [];
    for (let count = 0; count < 12; count++) {
      tokens.push(await issueToken(site.deps, { ...link, ...terms }));
      site.passTime(1);
    }

    expect(await rows()).toHaveLength(others.length + 10);
    const used = await Promise.all(tokens.map((token) => consumeToken(site.deps, { ...link, token })));
    expect(used.map((one) => one !== undefined)).toEqual(tokens.map((_, index) => index >= 2));
  });

  it('keep ten tokens of a browser without an account, and do not touch those of another', async () => {
    const state = { purpose: 'github', owner: null, boundTo: 'browser a' };
    const early = await issueToken(site.deps, { ...state, boundTo: 'browser b', ...terms });
    site.passTime(1);
    await parallel(30, () => issueToken(site.deps, { ...state, ...terms }));
    await issueToken(site.deps, { ...state, ...terms });

    expect(await rows()).toHaveLength(11);
    expect(await consumeToken(site.deps, { ...state, boundTo: 'browser b', token: early })).toBeDefined();
  });

  it('remove expired ones in batches, also with 30 issues at once', async () => {
    const expired = { payload: '{}', expires_at: site.now(), created_time: 1, attempts: 0 };
    const values = Array.from({ length: 600 }, (_, index) => ({
      ...{ hash: `old ${index}`, purpose: 'p', owner_user_id: 7, bound_hash: '', ...expired },
    }));
    await site.db.insertInto('one_time_tokens').values(values).execute();

    expect(await dropExpiredTokens(site.db, site.now())).toBe(500);
    await parallel(30, (owner) => issueToken(site.deps, { ...link, owner, ...terms }));

    expect((await rows()).map((row) => row.expires_at)).toEqual(Array(30).fill(site.now() + 600));
  });

  // SQLite's transactions hold the whole file.
  it.skipIf(engine.name === 'SQLite')('are removed without waiting for those that others hold', async () => {
    await issueToken(site.deps, { ...link, ...terms });
    site.passTime(600);
    await site.db.transaction().execute(async (trx) => {
      await forChange(trx, trx.selectFrom('one_time_tokens').select('hash')).execute();
      expect(await dropExpiredTokens(site.db, site.now())).toBe(0);
      await issueToken(site.deps, { ...link, ...terms });
    });

    expect(await dropExpiredTokens(site.db, site.now())).toBe(1);
  });

  it('refuse a payload above 2 KiB', async () => {
    const payload = { text: 'é'.repeat(1100) };

    await expect(issueToken(site.deps, { ...link, ...terms, payload })).rejects.toThrow(RangeError);
    expect(await rows()).toEqual([]);
  });

  it('store neither tokens nor codes nor bindings, and no hash that all codes could be compared with', async () => {
    const token = await issueToken(site.deps, { ...link, boundTo: 'ann@example.com', ...terms });
    const code = await issueCode(site.deps, { ...mail, boundTo: 'ann@example.com', ...terms });
    const dump = await site.dump();
    const values = (await rows()).flatMap((row) => Object.values(row).map(String));

    for (const secret of [token, hashSecret(token), 'ann@example.com', hashSecret('ann@example.com')])
      expect(dump).not.toContain(secret);
    for (const secret of [code, hashSecret(code)]) expect(values).not.toContain(secret);
  });
});
