import { role, sessionCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('an account its own sessions and access token on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const { list, remove, removeOthers, accessToken, renewAccessToken, revokeAccessToken } = sessionCalls;
  const listed = async (as: Person) => (await site.ask(list, { as })).body.data;
  const renew = async (as: Person): Promise<string> => (await site.ask(renewAccessToken, { as })).body.data;
  const byToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const selfBy = (token: string) => site.ask(userCalls.self, byToken(token));

  it('lists where the account is signed in, the asking session marked, and when each was used', async () => {
    const ann = await site.seed.person('ann');
    await site.ask(userCalls.login, {
      input: { username: 'ann', password: 'correct horse' },
      headers: { 'user-agent': 'Firefox on a phone' },
      remoteAddress: '192.0.2.77',
    });
    site.passTime(700);

    const [first, second, ...more] = await listed(ann);

    expect(more).toEqual([]);
    expect(first).toMatchObject({ is_current: true, last_used_time: site.now() });
    expect(second).toMatchObject({
      is_current: false,
      user_agent: 'Firefox on a phone',
      source_ip: '192.0.2.77',
      created_time: site.now() - 700,
      last_used_time: site.now() - 700,
    });
    expect((await site.ask(list)).status).toBe(401);
  });

  it('ends one session of its own, and nobody else can', async () => {
    const bob = await site.seed.person('bob');
    const elsewhere = await site.signIn('bob');
    const cat = await site.seed.person('cat');
    const { id } = (await listed(bob)).find((session: { is_current: boolean }) => !session.is_current);
    const end = (as: Person, wanted = id) => site.ask(remove, { as, params: { id: wanted } });

    expect(await end(cat)).toMatchObject({ status: 404, body: { code: 'session.not_found' } });
    expect((await site.ask(userCalls.self, { as: elsewhere })).status).toBe(200);
    expect((await end(bob)).status).toBe(200);
    expect((await site.ask(userCalls.self, { as: elsewhere })).status).toBe(401);
    expect((await end(bob)).status).toBe(404);
    expect((await end(bob, 'every one of them')).status).toBe(400);
    expect((await site.ask(remove, { params: { id } })).status).toBe(401);
  });

  it('signs out everywhere else', async () => {
    const dan = await site.seed.person('dan');
    const others = [await site.signIn('dan'), await site.signIn('dan')];

    expect((await site.ask(removeOthers, { as: dan })).status).toBe(200);

    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(200);
    for (const as of others) expect((await site.ask(userCalls.self, { as })).status).toBe(401);
    expect((await site.ask(removeOthers)).status).toBe(401);
  });

  it('makes a token of 32 hexadecimal characters that is shown once and kept as a hash', async () => {
    const eve = await site.seed.person('eve');
    expect((await site.ask(accessToken, { as: eve })).body.data).toBeNull();

    const token = await renew(eve);

    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect((await site.ask(accessToken, { as: eve })).body.data).toEqual({
      created_time: site.now(),
      last_used_time: 0,
    });
    expect(await site.dump()).not.toContain(token);
    expect((await site.ask(renewAccessToken)).status).toBe(401);
    expect((await site.ask(accessToken)).status).toBe(401);
  });

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
    expect((await site.ask(accessToken, { as: fay })).body.data.last_used_time).toBe(site.now());

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
    expect((await site.ask(revokeAccessToken, { as: jan })).status).toBe(200);
    expect(await selfBy(second)).toMatchObject(invalid);
    expect((await site.ask(revokeAccessToken)).status).toBe(401);

    const third = await renew(jan);
    await change({ deleted_time: 1 });
    expect(await selfBy(third)).toMatchObject(invalid);
  });

  it('keeps whoever found a token from locking its owner out', async () => {
    const kim = await site.seed.person('kim');
    const token = await renew(kim);
    for (const call of Object.values(sessionCalls)) {
      expect(await site.ask(call, { ...byToken(token), params: { id: '0'.repeat(16) } })).toMatchObject({
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
