import {
  type AccessTokenScope,
  accessTokenCalls,
  type Call,
  role,
  sessionCalls,
  userCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('the access tokens of an account on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const { list, create, remove, unnamed, renewUnnamed, removeUnnamed } = accessTokenCalls;
  const listed = async (as: Person) => (await site.ask(list, { as })).body.data;
  const make = (as: Person, input: { name?: string; scope?: AccessTokenScope; expires_time?: number } = {}) =>
    askConfirmed(site.ask, create, {
      as,
      input: { name: 'script', scope: 'admin', expires_time: 0, ...input },
    });
  const tokenOf = async (...given: Parameters<typeof make>): Promise<string> =>
    (await make(...given)).body.data.token;
  const renew = async (as: Person): Promise<string> =>
    (await askConfirmed(site.ask, renewUnnamed, { as })).body.data;
  const byToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const selfBy = (token: string) => site.ask(userCalls.self, byToken(token));

  it('are several, each with a name, a scope and an end, and each is shown once', async () => {
    const mia = await site.seed.person('mia');
    const ends = site.now() + 60;
    const first = (await make(mia, { name: 'monthly report', scope: 'read' })).body.data;
    const second = (await make(mia, { name: 'nightly', scope: 'own', expires_time: ends })).body.data;

    const facts = { created_time: site.now(), last_used_time: 0 };
    expect(await listed(mia)).toEqual([
      { id: second.id, name: 'nightly', scope: 'own', expires_time: ends, ...facts },
      { id: first.id, name: 'monthly report', scope: 'read', expires_time: 0, ...facts },
    ]);
    expect((await selfBy(second.token)).status).toBe(200);
    site.passTime(60);
    expect(await selfBy(second.token)).toMatchObject({ status: 401, body: { code: 'access_token.expired' } });
    expect((await selfBy(first.token)).status).toBe(200);
    const dump = await site.dump();
    for (const { token } of [first, second]) expect(dump).not.toContain(token);
  });

  it.each<[AccessTokenScope, Record<string, number>]>([
    ['read', { self: 200, users: 200, rename: 403, createUser: 403 }],
    ['own', { self: 200, users: 403, rename: 200, createUser: 403 }],
    ['admin', { self: 200, users: 200, rename: 200, createUser: 200 }],
  ])('do what their scope allows and no more: %s', async (scope, statuses) => {
    const admin = await site.seed.person(`ad${scope}`, { role: role.admin });
    const by = byToken(await tokenOf(admin, { scope }));
    const answers = {
      self: await site.ask(userCalls.self, by),
      users: await site.ask(userCalls.list, by),
      rename: await site.ask(userCalls.changeSelf, { input: { display_name: 'Ada' }, ...by }),
      createUser: await site.ask(userCalls.create, {
        input: { username: `of${scope}`, password: 'correct horse' },
        ...by,
      }),
    };
    const seen = Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));
    expect(seen).toEqual(statuses);
    const refusals = Object.values(answers).filter(({ status }) => status === 403);
    for (const { body } of refusals) expect(body.code).toBe('access_token.scope');
  });

  it('are refused with an end in the past, without a name, and beyond fifty', async () => {
    const nia = await site.seed.person('nia');
    expect(await make(nia, { expires_time: site.now() })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'expires_time', code: 'access_token.past_end' }] },
    });
    expect((await make(nia, { name: ' ' })).status).toBe(400);
    for (let count = 0; count < 48; count++) expect((await make(nia)).status).toBe(200);
    const made = await Promise.all(Array.from({ length: 4 }, () => make(nia)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(made.find(({ status }) => status !== 200)?.body.code).toBe('access_token.too_many');
  });

  it('are revoked one by one, by their owner alone', async () => {
    const [oda, pia] = [await site.seed.person('oda'), await site.seed.person('pia')];
    const [kept, gone] = [(await make(oda)).body.data, (await make(oda)).body.data];
    const revoke = (as: Person) => site.ask(remove, { as, params: { id: gone.id } });
    expect(await revoke(pia)).toMatchObject({ status: 404, body: { code: 'access_token.not_found' } });
    expect((await revoke(oda)).status).toBe(200);
    expect((await selfBy(gone.token)).body.code).toBe('access_token.invalid');
    expect((await selfBy(kept.token)).status).toBe(200);
  });

  it('has one without a name, of 32 hexadecimal characters, shown once and kept as a hash', async () => {
    const eve = await site.seed.person('eve');
    expect((await site.ask(unnamed, { as: eve })).body.data).toBeNull();

    const token = await renew(eve);

    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect((await site.ask(unnamed, { as: eve })).body.data).toEqual({
      ...{ id: expect.any(Number), name: '', scope: 'admin', created_time: site.now() },
      ...{ last_used_time: 0, expires_time: 0 },
    });
    expect(await site.dump()).not.toContain(token);
    expect((await site.ask(renewUnnamed)).status).toBe(401);
    expect((await site.ask(unnamed)).status).toBe(401);
  });

  // S-18 of docs/reference/sign-in.md.
  it('lets a script act by it, with and without the word Bearer, and no further than its owner may', async () => {
    const fay = await site.seed.person('fay', { role: role.admin });
    const token = await renew(fay);

    for (const authorization of [token, `Bearer ${token}`, `bearer ${token.toUpperCase()}`]) {
      const { status, body } = await site.ask(userCalls.self, { headers: { authorization } });
      expect({ status, id: body.data?.id }).toEqual({ status: 200, id: fay.id });
    }
    expect((await site.ask(userCalls.list, byToken(token))).status).toBe(200);
    const setName = { input: { key: 'SystemName', value: 'Gate' }, ...byToken(token) };
    expect((await site.ask({ method: 'PUT', path: '/api/option/' }, setName)).body.code).toBe(
      'session.not_allowed',
    );
    expect((await site.ask(unnamed, { as: fay })).body.data.last_used_time).toBe(site.now());

    await site.db.updateTable('users').set({ role: role.common }).where('id', '=', fay.id).execute();
    expect((await site.ask(userCalls.list, byToken(token))).status).toBe(403);
  });

  it('changes something for a script that names no origin', async () => {
    const gus = await site.seed.person('gus');
    const token = await renew(gus);
    const answer = await site.inject({
      method: 'PUT',
      url: '/api/user/self',
      headers: { authorization: token },
      payload: JSON.stringify({ display_name: 'Gustav' }),
    });
    expect(answer.status).toBe(200);
    expect((await site.ask(userCalls.self, { as: gus })).body.data.display_name).toBe('Gustav');
  });

  it('believes the session before the token', async () => {
    const [hal, ida] = [await site.seed.person('hal'), await site.seed.person('ida')];
    const { body } = await site.ask(userCalls.self, { as: hal, ...byToken(await renew(ida)) });
    expect(body.data.username).toBe('hal');
  });

  it('refuses unknown, replaced and revoked tokens and those of disabled or deleted accounts', async () => {
    const jan = await site.seed.person('jan');
    const first = await renew(jan);
    const second = await renew(jan);
    const invalid = { status: 401, body: { code: 'access_token.invalid' } };
    const change = (set: object) => site.db.updateTable('users').set(set).where('id', '=', jan.id).execute();

    expect(await selfBy(first)).toMatchObject(invalid);
    expect(await selfBy('0'.repeat(32))).toMatchObject(invalid);
    expect(await selfBy('sk-what-calls-models')).toMatchObject(invalid);
    // A proxy's own scheme says nothing about an account.
    expect(await site.ask(userCalls.self, { headers: { authorization: 'Basic YTpi' } })).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });

    expect((await selfBy(second)).status).toBe(200);
    await change({ status: 2 });
    expect(await selfBy(second)).toMatchObject({
      status: 403,
      body: { code: 'access_token.owner_disabled' },
    });
    await change({ status: 1 });
    expect((await site.ask(removeUnnamed, { as: jan })).status).toBe(200);
    expect(await selfBy(second)).toMatchObject(invalid);
    expect((await site.ask(removeUnnamed)).status).toBe(401);

    const third = await renew(jan);
    await change({ deleted_time: 1 });
    expect(await selfBy(third)).toMatchObject(invalid);
  });

  it('cannot lock their owner out', async () => {
    const kim = await site.seed.person('kim');
    const token = await renew(kim);
    const given = (call: Call) => ({
      ...(call.params !== undefined && {
        params: { id: call.path.includes('session') ? '0'.repeat(16) : 1 },
      }),
      ...(call.input !== undefined && { input: { name: 'x', scope: 'read', expires_time: 0 } }),
    });
    for (const call of [...Object.values(accessTokenCalls), ...Object.values(sessionCalls)]) {
      expect(await site.ask(call, { ...byToken(token), ...given(call) })).toMatchObject({
        status: 403,
        body: { code: 'access_token.not_allowed' },
      });
    }
    expect((await selfBy(token)).status).toBe(200);
  });

  it('does not read tokens on public calls', async () => {
    const lea = await site.seed.person('lea');
    const answer = await site.ask({ method: 'GET', path: '/api/status' }, byToken(await renew(lea)));
    expect(answer.body.data.has_session).toBe(false);
  });
});
