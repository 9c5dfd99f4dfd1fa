import { registrationCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { type MailHost, startMailHost, useMailHost } from '../../../test/support/mail-host.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { sendMails } from '../mail/send-mails.ts';

describe.each(databases)('registration on $name', (engine) => {
  let site: TestManagement;
  let host: MailHost;
  let lastAddress = 0;

  beforeAll(async () => {
    host = await startMailHost();
    site = await startTestManagement(engine);
    await useMailHost(site, host);
  });
  afterAll(async () => {
    await site.stop();
    await host.stop();
  });
  beforeEach(async () => {
    for (const [key, value] of [
      ['RegisterEnabled', 'true'],
      ['EmailVerificationEnabled', 'true'],
      ['ServerAddress', 'https://site.test/'],
    ] as const)
      await site.options.set(key, value);
  });

  /** Another network each time, unless one is given. */
  const from = (remoteAddress = `192.0.2.${++lastAddress}`) => ({ remoteAddress });
  const sent = async () => {
    await sendMails(site.deps, new AbortController().signal);
    return host.mails.length;
  };
  const askCode = (email: string, as?: Person) =>
    site.ask(registrationCalls.sendCode, {
      ...{ as, input: { email, purpose: as === undefined ? 'register' : 'bind' }, ...from() },
      headers: { 'accept-language': 'en' },
    });
  const codeFor = async (email: string, as?: Person) => {
    expect((await askCode(email, as)).status).toBe(200);
    await sent();
    expect(host.mails.at(-1)?.to).toBe(email);
    return host.code();
  };
  const register = (input: object, where = from()) =>
    site.ask(registrationCalls.register, { input: { password: PASSWORD, ...input }, ...where });
  const newPerson = async (username: string, email = `${username}@mail.test`): Promise<Person> => {
    const verification_code = await codeFor(email);
    expect((await register({ username, email, verification_code })).status).toBe(200);
    return site.signIn(username);
  };
  const askReset = (email: string) =>
    site.ask(registrationCalls.requestReset, { input: { email }, ...from() });
  const reset = (token: string, password = 'another horse') =>
    site.ask(registrationCalls.reset, { input: { token, password }, ...from() });
  const signIn = (username: string, password: string) =>
    site.ask(userCalls.login, { input: { username, password }, ...from() });
  const self = (as: Person) => site.ask(userCalls.self, { as });

  it('changes nothing by GET', async () => {
    for (const url of [
      '/api/verification',
      '/api/reset_password',
      '/api/user/reset',
      '/api/oauth/email/bind',
    ])
      expect((await site.inject({ method: 'GET', url: `${url}?email=ann@mail.test` })).status).toBe(405);
  });

  it('opens an account by a code of a mail, signs in, and uses the code up', async () => {
    const verification_code = await codeFor('ann@mail.test');
    const input = { username: 'ann', email: 'Ann@mail.test', verification_code };
    const wrong = verification_code === '000000' ? '000001' : '000000';
    expect(await register({ ...input, verification_code: wrong })).toMatchObject({
      ...{ status: 400, body: { fields: [{ field: 'verification_code', code: 'email.wrong_code' }] } },
    });
    expect((await register({ ...input, email: 'eve@mail.test' })).body.code).toBe('email.wrong_code');
    const { status, body, headers } = await register(input);

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ username: 'ann', email: 'ann@mail.test', group: 'default' });
    expect(headers['set-cookie']).toBeDefined();
    expect((await register({ ...input, username: 'ann2' })).body.code).toBe('email.wrong_code');
  });

  // S-36 of docs/reference/sign-in.md.
  it('answers the same for an address that has an account, and mails its owner no code', async () => {
    await newPerson('bob');
    const [taken, free] = [await askCode('bob@mail.test'), await askCode('free@mail.test')];
    expect(taken.body).toEqual(free.body);
    await sent();

    const mail = host.mails.find(({ to, text }) => to === 'bob@mail.test' && text.includes('already have'));
    expect(mail?.text).not.toMatch(/\r\n\d{6}\r\n/);
  });

  it('makes one account of 50 registrations with one name', async () => {
    await site.options.set('EmailVerificationEnabled', 'false');
    const names = ['cat', 'CAT', 'ｃａｔ', 'Cat\u200b', ' cat '];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register({ username: names[index % names.length] })),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(39);
  });

  it('makes one account of 50 registrations with one address and its code', async () => {
    const verification_code = await codeFor('dan@mail.test');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register({ username: `dan${index}`, email: 'dan@mail.test', verification_code }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('gives the code back when the registration fails, also more than five times', async () => {
    const verification_code = await codeFor('tom@mail.test');
    const input = { username: 'tom', email: 'tom@mail.test', verification_code };
    for (let count = 0; count < 7; count++)
      expect((await register({ ...input, aff_code: 'made-up' })).body.code).toBe('invitation.unknown');
    // A name that was free at the first look.
    const names = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        register({ ...input, username: index % 2 ? 'tom' : 'TOM' }),
      ),
    );

    expect(names.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await register({ ...input, username: 'tom2' })).body.code).toBe('email.wrong_code');
  });

  it('accepts only the newer of two codes, also when both are requested at once', async () => {
    await codeFor('two@mail.test');
    const first = host.code();
    site.passTime(1);
    await Promise.all([askCode('two@mail.test'), askCode('two@mail.test')]);
    await sent();
    const codes = host.mails
      .slice(-2)
      .map(({ text }) => /\b\d{6}\b/.exec(text.split('\r\n\r\n').slice(1).join(''))?.[0]);
    expect(codes).toHaveLength(2);
    const input = { username: 'two', email: 'two@mail.test' };
    const answers = [];
    for (const verification_code of [first, ...codes])
      answers.push(await register({ ...input, verification_code }));

    expect(answers[0]?.body.code).toBe('email.wrong_code');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('needs no mail where addresses are not verified, and keeps no address then', async () => {
    await site.options.set('EmailVerificationEnabled', 'false');
    const { body } = await register({ username: 'eva', email: 'someone@mail.test' });
    expect(body.data).toMatchObject({ username: 'eva', email: '' });
  });

  it('refuses what the options do not allow', async () => {
    const code = async (email: string) => (await askCode(email)).body.code;
    await site.options.set('EmailDomainRestrictionEnabled', 'true');
    await site.options.set('EmailAliasRestrictionEnabled', 'true');
    expect(await code('ann@mail.test')).toBe('email.domain_not_allowed');
    expect(await code('an.n@gmail.com')).toBe('email.alias_not_allowed');
    await site.options.set('EmailDomainRestrictionEnabled', 'false');
    await site.options.set('EmailAliasRestrictionEnabled', 'false');

    await site.options.set('PasswordRegisterEnabled', 'false');
    expect((await register({ username: 'fay' })).body.code).toBe('registration.password_closed');
    await site.options.set('PasswordRegisterEnabled', 'true');
    await site.options.set('RegisterEnabled', 'false');
    expect((await register({ username: 'fay' })).body.code).toBe('registration.closed');
    expect(await code('fay@mail.test')).toBe('registration.closed');
  });

  it('slows down one network, and mails to one address from many networks', async () => {
    const network = from('2001:db8:1:2::1');
    const inside = (index: number) => from(`2001:db8:1:2::${index}`);
    for (let index = 0; index < 10; index++) await register({ username: 'ann' }, inside(index));
    expect((await register({ username: 'gil' }, network)).status).toBe(429);
    for (let count = 0; count < 3; count++) expect((await askCode('flood@mail.test')).status).toBe(200);
    for (const address of ['flood@mail.test', ' FLOOD@Mail.Test ']) {
      expect((await askCode(address)).status).toBe(429);
      expect((await askReset(address)).status).toBe(429);
    }
  });

  it('lets a code die after five guesses', async () => {
    const verification_code = await codeFor('hal@mail.test');
    const wrong = verification_code === '000000' ? '000001' : '000000';
    const input = { username: 'hal', email: 'hal@mail.test' };
    await Promise.all(Array.from({ length: 20 }, () => register({ ...input, verification_code: wrong })));
    expect((await register({ ...input, verification_code })).body.code).toBe('email.wrong_code');
  });

  it('sets a new password by a link that works once, and ends all sessions', async () => {
    const ida = await newPerson('ida');
    const before = await sent();
    expect((await askReset('ida@mail.test')).status).toBe(200);
    await expect.poll(sent).toBe(before + 1);
    const link = new URL(host.link());
    expect(link.origin + link.pathname).toBe('https://site.test/user/reset');
    const token = link.searchParams.get('token') ?? '';
    expect((await reset(`${token}x`)).body.code).toBe('password_reset.invalid_link');
    expect((await reset(token)).status).toBe(200);

    expect((await self(ida)).status).toBe(401);
    expect((await signIn('ida', PASSWORD)).status).toBe(401);
    expect((await signIn('ida', 'another horse')).status).toBe(200);
    expect((await reset(token, 'third horse')).body.code).toBe('password_reset.invalid_link');
  });

  // S-36 of docs/reference/sign-in.md.
  it('answers the same for an unknown address, and mails nothing to it', async () => {
    await newPerson('jan');
    const before = await sent();
    const [unknown, known] = [await askReset('nobody@mail.test'), await askReset('jan@mail.test')];
    expect(unknown.body).toEqual(known.body);
    await expect.poll(sent).toBe(before + 1);
    expect(host.mails.at(-1)?.to).toBe('jan@mail.test');
  });

  it('lets a link expire, and end with the address that it was mailed to', async () => {
    const kim = await newPerson('kim');
    const tokens: string[] = [];
    for (let count = 0; count < 2; count++) {
      const before = await sent();
      await askReset('kim@mail.test');
      await expect.poll(sent).toBe(before + 1);
      tokens.push(new URL(host.link()).searchParams.get('token') ?? '');
      if (count === 0) site.passTime(1800);
    }
    expect((await reset(tokens[0] ?? '')).body.code).toBe('password_reset.invalid_link');
    const change = { id: kim.id, email: 'new@mail.test' };
    expect((await site.ask(userCalls.update, { as: await site.root(), input: change })).status).toBe(200);
    expect((await reset(tokens[1] ?? '')).body.code).toBe('password_reset.invalid_link');
  });

  // S-33 of docs/reference/sign-in.md.
  it('mails no link while the address of the site is not set, whatever host a request names', async () => {
    await newPerson('leo');
    await site.options.set('ServerAddress', '');
    const before = await sent();
    const { status, body } = await site.ask(registrationCalls.requestReset, {
      input: { email: 'leo@mail.test' },
      headers: { host: 'evil.test', origin: 'http://evil.test' },
    });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'password_reset.off' });
    expect(await sent()).toBe(before);
  });

  it('changes the own address by password and code, and takes no address of another', async () => {
    const mia = await newPerson('mia');
    const bind = (input: object, as: Person = mia) => site.ask(registrationCalls.bindEmail, { as, input });
    const code = await codeFor('mia2@mail.test', mia);
    const input = { email: 'mia2@mail.test', code, current_password: PASSWORD };
    const other = await site.seed.person('noa');

    expect((await bind({ ...input, current_password: 'wrong' })).body.code).toBe('user.wrong_password');
    expect((await bind({ email: input.email, code })).body).toMatchObject({ proof: 'password' });
    expect((await bind(input, other)).body.code).toBe('email.wrong_code');
    expect((await bind(input)).status).toBe(200);
    expect((await self(mia)).body.data.email).toBe('mia2@mail.test');
    expect((await bind(input)).body.code).toBe('email.wrong_code');

    await askCode('mia2@mail.test', other);
    await sent();
    expect(host.mails.at(-1)?.text).toContain('already have');
    expect(
      (await site.ask(registrationCalls.sendCode, { input: { email: 'x@mail.test', purpose: 'bind' } }))
        .status,
    ).toBe(401);
  });

  it('gives the code of a change of the address back when the change fails, and changes once', async () => {
    const [pia, other] = [await newPerson('pia'), await site.seed.person('pit')];
    const code = await codeFor('pia2@mail.test', pia);
    const input = { email: 'pia2@mail.test', code, current_password: PASSWORD };
    const bind = () => site.ask(registrationCalls.bindEmail, { as: pia, input });
    const setOther = (email: string) =>
      site.db.updateTable('users').set({ email }).where('id', '=', other.id).execute();

    await setOther(input.email);
    expect((await bind()).body.code).toBe('user.name_taken');
    await setOther('');
    const answers = await Promise.all(Array.from({ length: 20 }, bind));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await self(pia)).body.data.email).toBe(input.email);
  });
});
