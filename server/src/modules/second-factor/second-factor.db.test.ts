import {
  accessTokenCalls,
  CONFIRMATION_HEADER,
  confirmationCalls,
  logType,
  role,
  secondFactorCalls,
  userCalls,
} from '@turnpike/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { TestVisitor } from '../../../test/support/test-visitor.ts';

describe.each(anyDatabase)('a second factor on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const { get, begin, confirm, remove, renewRecoveryCodes, reset, signIn } = secondFactorCalls;
  const wrong = { status: 403, body: { code: 'second_factor.wrong_code' } };
  const required = { status: 401, body: { code: 'session.second_factor_required' } };

  /** An account with an authenticator app. */
  async function withApp(username: string, given: { role?: number } = {}) {
    const person = await site.seed.person(username, given);
    const { body } = await site.ask(begin, { as: person, input: { current_password: PASSWORD } });
    const { secret, address } = body.data as { secret: string; address: string };
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (shift = 0) => totp.generate({ timestamp: (site.now() + shift) * 1000 });
    const confirmed = await site.ask(confirm, { as: person, input: { code: code() } });
    site.passTime(30);
    return { person, secret, address, code, recoveryCodes: confirmed.body.data as string[] };
  }
  const login = (visitor: TestVisitor, username: string) =>
    visitor.ask(userCalls.login, { input: { username, password: PASSWORD } });
  const finish = (visitor: TestVisitor, code: string) => visitor.ask(signIn, { input: { code } });
  const view = async (as: Person) => (await site.ask(get, { as })).body.data;

  it('is set up by a secret that is shown once, and turned on by a code of it', async () => {
    const ann = await site.seed.person('ann');
    const start = (current_password: string) => site.ask(begin, { as: ann, input: { current_password } });
    expect((await start('wrong')).body.code).toBe('user.wrong_password');
    expect((await start('')).body).toMatchObject({ code: 'confirmation.required', proof: 'password' });
    const { secret, address } = (await start(PASSWORD)).body.data;
    expect(address).toBe(
      `otpauth://totp/Test:ann?issuer=Test&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );

    expect(await site.ask(confirm, { as: ann, input: { code: '000000' } })).toMatchObject(wrong);
    expect(await view(ann)).toEqual({ authenticator_since: 0, recovery_codes: 0, is_required: false });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now() * 1000 });
    const { body } = await site.ask(confirm, { as: ann, input: { code } });

    expect(body.data).toHaveLength(10);
    expect(new Set(body.data).size).toBe(10);
    for (const one of body.data) expect(one).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await view(ann)).toEqual({
      ...{ authenticator_since: site.now(), recovery_codes: 10, is_required: false },
    });
    expect((await start(PASSWORD)).body.code).toBe('second_factor.already_on');
    const dump = await site.dump();
    for (const kept of [secret, ...body.data]) expect(dump).not.toContain(kept);
  });

  it('is asked for after the password, in the browser that gave it, and a code works once', async () => {
    const { person, code } = await withApp('bea');
    const [visitor, stranger] = [new TestVisitor(site), new TestVisitor(site)];
    expect(await login(visitor, 'bea')).toMatchObject(required);
    expect((await visitor.ask(userCalls.self)).status).toBe(401);

    expect((await finish(stranger, code())).body.code).toBe('session.proof_expired');
    expect(await finish(visitor, '000000')).toMatchObject(wrong);
    expect(await finish(visitor, code())).toMatchObject({ status: 200, body: { data: { id: person.id } } });
    expect((await visitor.ask(userCalls.self)).status).toBe(200);

    const again = new TestVisitor(site);
    await login(again, 'bea');
    expect(await finish(again, code())).toMatchObject(wrong);
    site.passTime(30);
    const results = await Promise.all(Array.from({ length: 5 }, () => finish(again, code())));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts the code before and after the present one, and none further away', async () => {
    const { code } = await withApp('cas');
    for (const [shift, status] of [
      [-60, 403],
      [60, 403],
      [-30, 403],
      [30, 200],
    ] as const) {
      const visitor = new TestVisitor(site);
      await login(visitor, 'cas');
      // The code before the present one was that of the set-up.
      expect((await finish(visitor, code(shift))).status).toBe(status);
    }
  });

  it('forgets a begun sign-in after ten minutes, and when the password changes', async () => {
    const { person, code } = await withApp('dov');
    const visitor = new TestVisitor(site);
    await login(visitor, 'dov');
    site.passTime(600);
    expect((await finish(visitor, code())).body.code).toBe('session.proof_expired');

    await login(visitor, 'dov');
    await site.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', person.id).execute();
    expect((await finish(visitor, code())).status).toBe(401);
    expect((await visitor.ask(userCalls.self)).status).toBe(401);
  });

  it('slows guesses down', async () => {
    await withApp('eli');
    const visitor = new TestVisitor(site);
    await login(visitor, 'eli');
    const codes = [];
    for (let guess = 0; guess < 8; guess += 1) codes.push((await finish(visitor, '111111')).body.code);
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('second_factor.wrong_code'));
    expect(codes.at(-1)).toBe('session.too_many_attempts');
  });

  it('is replaced by a recovery code where the phone is lost, each once', async () => {
    const { recoveryCodes } = await withApp('fox');
    const [first = '', second = ''] = recoveryCodes;
    for (const [typed, status] of [
      [first.toUpperCase().replaceAll('-', ' '), 200],
      [first, 403],
      [second.replaceAll('-', ''), 200],
    ] as const) {
      const visitor = new TestVisitor(site);
      await login(visitor, 'fox');
      expect((await finish(visitor, typed)).status).toBe(status);
    }
  });

  it('is removed, and its recovery codes are renewed, by a code', async () => {
    const { person, code, recoveryCodes } = await withApp('gil');
    const ask = (call: typeof remove | typeof renewRecoveryCodes, given: string) =>
      site.ask(call, { as: person, input: { code: given } });
    expect(await ask(renewRecoveryCodes, '000000')).toMatchObject(wrong);
    const { body } = await ask(renewRecoveryCodes, code());
    expect(await ask(remove, recoveryCodes[0] ?? '')).toMatchObject(wrong);
    expect((await ask(remove, body.data[0])).status).toBe(200);
    expect(await view(person)).toMatchObject({ authenticator_since: 0, recovery_codes: 0 });
    expect((await login(new TestVisitor(site), 'gil')).status).toBe(200);
  });

  it('is required of a role: until there is one, nothing else can be done', async () => {
    const hub = await site.seed.person('hub', { role: role.admin });
    const { body } = await askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: hub });
    const script = { headers: { authorization: `Bearer ${body.data}` } };
    await site.options.set('SecondFactorRequired', 'administrators');
    try {
      const missing = { status: 403, body: { code: 'session.second_factor_missing' } };
      const self = await site.ask(userCalls.self, { as: hub });
      expect(self.body.data.needs_second_factor).toBe(true);
      expect(await site.ask(userCalls.list, { as: hub })).toMatchObject(missing);
      expect(await site.ask(userCalls.list, script)).toMatchObject(missing);
      const ivo = await site.seed.person('ivo');
      expect((await site.ask(userCalls.self, { as: ivo })).body.data.needs_second_factor).toBe(false);

      const { secret } = (await site.ask(begin, { as: hub, input: { current_password: PASSWORD } })).body
        .data;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now() * 1000 });
      expect((await site.ask(confirm, { as: hub, input: { code } })).status).toBe(200);
      expect((await site.ask(userCalls.list, { as: hub })).status).toBe(200);
    } finally {
      await site.options.set('SecondFactorRequired', 'nobody');
    }
  });

  it('is taken away by an administrator of a higher role, who confirms it, and the user is signed out', async () => {
    const root = await site.root();
    const { person: boss, code } = await withApp('boss', { role: role.admin });
    const { person: lost } = await withApp('lost');
    const { person: peer } = await withApp('peer', { role: role.admin });
    await site.db
      .insertInto('passkeys')
      .values({
        ...{ user_id: lost.id, name: 'phone', credential_id: 'lost', public_key: 'k', counter: 0 },
        ...{ transports: '', is_synced: 0, created_time: 1, last_used_time: 0 },
      })
      .execute();
    const ask = (as: Person, target: Person, headers = {}) =>
      site.ask(reset, { as, params: { id: target.id }, headers });
    const confirmed = async () => {
      site.passTime(30);
      const input = { action: 'sign_in_data', code: code() };
      const { body } = await site.ask(confirmationCalls.create, { as: boss, input });
      return { [CONFIRMATION_HEADER]: body.data as string };
    };

    expect((await ask(boss, lost)).body).toMatchObject({ code: 'confirmation.required' });
    expect((await ask(boss, peer, await confirmed())).body.code).toBe('user.role_too_high');
    expect((await ask(boss, boss, await confirmed())).body.code).toBe('user.role_too_high');
    expect((await ask(root, root)).body.code).toBe('user.role_too_high');
    expect((await ask(lost, boss)).status).toBe(403);
    expect((await ask(root, { ...lost, id: 99_999 })).status).toBe(404);
    expect((await site.ask(userCalls.self, { as: lost })).status).toBe(200);
    expect((await ask(boss, lost, await confirmed())).status).toBe(200);

    expect((await site.ask(userCalls.self, { as: lost })).status).toBe(401);
    for (const table of ['authenticators', 'recovery_codes', 'passkeys'] as const) {
      const kept = await site.db.selectFrom(table).select('user_id').where('user_id', '=', lost.id).execute();
      expect(kept).toEqual([]);
    }
    expect((await login(new TestVisitor(site), 'lost')).status).toBe(200);
    const note = await site.db
      .selectFrom('logs')
      .select(['type', 'content'])
      .where('user_id', '=', lost.id)
      .executeTakeFirst();
    expect(note).toEqual({ type: logType.manage, content: `second factor (reset): by ${boss.id}` });
    expect((await login(new TestVisitor(site), 'peer')).status).toBe(401);
  });
});
