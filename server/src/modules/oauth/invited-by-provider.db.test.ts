import { type ErrorCode, oauthCalls, registrationCalls, userCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in/sign-in-world.ts';
import { PASSWORD } from '../../../test/support/test-management.ts';

const GIFT = 200;

let world: SignInWorld;
let people = 900;
let inviter: { id: number; username: string; code: string };
beforeAll(async () => {
  world = await startSignInWorld();
  await world.setOptions({ QuotaForInvitee: String(GIFT), QuotaForInviter: '500' });
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await world.setOptions({ InvitationRequired: 'false' });
  const username = `host${++people}`;
  const { id } = await world.site.seed.person(username);
  inviter = { id, username, code: (await rowOf(id)).aff_code };
  world.github.person = { id: people, login: `guest${people}` };
});

const refused = (status: number, code: ErrorCode) => ({ status, body: { code } });
const rowOf = (id: number) =>
  world.site.db
    .selectFrom('users')
    .select(['quota', 'inviter_id', 'aff_code', 'aff_count', 'aff_quota'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('counts the code of the attempt, also after attempts that failed, and not the code of the return', async () => {
  const browser = world.browser();
  const other = (await rowOf((await world.site.seed.person(`other${people}`)).id)).aff_code;
  const { state = '' } = await browser.begin('github', { aff: inviter.code });
  expect(await browser.ask(oauthCalls.github, { query: { state, code: 'made-up' } })).toMatchObject(
    refused(403, 'oauth.code_refused'),
  );
  const query = await browser.begin('github', { aff: inviter.code });
  await browser.begin('github', { aff: other });
  const { body } = await browser.ask(oauthCalls.github, { query: { ...query, aff: other } });

  expect(await rowOf(body.data.id)).toMatchObject({ quota: GIFT, inviter_id: inviter.id });
  expect(await rowOf(inviter.id)).toMatchObject({ aff_count: 1, aff_quota: 500 });
});

it('leaves a code whole when the account cannot be opened', async () => {
  await world.setOptions({ RegisterEnabled: 'false' });
  const closed = await world.browser().go('github', { aff: inviter.code });
  await world.setOptions({ RegisterEnabled: 'true' });
  expect(closed).toMatchObject(refused(403, 'registration.closed'));
  expect(await rowOf(inviter.id)).toMatchObject({ aff_count: 0, aff_quota: 0 });

  const { body } = await world.browser().go('github', { aff: inviter.code });
  expect(await rowOf(body.data.id)).toMatchObject({ quota: GIFT, inviter_id: inviter.id });
});

it('does not invite its own account by linking or by a sign-in', async () => {
  const browser = world.browser();
  await browser.ask(userCalls.login, { input: { username: inviter.username, password: PASSWORD } });
  const own = { aff: inviter.code };

  expect((await browser.go('github', { ...own, purpose: 'bind' })).status).toBe(200);
  expect((await world.browser().go('github', own)).body.data.id).toBe(inviter.id);
  expect(await rowOf(inviter.id)).toMatchObject({ inviter_id: null, aff_count: 0, aff_quota: 0, quota: 0 });
});

it.each([
  ['disabled', { status: userStatus.disabled }],
  ['deleted', { deleted_time: 5 }],
])(
  'opens an account without a gift by the code of a %s account, and none where one is required',
  async (_, change) => {
    await world.site.db.updateTable('users').set(change).where('id', '=', inviter.id).execute();
    const go = () => world.browser().go('github', { aff: inviter.code });
    await world.setOptions({ InvitationRequired: 'true' });
    expect(await go()).toMatchObject(refused(400, 'invitation.unknown'));
    await world.setOptions({ InvitationRequired: 'false' });

    expect(await rowOf((await go()).body.data.id)).toMatchObject({ quota: 0, inviter_id: null });
    expect(await rowOf(inviter.id)).toMatchObject({ aff_count: 0, aff_quota: 0 });
  },
);

it.each<[string, (code: string) => string]>([
  ['NUL', (code) => `${code}\0`],
  ['half a character', (code) => `${code}\uD800`],
  ['10 kB', () => 'x'.repeat(10_000)],
  ['a look-alike letter', (code) => `${code}\u0430`],
  [
    'full-width letters',
    (code) => code.replace(/./g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  ],
  ['an invisible character', (code) => code.replace(/^./, '$&\u200b')],
  ['other case', (code) => `A${code.slice(1).toUpperCase()}`],
  ['a wildcard', () => '%'],
  ['a statement', () => "' or '1'='1"],
])('refuses a code with %s with a clear error at its field', async (_, change) => {
  const aff = change(inviter.code);
  const input = { username: `guest${people}`, password: PASSWORD, aff_code: aff };
  const registered = await world.site.ask(registrationCalls.register, {
    ...{ input, remoteAddress: `198.51.100.${people - 900}` },
  });
  expect(registered).toMatchObject({ status: 400, body: { fields: [{ field: 'aff_code' }] } });

  const browser = world.browser();
  const begun = await browser.ask(oauthCalls.endpoint, { query: { provider: 'github', aff } });
  const ended = begun.body.success
    ? await browser.ask(oauthCalls.github, {
        query: Object.fromEntries((await browser.visit(begun.body.data)).searchParams),
      })
    : begun;
  expect(ended.status).toBe(400);
  expect(['aff', 'aff_code']).toContain(ended.body.fields?.[0]?.field);
  expect(await rowOf(inviter.id)).toMatchObject({ aff_count: 0 });
});

it.each([
  ['keeps the longest code and host with an attempt', 450, 200],
  ['refuses an attempt by a host that is too long to be kept', 4000, 400],
])('%s', async (_, hostLength, status) => {
  const begun = await world.browser().ask(oauthCalls.endpoint, {
    query: { provider: 'github', aff: `a${'\u0001'.repeat(62)}a` },
    headers: { host: `${'h'.repeat(hostLength)}.test` },
  });
  expect(begun.status).toBe(status);
});
