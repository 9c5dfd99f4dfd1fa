import {
  accessTokenCalls,
  type Call,
  channelCalls,
  channelKeyCalls,
  channelTagCalls,
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
  const channel = async (given: object = {}) => {
    const input = { type: 1, name: 'c', key: 'sk-one', models: 'm', group: 'default', ...given };
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
      'a further key of a channel',
      'channel_key',
      async () => [channelKeyCalls.add, { params: { id: (await channel()).id }, input: { keys: 'sk-next' } }],
    ],
    [
      'further channels of a tag',
      'channel_key',
      async () => {
        await channel({ tag: 'east' });
        return [channelTagCalls.update, { params: { tag: 'east' }, input: { key: 'sk-east-two' } }];
      },
    ],
    [
      'keys of a tag that another address does not keep',
      'channel_key',
      async () => {
        // A key that its provider does not require is dropped with the address that it was entered for.
        const plain = { type: 39, base_url: 'http://models.example', tag: 'west' };
        await channel(plain);
        await channel(plain);
        const input = { proxy: 'http://proxy.example:8080' };
        return [channelTagCalls.update, { params: { tag: 'west' }, input }];
      },
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
        const code = await site.db.transaction().execute((db) => issueCode({ ...site.deps, db }, issued));
        const input = { email, code };
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

  it('are all calls of channels that replace a key or send it elsewhere', () => {
    const changing = [channelCalls, channelKeyCalls, channelTagCalls]
      .flatMap((group) => Object.values<Call>(group))
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    const asking = ['PUT /api/channel/', 'POST /api/channel/:id/keys', 'PUT /api/channel_tag/:tag'];
    // These make a new channel, keep keys with their addresses, or use a stored key for its own address only.
    const plain = [
      ...['POST /api/channel/', 'POST /api/channel/copy/:id', 'POST /api/channel/batch'],
      ...['POST /api/channel/test', 'POST /api/channel/test/:id', 'POST /api/channel/test_enabled'],
      ...['POST /api/channel/provider_models_list', 'POST /api/channel/models_seen/:id'],
      ...['POST /api/channel/update_balance', 'POST /api/channel/update_balance/:id'],
      ...['PUT /api/channel/:id/keys/:key_id', 'POST /api/channel/:id/keys/batch'],
      ...['PUT /api/channel_tag/:tag/priority', 'PUT /api/channel_tag/:tag/status/:status'],
      ...['DELETE /api/channel/:id', 'DELETE /api/channel/disabled', 'DELETE /api/channel/:id/tag'],
      ...['DELETE /api/channel/:id/keys/:key_id'],
      ...['DELETE /api/channel_tag/:tag', 'DELETE /api/channel_tag/:tag/disabled'],
    ];
    expect(changing.sort()).toEqual([...asking, ...plain].sort());
  });

  it('do not send a stored key to a foreign address in a test or a list of models', async () => {
    const { id } = await channel();
    const input = { id, type: 1, base_url: 'https://evil.example', models: 'm', test_model: 'm' };
    for (const call of [channelCalls.testDraft, channelCalls.listModels]) {
      const { body } = await site.ask(call, { as: root, input });
      expect(body).toMatchObject({ code: 'channel.key_required' });
    }
    expect(site.tested).toEqual([]);
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
