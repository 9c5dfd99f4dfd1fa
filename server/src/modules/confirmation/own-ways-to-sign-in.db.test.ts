import {
  accessTokenCalls,
  type Call,
  CONFIRMATION_HEADER,
  confirmationCalls,
  identityCalls,
  oauthCalls,
  passkeyCalls,
  registrationCalls,
  secondFactorCalls,
  userCalls,
} from '@turnpike/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { PASSWORD, type Person, type TestManagement } from '../../../test/support/test-management.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { issueCode } from '../one-time-token/one-time-token.ts';
import { codeUse } from '../registration/email-code.ts';

type Asked = Parameters<TestManagement['ask']>[1];
type Change = [name: string, prepare: (person: Person) => Promise<[Call, Asked?]>];

describe('a change of the own ways to sign in', () => {
  let world: SignInWorld;
  let site: TestManagement;
  let people = 0;

  beforeAll(async () => {
    world = await startSignInWorld();
    site = world.site;
  }, 60_000);
  afterAll(() => world.stop());

  const newPerson = () => site.seed.person(`p${++people}`);
  /** An account that a provider opened. */
  const withoutPassword = async () => {
    const person = await newPerson();
    await site.db.updateTable('users').set({ password_hash: '' }).where('id', '=', person.id).execute();
    return person;
  };
  const withApp = async () => {
    const person = await newPerson();
    const input = { current_password: PASSWORD };
    const { body } = await site.ask(secondFactorCalls.begin, { as: person, input });
    const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) });
    const code = () => {
      // A code works once.
      site.passTime(30);
      return totp.generate({ timestamp: site.now() * 1000 });
    };
    await site.ask(secondFactorCalls.confirm, { as: person, input: { code: code() } });
    return { person, code };
  };
  const confirm = (as: Person, input: object) =>
    site.ask(confirmationCalls.create, { as, input: { action: 'sign_in_data', ...input } });
  const confirmed = async (as: Person, proof: object = { password: PASSWORD }) => ({
    headers: { [CONFIRMATION_HEADER]: (await confirm(as, proof)).body.data as string },
  });
  const addIdentity = async ({ id }: Person) => {
    const times = { created_time: 1, last_used_time: 1 };
    const [first] = await site.db
      .insertInto('identities')
      .values(
        ['github', 'oidc'].map((provider) => ({
          ...{ user_id: id, provider, subject: String(id), email: '', name: '', email_verified: 0, ...times },
        })),
      )
      .returning('id')
      .execute();
    return first?.id ?? 0;
  };
  const mailedCode = (email: string, { id }: Person) =>
    site.db
      .transaction()
      .execute((db) =>
        issueCode({ ...site.deps, db }, { ...codeUse(email, id), payload: null, ttlSeconds: 600 }),
      );
  const linkedWeChat = (person: Person) => {
    world.wechat.codes.set(String(person.id), `openid-of-${person.id}`);
    return { input: { code: String(person.id) } };
  };

  const newToken = { name: 'script', scope: 'own', expires_time: 0 };
  const changes: Change[] = [
    ['the password', async () => [userCalls.changeSelf, { input: { password: 'another horse' } }]],
    [
      'the e-mail address',
      async (person) => {
        const email = `p${person.id}@mail.test`;
        return [registrationCalls.bindEmail, { input: { email, code: await mailedCode(email, person) } }];
      },
    ],
    [
      'a provider that is linked',
      async () => [oauthCalls.endpoint, { query: { provider: 'github', purpose: 'bind' } }],
    ],
    [
      'a provider that a program links',
      async () => [oauthCalls.state, { query: { provider: 'lark', purpose: 'bind' } }],
    ],
    ['a WeChat account that is linked', async (person) => [oauthCalls.bindWechat, linkedWeChat(person)]],
    [
      'a provider that is unlinked',
      async (person) => [identityCalls.remove, { params: { id: await addIdentity(person) } }],
    ],
    ['a new passkey', async () => [passkeyCalls.begin]],
    ['an access token', async () => [accessTokenCalls.create, { input: newToken }]],
    ['the access token without a name', async () => [accessTokenCalls.renewUnnamed]],
  ];
  const authenticator: Change = [
    'an authenticator app',
    async () => [secondFactorCalls.begin, { input: {} }],
  ];

  it.each([...changes, authenticator])('asks for the password before %s', async (_, prepare) => {
    const person = await newPerson();
    const [call, asked] = await prepare(person);
    const ask = (headers: Asked = {}) => site.ask(call, { ...asked, as: person, ...headers });
    const required = {
      status: 403,
      body: { code: 'confirmation.required', action: 'sign_in_data', proof: 'password' },
    };
    const before = await rowsOf(site);

    expect(await ask()).toMatchObject(required);
    expect(await rowsOf(site)).toBe(before);
    expect((await confirm(person, { password: 'a guess' })).body.code).toBe('user.wrong_password');
    expect((await ask(await confirmed(person))).status).toBe(200);
  });

  it.each(changes)('asks for the second factor, not the password, before %s', async (_, prepare) => {
    const { person, code } = await withApp();
    const [call, asked] = await prepare(person);
    const ask = (headers: Asked = {}) => site.ask(call, { ...asked, as: person, ...headers });

    expect((await ask()).body).toMatchObject({ code: 'confirmation.required', proof: 'second_factor' });
    expect(await confirm(person, { password: PASSWORD })).toMatchObject({
      ...{ status: 400, body: { fields: [{ field: 'code', code: 'required' }] } },
    });
    expect((await ask(await confirmed(person, { code: code() }))).status).toBe(200);
  });

  it.each([...changes, authenticator])(
    'asks an account without both for a session of 15 minutes before %s',
    async (_, prepare) => {
      const person = await withoutPassword();
      const [call, asked] = await prepare(person);
      expect((await site.ask(call, { ...asked, as: person })).status).toBe(200);

      const late = await withoutPassword();
      site.passTime(900);
      const [lateCall, lateAsked] = await prepare(late);
      expect(await site.ask(lateCall, { ...lateAsked, as: late })).toMatchObject({
        ...{ status: 403, body: { code: 'session.too_old' } },
      });
      expect((await confirm(late, { password: PASSWORD })).status).toBe(400);
    },
  );

  it.each([...changes, authenticator])('is nothing for an access token: %s', async (_, prepare) => {
    const person = await newPerson();
    const [call, asked] = await prepare(person);
    const made = await site.ask(accessTokenCalls.renewUnnamed, { as: person, ...(await confirmed(person)) });
    const headers = { authorization: `Bearer ${made.body.data}` };

    const { status, body } = await site.ask(call, { ...asked, headers });
    // A public call knows no access tokens.
    expect([status, body.code]).toEqual(
      call.access === 'public' ? [401, 'session.required'] : [403, 'access_token.not_allowed'],
    );
  });

  it('costs no confirmation when it fails, and one that succeeds uses it up', async () => {
    const person = await newPerson();
    const headers = await confirmed(person);
    const email = `keep${person.id}@mail.test`;
    const code = await mailedCode(email, person);
    const bind = (given: string) =>
      site.ask(registrationCalls.bindEmail, { as: person, input: { email, code: given }, ...headers });
    const unlink = () => site.ask(identityCalls.remove, { as: person, params: { id: 99_999 }, ...headers });

    expect((await bind(code === '000000' ? '000001' : '000000')).body.code).toBe('email.wrong_code');
    expect((await unlink()).body.code).toBe('identity.not_found');
    expect((await bind(code)).status).toBe(200);
    expect((await unlink()).body.code).toBe('identity.not_found');
    const id = await addIdentity(person);
    const again = await site.ask(identityCalls.remove, { as: person, params: { id }, ...headers });
    expect(again.body.code).toBe('confirmation.required');
  });

  it('counts no right code of a mail as an attempt, however often its confirmation is missing', async () => {
    const person = await newPerson();
    const email = `often${person.id}@mail.test`;
    const input = { email, code: await mailedCode(email, person) };
    const bind = (headers: Asked = {}) =>
      site.ask(registrationCalls.bindEmail, { as: person, input, ...headers });
    for (let tries = 0; tries < 8; tries++) expect((await bind()).body.code).toBe('confirmation.required');
    expect((await bind(await confirmed(person))).status).toBe(200);
  });

  it.each([
    ['of another session', async (person: Person) => confirmed(await site.signIn(person.username))],
    ['of another account', async () => confirmed(await newPerson())],
    [
      'of another action',
      async (person: Person) => {
        const { body } = await confirm(person, { action: 'channel_key', password: PASSWORD });
        return { headers: { [CONFIRMATION_HEADER]: body.data as string } };
      },
    ],
    [
      'that is older than five minutes',
      async (person: Person) => {
        const headers = await confirmed(person);
        site.passTime(300);
        return headers;
      },
    ],
    [
      'by the password that was given before there was a second factor',
      async (person: Person) => {
        const headers = await confirmed(person);
        await site.db
          .insertInto('authenticators')
          .values({ user_id: person.id, secret: 'x', confirmed_time: 1, last_step: 0 })
          .execute();
        return headers;
      },
    ],
    ['that is made up', async () => ({ headers: { [CONFIRMATION_HEADER]: 'A'.repeat(43) } })],
  ])('is refused with a confirmation %s', async (_, headersOf) => {
    const person = await newPerson();
    const headers = await headersOf(person);
    const answer = await site.ask(accessTokenCalls.create, { as: person, input: newToken, ...headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'confirmation.required' } });
  });

  it('is refused after the session that confirmed it was signed out', async () => {
    const person = await newPerson();
    const headers = await confirmed(person);
    await site.ask(userCalls.logout, { as: person });
    expect(
      (await site.ask(accessTokenCalls.create, { as: person, input: newToken, ...headers })).status,
    ).toBe(401);
    const next = await site.signIn(person.username);
    const answer = await site.ask(accessTokenCalls.create, { as: next, input: newToken, ...headers });
    expect(answer.body.code).toBe('confirmation.required');
  });

  it('is refused after an administrator reset the second factor that confirmed it', async () => {
    const { person, code } = await withApp();
    const headers = await confirmed(person, { code: code() });
    const reset = { as: world.root, params: { id: person.id } };
    expect((await site.ask(secondFactorCalls.reset, reset)).status).toBe(200);
    const make = (as: Person) => site.ask(accessTokenCalls.create, { as, input: newToken, ...headers });

    expect((await make(person)).status).toBe(401);
    expect((await make(await site.signIn(person.username))).body).toMatchObject({
      ...{ code: 'confirmation.required', proof: 'password' },
    });
  });

  it('is one of two that bring the same confirmation at once', async () => {
    const person = await newPerson();
    const headers = await confirmed(person);
    const make = () => site.ask(accessTokenCalls.create, { as: person, input: newToken, ...headers });
    const answers = await Promise.all(Array.from({ length: 5 }, make));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('keeps a passkey only with a challenge that was begun with a proof', async () => {
    const person = await newPerson();
    const input = { name: 'Thief', response: { id: 'x', response: {} } };
    const answer = await site.ask(passkeyCalls.create, { as: person, input, ...(await confirmed(person)) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'passkey.refused' } });
  });

  it('asks root for it in the list of users too, for the own name and address', async () => {
    for (const change of [{ username: 'boss' }, { email: 'boss@mail.test' }, { password: 'another horse' }]) {
      const input = { id: world.root.id, ...change };
      expect((await site.ask(userCalls.update, { as: world.root, input })).body).toMatchObject({
        ...{ code: 'confirmation.required', proof: 'password' },
      });
    }
    const input = { id: world.root.id, email: 'boss@mail.test' };
    const headers = await confirmed(world.root);
    expect((await site.ask(userCalls.update, { as: world.root, input, ...headers })).status).toBe(200);
  });

  it('begins with a proof where the site requires a second factor that is missing', async () => {
    const person = await newPerson();
    await site.options.set('SecondFactorRequired', 'everyone');
    const begin = (headers: Asked = {}) => site.ask(passkeyCalls.begin, { as: person, ...headers });
    expect((await begin()).body).toMatchObject({ code: 'confirmation.required', proof: 'password' });
    expect((await begin(await confirmed(person))).status).toBe(200);
    await site.options.set('SecondFactorRequired', 'nobody');
  });

  it('stores no confirmation that could be used', async () => {
    const person = await newPerson();
    const token = (await confirmed(person)).headers[CONFIRMATION_HEADER] ?? '';
    const dump = await site.dump();
    for (const secret of [token, hashSecret(token)]) expect(dump).not.toContain(secret);
  });
});

/** The rows that open accounts. */
async function rowsOf({ db }: TestManagement): Promise<string> {
  const tables = ['users', 'identities', 'passkeys', 'authenticators', 'access_tokens'] as const;
  const rows = tables.map((table) =>
    db
      .selectFrom(table as 'users')
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}
