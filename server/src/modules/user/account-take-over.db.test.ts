import { accessTokenCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { databases } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('whoever found an access token on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const { self, changeSelf, create, update, manage, batch } = userCalls;
  const refused = { status: 403, body: { code: 'access_token.not_allowed' } };
  const tokenOf = async (person: Person) => {
    const { body } = await askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: person });
    return { headers: { authorization: `Bearer ${body.data}` } };
  };
  const hashOf = async (id: number) =>
    (await site.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash;
  const login = (username: string, password: string) =>
    site.ask(userCalls.login, { input: { username, password } });

  it('sets no password: not its own, not by the way of administrators, not of somebody below', async () => {
    const token = await tokenOf(root);
    const ann = await site.seed.person('ann');
    const hashes = [await hashOf(root.id), await hashOf(ann.id)];
    const password = 'chosen by a thief';

    for (const answer of [
      await site.ask(changeSelf, { ...token, input: { password, current_password: PASSWORD } }),
      await site.ask(update, { ...token, input: { id: root.id, password } }),
      await site.ask(update, {
        ...token,
        input: { id: root.id, password, current_password: PASSWORD },
      }),
      await site.ask(update, { ...token, input: { id: ann.id, password } }),
    ])
      expect(answer).toMatchObject(refused);
    expect([await hashOf(root.id), await hashOf(ann.id)]).toEqual(hashes);
  });

  it('gives nobody another name, address or higher role to sign in with', async () => {
    const token = await tokenOf(root);
    const bob = await site.seed.person('bob');
    const change = (input: object) => site.ask(update, { ...token, input: { id: bob.id, ...input } });

    expect(await change({ email: 'thief@example.com' })).toMatchObject(refused);
    expect(await change({ username: 'thief' })).toMatchObject(refused);
    expect(await change({ role: role.admin })).toMatchObject(refused);
    expect(await site.ask(manage, { ...token, input: { username: 'bob', action: 'promote' } })).toMatchObject(
      refused,
    );
    const newAdmin = { username: 'thief', password: PASSWORD, role: role.admin };
    expect(await site.ask(create, { ...token, input: newAdmin })).toMatchObject(refused);
    // Scripts go on doing the rest.
    expect((await change({ username: 'bob', email: '', display_name: 'Bob' })).status).toBe(200);
    expect((await site.ask(create, { ...token, input: { ...newAdmin, role: role.common } })).status).toBe(
      200,
    );
  });

  // S-25 of docs/reference/sign-in.md.
  it('loses it with the next password, also one that is set by an administrator', async () => {
    for (const byAdmin of [false, true]) {
      const username = byAdmin ? 'dan' : 'cat';
      const owner = await site.seed.person(username);
      const elsewhere = await site.signIn(username);
      const token = await tokenOf(owner);
      const playground = { method: 'POST', path: '/api/token/playground' } as const;
      const { key } = (await site.ask(playground, { as: owner })).body.data;
      expect((await site.ask(self, token)).status).toBe(200);

      const password = 'a new password';
      const changed = byAdmin
        ? await site.ask(update, { as: root, input: { id: owner.id, password } })
        : await site.ask(changeSelf, { as: owner, input: { password, current_password: PASSWORD } });

      expect(changed.status).toBe(200);
      expect((await site.ask(self, token)).body.code).toBe('access_token.invalid');
      expect((await site.ask(self, { as: elsewhere })).status).toBe(401);
      expect((await site.ask(self, { as: owner })).status).toBe(byAdmin ? 401 : 200);
      expect((await login(username, PASSWORD)).status).toBe(401);
      const { headers } = await login(username, password);
      const again = { id: owner.id, username, cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' };
      // Keys for models are not sign-ins.
      expect((await site.ask(playground, { as: again })).body.data.key).toBe(key);
    }
  });

  // S-25 of docs/reference/sign-in.md.
  it('loses it when the account is disabled, deleted or demoted, and does not get it back', async () => {
    for (const [index, action] of ['disable', 'demote'].entries()) {
      const username = `eve${index}`;
      const eve = await site.seed.person(username, { role: role.admin });
      const token = await tokenOf(eve);
      await site.ask(manage, { as: root, input: { username, action } });
      await site.ask(manage, { as: root, input: { username, action: 'enable' } });
      expect((await site.ask(self, token)).body.code).toBe('access_token.invalid');
      expect((await site.ask(self, { as: eve })).status).toBe(401);
    }
    const fay = await site.seed.person('fay');
    const token = await tokenOf(fay);
    await site.ask(batch, { as: root, input: { ids: [fay.id], action: 'delete' } });
    expect((await site.ask(self, token)).status).toBe(401);
    const tokens = site.db.selectFrom('access_tokens').select('user_id').where('user_id', '=', fay.id);
    expect(await tokens.execute()).toEqual([]);
  });

  it('keeps root to the old password, also in the list of users', async () => {
    const change = (input: object) => site.ask(update, { as: root, input: { id: root.id, ...input } });
    const password = 'the next password';

    expect((await change({ password })).body).toMatchObject({
      code: 'confirmation.required',
      proof: 'password',
    });
    expect((await change({ password, current_password: 'a guess' })).body.code).toBe('user.wrong_password');
    expect((await change({ password, current_password: PASSWORD })).status).toBe(200);
    expect((await site.ask(self, { as: root })).status).toBe(200);
    expect((await change({ password: PASSWORD, current_password: password })).status).toBe(200);
  });

  it('is not outrun: what began with the old password does not land after a reset', async () => {
    const gus = await site.seed.person('gus');
    const own = site.ask(changeSelf, {
      as: gus,
      input: { password: 'of the thief', current_password: PASSWORD },
    });
    const reset = site.ask(update, { as: root, input: { id: gus.id, password: 'of the administrator' } });
    const [, { status }] = await Promise.all([own, reset]);

    expect(status).toBe(200);
    expect((await login('gus', 'of the thief')).status).toBe(401);
    expect((await login('gus', 'of the administrator')).status).toBe(200);
  });

  it('is not outrun: neither a session nor an access token is made with what a reset has ended', async () => {
    for (let round = 0; round < 5; round += 1) {
      const username = `hal${round}`;
      const hal = await site.seed.person(username);
      const [signedIn, renewed] = await Promise.all([
        login(username, PASSWORD),
        askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: hal }),
        site.ask(update, { as: root, input: { id: hal.id, password: 'of the administrator' } }),
        askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: hal }),
        login(username, PASSWORD),
      ]);
      expect([200, 401]).toContain(signedIn.status);
      expect([200, 401, 403]).toContain(renewed.status);
      const left = async (table: 'sessions' | 'access_tokens') =>
        (await site.db.selectFrom(table).select('user_id').where('user_id', '=', hal.id).execute()).length;
      expect({ sessions: await left('sessions'), tokens: await left('access_tokens') }).toEqual({
        sessions: 0,
        tokens: 0,
      });
    }
  });
});
