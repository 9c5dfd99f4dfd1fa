import { passkeyCalls, registrationCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queriesOf } from '../../../test/support/asked-queries.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';

// S-36 of docs/reference/sign-in.md: equal answers, after equal work.
describe.each(anyDatabase)('a stranger who tries whether there is an account, on $name', (engine) => {
  let site: TestManagement;
  let lastAddress = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    for (const [key, value] of [
      ['RegisterEnabled', 'true'],
      ['ServerAddress', 'https://site.test'],
      ['SMTPServer', 'mail.test'],
      ['SMTPFrom', 'gateway@site.test'],
      ['EmailVerificationEnabled', 'true'],
    ] as const)
      await site.options.set(key, value);
    const { id } = await site.seed.person('known');
    const email = 'known@mail.test';
    await site.db.updateTable('users').set({ email, proved_email: email }).where('id', '=', id).execute();
  });
  afterAll(() => site.stop());

  const from = () => ({ remoteAddress: `192.0.2.${++lastAddress}` });
  const password = 'wrong password';
  const verification_code = '000000';
  const calls: [string, (who: string) => Promise<{ status: number; body: object }>][] = [
    [
      'signing in by a name',
      (username) => site.ask(userCalls.login, { input: { username, password }, ...from() }),
    ],
    [
      'signing in by an address',
      (name) => site.ask(userCalls.login, { input: { username: `${name}@mail.test`, password }, ...from() }),
    ],
    [
      'signing up with an address and a guessed code',
      (name) =>
        site.ask(registrationCalls.register, {
          input: { username: 'newcomer', password, email: `${name}@mail.test`, verification_code },
          ...from(),
        }),
    ],
    [
      'asking for a code',
      (name) =>
        site.ask(registrationCalls.sendCode, {
          input: { email: `${name}@mail.test`, purpose: 'register' },
          ...from(),
        }),
    ],
    ['beginning a sign-in by passkey', () => site.ask(passkeyCalls.beginSignIn, from())],
  ];

  it.each(calls)('gets the same answer after the same queries when %s', async (_, ask) => {
    const outcome = async (name: string) => {
      let answer: object = {};
      const queries = await queriesOf(async () => {
        const { status, body } = await ask(name);
        const { request_id, data, ...rest } = body as Record<string, unknown>;
        answer = { status, hasData: data !== undefined, ...rest };
      });
      return { answer, queries };
    };
    const known = await outcome('known');
    expect(known.queries.length).toBeGreaterThan(0);
    expect(await outcome('unknown')).toEqual(known);
  });

  it('gets the answer before the account is looked for when asking for a new password', async () => {
    const transaction = vi.spyOn(site.db, 'transaction');
    transaction.mockReturnValue({ execute: () => new Promise(() => {}) } as never);
    try {
      for (const name of ['known', 'unknown']) {
        const input = { email: `${name}@mail.test` };
        const { body } = await site.ask(registrationCalls.requestReset, { input, ...from() });
        expect(body).toEqual({ success: true, message: '' });
      }
      expect(transaction).toHaveBeenCalledTimes(2);
    } finally {
      transaction.mockRestore();
    }
  });
});
