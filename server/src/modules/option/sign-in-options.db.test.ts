import {
  accessTokenCalls,
  CONFIRMATION_HEADER,
  confirmationCalls,
  type OptionKey,
  optionCalls,
  optionCatalogue,
  secondFactorCalls,
  signInOptions,
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

describe.each(anyDatabase)('options that decide how people sign in, on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let script: { authorization: string };

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    const { body } = await askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: root });
    script = { authorization: `Bearer ${body.data}` };
  });
  afterAll(() => site.stop());

  const set = (asked: object, ...given: [OptionKey, string][]) =>
    site.ask(optionCalls.updateMany, {
      ...asked,
      input: { options: given.map(([key, value]) => ({ key, value })) },
    });
  const notAllowed = { status: 403, body: { code: 'access_token.not_allowed' } };

  it('are those of mail, registration, sign-in, providers, Turnstile and the address of the site', () => {
    const named =
      /^(SMTP|GitHub|OIDC|Lark|Telegram(?:OAuth|Client)|WeChat|Turnstile|Email|ServerAddress|Password|Register|SecondFactor)/;
    const keys = Object.keys(optionCatalogue).filter((key) => named.test(key));
    expect([...signInOptions].sort()).toEqual(keys.sort());
  });

  it('are not set by an access token, also together with others', async () => {
    for (const key of signInOptions) {
      const value = site.options.text(key) === 'true' ? 'false' : 'true';
      expect({ key, ...(await set({ headers: script }, ['Notice', 'x'], [key, value])) }).toMatchObject(
        notAllowed,
      );
    }
    expect(site.options.text('Notice')).toBe('');
    const one = { headers: script, input: { key: 'SMTPServer', value: 'mail.evil.example' } };
    expect(await site.ask(optionCalls.update, one)).toMatchObject(notAllowed);
  });

  it('do not keep an access token from other options, nor from sending back what it read', async () => {
    expect((await set({ headers: script }, ['Notice', 'Hello'], ['SMTPPort', '587'])).status).toBe(200);
    expect(site.options.text('Notice')).toBe('Hello');
  });

  it('are confirmed by the second factor of an administrator who has one, and asked of no other', async () => {
    expect((await set({ as: root }, ['ServerAddress', 'https://one.example'])).status).toBe(200);

    const input = { current_password: PASSWORD };
    const { secret } = (await site.ask(secondFactorCalls.begin, { as: root, input })).body.data;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => {
      // A code works once.
      site.passTime(30);
      return totp.generate({ timestamp: site.now() * 1000 });
    };
    await site.ask(secondFactorCalls.confirm, { as: root, input: { code: code() } });

    const change = ['ServerAddress', 'https://two.example'] as [OptionKey, string];
    expect(await set({ as: root }, ['Notice', 'x'], change)).toMatchObject({
      status: 403,
      body: { code: 'confirmation.required', action: 'sign_in_data', proof: 'second_factor' },
    });
    expect(site.options.text('ServerAddress')).toBe('https://one.example');
    expect(site.options.text('Notice')).toBe('Hello');
    expect((await set({ as: root }, ['Notice', 'Open'])).status).toBe(200);

    const confirmation = { action: 'sign_in_data', code: code() };
    const { body } = await site.ask(confirmationCalls.create, { as: root, input: confirmation });
    const confirmed = { as: root, headers: { [CONFIRMATION_HEADER]: body.data } };
    // A value that does not fit costs no confirmation.
    expect((await set(confirmed, ['ServerAddress', 'nonsense'])).status).toBe(400);
    expect((await set(confirmed, change)).status).toBe(200);
    expect((await set(confirmed, ['ServerAddress', 'https://three.example'])).status).toBe(403);
  });
});
