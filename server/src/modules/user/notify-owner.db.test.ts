import {
  accessTokenCalls,
  confirmationCalls,
  identityCalls,
  passkeyCalls,
  secondFactorCalls,
  userCalls,
} from '@turnpike/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import { SoftPasskey } from '../../../test/support/soft-passkey.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { bindProvider } from '../oauth/sign-in-by-provider.ts';

const ORIGIN = 'https://gateway.example';

describe.each(anyDatabase)('mails about a change of how an account signs in, on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    for (const [key, value] of [
      ['SMTPServer', 'mail.test'],
      ['SMTPFrom', 'gateway@site.test'],
      ['ServerAddress', ORIGIN],
    ] as const)
      await site.options.set(key, value);
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    await site.db.deleteFrom('mails').execute();
  });

  const mails = () => site.db.selectFrom('mails').select(['address', 'subject']).orderBy('id').execute();
  const withAddress = async (username: string, proved_email = `${username}@mail.test`) => {
    const person = await site.seed.person(username);
    const change = { email: `${username}@mail.test`, proved_email, language: 'en_US' } as const;
    await site.db.updateTable('users').set(change).where('id', '=', person.id).execute();
    return person;
  };
  const setPassword = (as: Person) =>
    site.ask(userCalls.changeSelf, { as, input: { current_password: PASSWORD, password: 'another horse' } });
  const update = async (input: object) =>
    expect((await site.ask(userCalls.update, { as: root, input })).status).toBe(200);

  it('come for a password that the owner or an administrator sets', async () => {
    const ann = await withAddress('ann');
    expect((await setPassword(ann)).status).toBe(200);
    await update({ id: ann.id, password: 'chosen by root' });
    const mail = { address: 'ann@mail.test', subject: 'Your Test password was changed' };
    expect(await mails()).toEqual([mail, mail]);
  });

  it('go to the old address when the address changes', async () => {
    const bea = await withAddress('bea');
    await update({ id: bea.id, display_name: 'Bea', email: 'bea@mail.test' });
    expect(await mails()).toEqual([]);
    await update({ id: bea.id, email: 'other@mail.test' });
    expect(await mails()).toEqual([
      { address: 'bea@mail.test', subject: 'Your Test e-mail address was changed' },
    ]);
  });

  it('come for an authenticator app and for a passkey, added and removed', async () => {
    const cas = await withAddress('cas');
    const input = { current_password: PASSWORD };
    const { secret } = (await site.ask(secondFactorCalls.begin, { as: cas, input })).body.data;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => {
      // A code works once.
      site.passTime(30);
      return { code: totp.generate({ timestamp: site.now() * 1000 }) };
    };
    await site.ask(secondFactorCalls.confirm, { as: cas, input: code() });
    const confirmed = async () => {
      const asked = { action: 'sign_in_data', ...code() };
      const { body } = await site.ask(confirmationCalls.create, { as: cas, input: asked });
      return { 'x-confirmation': body.data };
    };
    const options = (await site.ask(passkeyCalls.begin, { as: cas, headers: await confirmed() })).body.data;
    const response = new SoftPasskey({ origin: ORIGIN }).create(options);
    const { body } = await site.ask(passkeyCalls.create, {
      ...{ as: cas, input: { name: 'Phone', response } },
    });
    const { id } = body.data;
    await site.ask(passkeyCalls.remove, { as: cas, params: { id }, headers: await confirmed() });
    await site.ask(secondFactorCalls.remove, { as: cas, input: code() });

    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Two-step verification is on for Test',
      'A passkey was added to your Test account',
      'A passkey was removed from your Test account',
      'Two-step verification is off for Test',
    ]);
  });

  it('come for an access token, and for a sign-in that is linked and unlinked', async () => {
    const fay = await withAddress('fay');
    await askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: fay });
    const input = { name: 'script', scope: 'read', expires_time: 0 };
    await askConfirmed(site.ask, accessTokenCalls.create, { as: fay, input });
    const account = {
      provider: 'github' as const,
      ...{ subject: '7', name: 'fay', email: '', emailVerified: false, username: '', picture: '' },
    };
    const { signal } = new AbortController();
    // The second time, only what the provider reports is new.
    for (let time = 0; time < 2; time++) await bindProvider(site.deps, fay.id, { account, signal });
    const [identity] = (await site.ask(identityCalls.list, { as: fay })).body.data;
    await askConfirmed(site.ask, identityCalls.remove, { as: fay, params: { id: identity.id } });

    const token = 'An access token was created for your Test account';
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      ...[token, token],
      'A sign-in was linked to your Test account',
      'A sign-in was unlinked from your Test account',
    ]);
  });

  it('do not go to an address that nobody proved, and none comes for a refused change', async () => {
    const dov = await withAddress('dov', '');
    expect((await setPassword(dov)).status).toBe(200);
    const eli = await withAddress('eli');
    await site.ask(secondFactorCalls.begin, { as: eli, input: { current_password: PASSWORD } });
    await site.ask(secondFactorCalls.confirm, { as: eli, input: { code: '000000' } });
    expect(await mails()).toEqual([]);
  });
});
