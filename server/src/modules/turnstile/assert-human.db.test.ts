import { registrationCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { playTurnstile, testSecrets } from '../../../test/support/turnstile-site.ts';
import { assertHuman } from './assert-human.ts';

const SECRET = '0x4AAAAAAA-secret-of-the-site';

describe.each(anyDatabase)('the check by Turnstile on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let turnstile: ReturnType<typeof playTurnstile>;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    turnstile = playTurnstile(SECRET);
    site.fakes.guardedFetch = turnstile.guardedFetch;
    await set({ TurnstileSiteKey: '0x4AAAAAAA', TurnstileSecretKey: SECRET, ServerAddress: '' });
    await set({ TurnstileCheckEnabled: true });
  });

  const set = (values: Record<string, string | boolean>) =>
    site.ask(
      { method: 'PUT', path: '/api/option/batch' },
      {
        as: root,
        input: { options: Object.entries(values).map(([key, value]) => ({ key, value: String(value) })) },
      },
    );
  const check = (token: string | undefined, action: 'register' | 'reset_password' = 'register') =>
    assertHuman(site.deps, {
      ...{ token, action, ip: '192.0.2.1', origin: 'http://gateway.test:3000' },
      signal: new AbortController().signal,
    });
  const issue = (given: { hostname?: string; action?: string } = {}) =>
    turnstile.issue({ hostname: 'gateway.test', action: 'register', ...given });
  const codeOf = (checked: Promise<void>) => checked.then(() => 'passed').catch(({ code }) => code);

  it('asks nobody while it is off', async () => {
    await set({ TurnstileCheckEnabled: false });
    expect(await codeOf(check(undefined))).toBe('passed');
    expect(turnstile.state.asked).toBe(0);
  });

  it('cannot be turned on without its keys', async () => {
    await set({ TurnstileCheckEnabled: false });
    await set({ TurnstileSecretKey: '' });
    expect((await set({ TurnstileCheckEnabled: true })).body.fields).toEqual([
      { field: 'TurnstileCheckEnabled', code: 'option.needs_others' },
    ]);
  });

  it('takes a token of the form on this site once', async () => {
    const token = issue();
    expect(await codeOf(check(token))).toBe('passed');
    expect(await codeOf(check(token))).toBe('turnstile.spent');
    expect(await codeOf(check(''))).toBe('turnstile.missing');
    expect(await codeOf(check('made up'))).toBe('turnstile.refused');
  });

  it('guards registrations and requests for mails, but no sign-in', async () => {
    const register = (token?: string) =>
      site.ask(registrationCalls.register, {
        input: { username: 'berta', password: 'correct horse', ...(token && { turnstile: token }) },
      });
    expect((await register()).body.code).toBe('turnstile.missing');
    expect((await register(issue())).status).toBe(200);
    const email = 'berta@mail.test';
    for (const [call, input] of [
      [registrationCalls.sendCode, { email, purpose: 'register' }],
      [registrationCalls.requestReset, { email }],
    ] as const) {
      expect((await site.ask(call, { input })).body.code).toBe('turnstile.missing');
    }
    expect((await site.root()).username).toBe('owner');
  });

  it('refuses a token of another form or another site', async () => {
    expect(await codeOf(check(issue(), 'reset_password'))).toBe('turnstile.refused');
    expect(await codeOf(check(issue({ hostname: 'elsewhere.test' })))).toBe('turnstile.refused');

    await set({ ServerAddress: 'https://api.gateway.test' });
    expect(await codeOf(check(issue()))).toBe('turnstile.refused');
    expect(await codeOf(check(issue({ hostname: 'api.gateway.test' })))).toBe('passed');
  });

  it('tries once more without using the token twice, and refuses when nobody answers', async () => {
    turnstile.state.lost = 1;
    expect(await codeOf(check(issue()))).toBe('passed');
    turnstile.state.lost = 2;
    expect(await codeOf(check(issue()))).toBe('turnstile.unreachable');
    expect(turnstile.state.asked).toBe(4);
    expect(site.logged.at(-1)).toEqual({
      text: 'Turnstile could not check a request',
      facts: { outcome: 'unreachable' },
    });
  });

  it.each([
    ['a page', '<html>'],
    ['no outcome', '{}'],
    ['an outcome that is none', '{"success":"yes"}'],
    ['an internal error', '{"success":false,"error-codes":["internal-error"]}'],
  ])('refuses when the answer is %s', async (_, body) => {
    turnstile.state.body = body;
    expect(await codeOf(check(issue()))).toBe('turnstile.unreachable');
  });

  it.each([
    ['passed', testSecrets.passes],
    ['turnstile.refused', testSecrets.fails],
    ['turnstile.spent', testSecrets.spent],
    ['turnstile.unreachable', 'a secret that Cloudflare does not know'],
  ])('is %s with the secret %s', async (outcome, secret) => {
    await set({ TurnstileSecretKey: secret });
    expect(await codeOf(check(issue()))).toBe(outcome);
  });
});
