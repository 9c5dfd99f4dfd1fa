import {
  accessTokenCalls,
  channelCalls,
  confirmationCalls,
  registrationCalls,
  role,
  secondFactorCalls,
  userCalls,
} from '@turnpike/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { TestVisitor } from '../../../test/support/test-visitor.ts';
import { issueCode } from '../one-time-token/one-time-token.ts';
import { codeUse } from '../registration/email-code.ts';

// S-09 of docs/reference/sign-in.md.
describe.each(anyDatabase)('actions that are confirmed by a second factor, on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let code: () => string;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    const { body } = await site.ask(secondFactorCalls.begin, {
      as: root,
      input: { current_password: PASSWORD },
    });
    const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) });
    code = () => {
      // A code works once.
      site.passTime(30);
      return totp.generate({ timestamp: site.now() * 1000 });
    };
    await site.ask(secondFactorCalls.confirm, { as: root, input: { code: code() } });
  });
  afterAll(() => site.stop());

  const confirm = async (action: string): Promise<string> =>
    (await site.ask(confirmationCalls.create, { as: root, input: { action, code: code() } })).body.data;
  const channel = async () => {
    const input = { type: 1, name: 'c', key: 'sk-one', models: 'm', group: 'default' };
    return (await site.ask(channelCalls.create, { as: root, input })).body.data as { id: number };
  };
  const actions: [string, string, () => Promise<Parameters<TestManagement['ask']>>][] = [
    [
      'another channel key',
      'channel_key',
      async () => [channelCalls.update, { input: { ...(await channel()), key: 'sk-two' } }],
    ],
    [
      'another address of a channel',
      'channel_key',
      async () => [
        channelCalls.update,
        { input: { id: (await channel()).id, base_url: 'https://evil.example', key: 'sk-one' } },
      ],
    ],
    [
      'an own password',
      'sign_in_data',
      async () => [userCalls.changeSelf, { input: { password: PASSWORD } }],
    ],
    [
      'an own e-mail address',
      'sign_in_data',
      async () => {
        const email = 'owner@mail.test';
        const issued = { ...codeUse(email, root.id), payload: null, ttlSeconds: 600 };
        const input = { email, code: await issueCode(site.deps, issued) };
        return [registrationCalls.bindEmail, { input }];
      },
    ],
    [
      'the e-mail address of an account',
      'sign_in_data',
      async () => [
        userCalls.update,
        { input: { id: (await site.seed.person('ann')).id, email: 'a@mail.test' } },
      ],
    ],
    [
      'a new administrator',
      'administrator',
      async () => [userCalls.create, { input: { username: 'boss', password: PASSWORD, role: role.admin } }],
    ],
    [
      'a user who becomes administrator',
      'administrator',
      async () => [userCalls.update, { input: { id: (await site.seed.person('cas')).id, role: role.admin } }],
    ],
    [
      'a promotion',
      'administrator',
      async () => {
        await site.seed.person('dov');
        return [userCalls.manage, { input: { username: 'dov', action: 'promote' } }];
      },
    ],
  ];

  it.each(actions)('ask before %s', async (_, action, prepared) => {
    const [call, asked] = await prepared();
    const ask = (headers: Record<string, string> = {}) => site.ask(call, { ...asked, as: root, headers });

    expect(await ask()).toMatchObject({ status: 403, body: { code: 'confirmation.required', action } });
    const other = action === 'channel_key' ? 'administrator' : 'channel_key';
    expect((await ask({ 'x-confirmation': await confirm(other) })).body.code).toBe('confirmation.required');
    expect((await ask({ 'x-confirmation': await confirm(action) })).status).toBe(200);
  });

  it('ask for nothing else, and nothing of an account without a second factor', async () => {
    const { id } = await channel();
    const rename = await site.ask(channelCalls.update, { as: root, input: { id, name: 'other' } });
    expect(rename.status).toBe(200);
    const eli = await site.seed.person('eli', { role: role.admin });
    const input = { id, key: 'sk-three' };
    expect((await site.ask(channelCalls.update, { as: eli, input })).status).toBe(200);
  });

  it('are confirmed in one session', async () => {
    const { id } = await channel();
    const visitor = new TestVisitor(site);
    await visitor.ask(userCalls.login, { input: { username: 'owner', password: PASSWORD } });
    expect((await visitor.ask(secondFactorCalls.signIn, { input: { code: code() } })).status).toBe(200);
    const headers = { 'x-confirmation': await confirm('channel_key') };
    const input = { id, key: 'sk-six' };
    const elsewhere = await visitor.ask(channelCalls.update, { input, headers });
    expect(elsewhere.body.code).toBe('confirmation.required');
  });

  it('are confirmed for five minutes, by a right code', async () => {
    const { id } = await channel();
    const token = await confirm('channel_key');
    site.passTime(300);
    const late = await site.ask(channelCalls.update, {
      ...{ as: root, input: { id, key: 'sk-four' } },
      headers: { 'x-confirmation': token },
    });
    expect(late.body.code).toBe('confirmation.required');
    const input = { action: 'channel_key' };
    expect((await site.ask(confirmationCalls.create, { as: root, input })).status).toBe(400);
    expect(
      (await site.ask(confirmationCalls.create, { as: root, input: { ...input, code: '000000' } })).body.code,
    ).toBe('second_factor.wrong_code');
  });

  it('cannot be done by an access token of an account with a second factor', async () => {
    const { id } = await channel();
    const headers = { 'x-confirmation': await confirm('sign_in_data') };
    const { body } = await site.ask(accessTokenCalls.renewUnnamed, { as: root, headers });
    const answer = await site.ask(channelCalls.update, {
      input: { id, key: 'sk-five' },
      headers: { authorization: `Bearer ${body.data}` },
    });
    expect(answer.body.code).toBe('access_token.not_allowed');
  });
});
