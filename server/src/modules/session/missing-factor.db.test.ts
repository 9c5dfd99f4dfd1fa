import {
  accessTokenCalls,
  type Call,
  CONFIRMATION_HEADER,
  calls,
  channelCalls,
  confirmationCalls,
  modelCalls,
  oauthCalls,
  priceCalls,
  registrationCalls,
  role,
  siteCalls,
  userCalls,
  userGroupCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const everyCall = Object.values(calls).flatMap((group) => Object.values<Call>(group));
const named = ({ method, path }: Call) => `${method} ${path}`;

describe.each(anyDatabase)('a session without the second factor that is required, on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    const root = await site.root();
    const input = { symbol: 'inner', name: 'Inner', ratio: 1, api_rate: 60, public: false };
    await site.ask(userGroupCalls.create, { as: root, input });
    const price = { model: 'm', type: 'tokens', channel_type: 1, input: 1, output: 1 };
    await site.ask(priceCalls.create, { as: root, input: price });
    const channel = { type: 1, name: 'c', key: 'sk-one', models: 'm', group: 'inner' };
    expect((await site.ask(channelCalls.create, { as: root, input: channel })).status).toBe(200);
    ann = await site.seed.person('ann', { role: role.admin, group: 'inner' });
  });
  afterAll(() => site.stop());

  const required = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await site.options.set('SecondFactorRequired', 'administrators');
    try {
      return await work();
    } finally {
      await site.options.set('SecondFactorRequired', 'nobody');
    }
  };
  const answerOf = async (call: Call, as: Person | undefined) => {
    const { status, body } = await site.ask(call, { as });
    const { request_id, ...answer } = body;
    return { call: named(call), status, answer };
  };

  it('is none for every public reading call but the status, which only says that it is there', async () => {
    const reading = everyCall.filter(
      ({ access, method, foreign }) => access === 'public' && method === 'GET' && !foreign,
    );
    const differing: string[] = [];
    for (const call of reading) {
      const visitor = await answerOf(call, undefined);
      if (JSON.stringify(await answerOf(call, ann)) !== JSON.stringify(visitor)) differing.push(named(call));
      const lacking = await required(() => answerOf(call, ann));
      if (call === siteCalls.status) lacking.answer.data.has_session = false;
      expect(lacking).toEqual(visitor);
    }
    // The test is one only where a session makes a difference.
    expect(differing.sort()).toEqual(
      [siteCalls.status, modelCalls.available, userGroupCalls.map].map(named).sort(),
    );
  });

  it('is none where a link begins, or ends that was begun before, and gets no code for an address', async () => {
    const bind = { query: { provider: 'github', purpose: 'bind' } };
    const { body } = await askConfirmed(site.ask, oauthCalls.state, { as: ann, ...bind });
    await site.options.set('GitHubClientId', 'id');
    await site.options.set('GitHubClientSecret', 'secret');
    await site.options.set('GitHubOAuthEnabled', 'true');
    await required(async () => {
      const none = { status: 401, body: { code: 'session.required' } };
      expect(await site.ask(oauthCalls.state, { as: ann, ...bind })).toMatchObject(none);
      const input = { email: 'ann@mail.test', purpose: 'bind' };
      expect(await site.ask(registrationCalls.sendCode, { as: ann, input })).toMatchObject(none);
      const end = { as: ann, query: { state: body.data, code: 'c' } };
      expect((await site.ask(oauthCalls.github, end)).body.code).toBe('oauth.unknown_state');
    });
  });

  it('may make the calls only that set one up and sign out', () => {
    const open = everyCall.filter(({ isOpenWithoutFactor }) => isOpenWithoutFactor).map(named);
    expect(open.sort()).toEqual([
      'GET /api/status',
      'GET /api/user/passkey/',
      'GET /api/user/second_factor',
      'GET /api/user/self',
      'POST /api/user/authenticator',
      'POST /api/user/authenticator/begin',
      'POST /api/user/confirmation',
      'POST /api/user/passkey/',
      'POST /api/user/passkey/begin',
    ]);
  });

  it('is what a session becomes when the role of its account is raised', async () => {
    const bea = await site.seed.person('bea');
    const proof = { action: 'sign_in_data', password: PASSWORD };
    const { body } = await site.ask(confirmationCalls.create, { as: bea, input: proof });
    const confirmed = { as: bea, headers: { [CONFIRMATION_HEADER]: body.data } };
    await required(async () => {
      expect((await site.ask(accessTokenCalls.list, { as: bea })).status).toBe(200);
      await site.db.updateTable('users').set({ role: role.admin }).where('id', '=', bea.id).execute();
      const missing = { status: 403, body: { code: 'session.second_factor_missing' } };
      expect(await site.ask(accessTokenCalls.list, { as: bea })).toMatchObject(missing);
      // A confirmation from before makes no difference.
      expect(await site.ask(accessTokenCalls.renewUnnamed, confirmed)).toMatchObject(missing);
      expect(await site.ask(userCalls.list, { as: bea })).toMatchObject(missing);
    });
  });
});
