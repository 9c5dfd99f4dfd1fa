import { invitationCalls, logType, registrationCalls, role, userCalls, userStatus } from '@turnpike/contract';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import type { ProviderClaims } from '../identity/identity-repository.ts';
import { openAccount } from '../registration/open-account.ts';
import { deleteUser } from '../user/delete-user.ts';
import { settleProvedEmail } from './reward-inviter.ts';

const REWARD = 500;
const GIFT = 200;
const START = 30;

describe.each(databases)('invitations of an account on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let inviter: Person;
  let code: string;
  let names = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    await set({ SMTPServer: 'mail.test' });
    await set({ QuotaForNewUser: START, QuotaForInviter: REWARD, QuotaForInvitee: GIFT });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    await set({ EmailVerificationEnabled: false, InvitationRequired: false });
    names += 1;
    inviter = await site.seed.person(`host${names}`);
    code = (await site.ask(invitationCalls.code, { as: inviter })).body.data;
  });

  const set = (values: Record<string, string | number | boolean>) =>
    site.ask(
      { method: 'PUT', path: '/api/option/batch' },
      {
        as: root,
        input: { options: Object.entries(values).map(([key, value]) => ({ key, value: String(value) })) },
      },
    );
  const open = (invitation: string, given: { email?: string; identity?: ProviderClaims } = {}) => {
    names += 1;
    const account = { username: `guest${names}`, displayName: '', email: '', passwordHash: '' };
    return openAccount(
      site.deps,
      { ...account, language: undefined, invitation, ...given },
      { requestId: 'r', ip: '192.0.2.1' },
    );
  };
  const overview = async () => (await site.ask(invitationCalls.overview, { as: inviter })).body.data;
  const transfer = (input: object = {}) => site.ask(invitationCalls.transfer, { as: inviter, input });
  const self = async () => (await site.ask(userCalls.self, { as: inviter })).body.data;
  const entriesOf = (userId: number) =>
    site.db
      .selectFrom('ledger')
      .select(['kind', 'delta', 'reference_type', 'reference'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  const prove = (userId: number) =>
    site.db
      .transaction()
      .execute((trx) => settleProvedEmail(trx, site.deps, { userId, email: `guest${userId}@mail.example` }));
  const disable = (id: number) =>
    site.db.updateTable('users').set({ status: userStatus.disabled }).where('id', '=', id).execute();

  it('give the guest a gift and the host a reward, which moves to the balance', async () => {
    expect(code).toMatch(/^[0-9a-f]{12}$/);
    const guest = await open(code);

    expect(await entriesOf(guest)).toEqual([
      { kind: 'gift', delta: START, reference_type: 'start', reference: '' },
      { kind: 'gift', delta: GIFT, reference_type: 'invitation', reference: code },
    ]);
    expect(await overview()).toEqual({
      ...{ code, invited_count: 1, earned_quota: REWARD, transferable_quota: REWARD },
      ...{ inviter_reward: REWARD, invitee_gift: GIFT, rebate_percent: 0, first_payment_reward: 0 },
    });
    expect((await transfer({ quota: 120 })).body.data).toBe(120);
    expect((await transfer({ quota: REWARD })).body.code).toBe('invitation.reward_too_small');
    expect((await transfer()).body.data).toBe(REWARD - 120);
    expect(await transfer()).toMatchObject({ status: 409, body: { code: 'invitation.reward_too_small' } });

    expect(await self()).toMatchObject({ quota: REWARD, aff_count: 1, aff_quota: 0 });
    expect(await overview()).toMatchObject({ earned_quota: REWARD, transferable_quota: 0 });
    expect(await entriesOf(inviter.id)).toMatchObject([
      { kind: 'reward', delta: 120, reference_type: 'invitation', reference: code },
      { kind: 'reward', delta: REWARD - 120 },
    ]);
    const logs = await site.db
      .selectFrom('logs')
      .select('quota')
      .where('user_id', '=', inviter.id)
      .where('type', '=', logType.system)
      .execute();
    expect(logs.map(({ quota }) => quota)).toEqual([120, REWARD - 120]);
  });

  it('move a reward once, however many transfers run at a time', async () => {
    await open(code);
    const answers = await Promise.all(Array.from({ length: 50 }, () => transfer()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await self()).toMatchObject({ quota: REWARD, aff_quota: 0 });
    await site.quotaBook.debit(inviter.id, REWARD, async () => {});
    await expect(site.quotaBook.debit(inviter.id, 1, async () => {})).rejects.toMatchObject({
      code: 'quota.insufficient',
    });
  });

  it('count all guests that come at a time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => open(code)));
    expect(await overview()).toMatchObject({ invited_count: 20, earned_quota: 20 * REWARD });
  });

  it('wait for an e-mail address where those are verified', async () => {
    await set({ EmailVerificationEnabled: true });
    const guest = await open(code);
    expect(await overview()).toMatchObject({ invited_count: 1, earned_quota: 0 });
    await Promise.all(Array.from({ length: 10 }, () => prove(guest)));

    expect(await overview()).toMatchObject({ invited_count: 1, earned_quota: REWARD });
  });

  it.each([
    ['a higher reward', { QuotaForInviter: 9999 }],
    ['no reward', { QuotaForInviter: 0 }],
    ['closed registrations', { RegisterEnabled: false }],
    ['no check of addresses', { EmailVerificationEnabled: false }],
  ])('pay the reward of the opening, whatever the options say later: %s', async (_, change) => {
    await set({ EmailVerificationEnabled: true });
    const guest = await open(code);
    await set(change);
    await prove(guest);
    await set({ QuotaForInviter: REWARD, RegisterEnabled: true });

    expect(await overview()).toMatchObject({ earned_quota: REWARD, transferable_quota: REWARD });
  });

  it('pay none for an account that was opened while there was none', async () => {
    await set({ EmailVerificationEnabled: true, QuotaForInviter: 0 });
    const guest = await open(code);
    await set({ QuotaForInviter: REWARD });
    await prove(guest);

    expect(await overview()).toMatchObject({ invited_count: 1, earned_quota: 0 });
  });

  it('pay none to a host who was disabled before the guest proved an address', async () => {
    await set({ EmailVerificationEnabled: true });
    const guest = await open(code);
    await disable(inviter.id);
    await prove(guest);

    const { aff_quota } = await site.db
      .selectFrom('users')
      .select('aff_quota')
      .where('id', '=', inviter.id)
      .executeTakeFirstOrThrow();
    expect(aff_quota).toBe(0);
  });

  it('pay none for an address that another account has had, also after a second address', async () => {
    const email = `earlier${names}@mail.example`;
    await open('', { email });
    await set({ EmailVerificationEnabled: true });
    const guest = await open(code);
    for (const address of [email, `later${names}@mail.example`])
      await site.db
        .transaction()
        .execute((trx) => settleProvedEmail(trx, site.deps, { userId: guest, email: address }));

    expect(await overview()).toMatchObject({ invited_count: 1, earned_quota: 0 });
  });

  it.each<[string, { email?: string; identity?: ProviderClaims }]>([
    ['e-mail address', { email: 'again@mail.example' }],
    [
      'account at a provider',
      { identity: { provider: 'github', subject: '7', email: '', name: '', emailVerified: false } },
    ],
  ])('reward the same %s once, also in a new account', async (_, person) => {
    const first = await open(code, person);
    const signIns = { confirm: async () => true, endAll: async () => {} };
    await site.db.transaction().execute((trx) => deleteUser({ ...site.deps, signIns } as never, trx, first));
    await open(code, person);
    expect(await overview()).toMatchObject({ invited_count: 2, earned_quota: REWARD });
  });

  it('reward nobody for guests of a disabled account, whose code is none where one is required', async () => {
    const { id } = inviter;
    await disable(id);
    const guest = await open(code);
    expect(await entriesOf(guest)).toHaveLength(1);
    const row = await site.db
      .selectFrom('users')
      .select(['aff_count', 'aff_quota'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ aff_count: 0, aff_quota: 0 });

    await set({ InvitationRequired: true });
    await expect(open(code)).rejects.toMatchObject({
      code: 'invitation.unknown',
      fields: [{ field: 'aff_code', code: 'invitation.unknown' }],
    });
  });

  it('stay within the largest amount, with the largest options and an inviter who is nearly full', async () => {
    const most = { QuotaForNewUser: MAX_POINTS, QuotaForInviter: MAX_POINTS, QuotaForInvitee: MAX_POINTS };
    expect((await set(most)).status).toBe(200);
    for (const key of Object.keys(most))
      expect(await set({ [key]: MAX_POINTS + 1 })).toMatchObject({
        status: 400,
        body: { fields: [{ field: key }] },
      });
    const guests = [await open(code), await open(code), await open(code)];
    await set({ QuotaForNewUser: MAX_POINTS - 1 });
    guests.push(await open(code));
    await set({ QuotaForNewUser: START, QuotaForInviter: REWARD, QuotaForInvitee: GIFT });
    guests.push(await open(code));

    expect(await overview()).toMatchObject({
      ...{ invited_count: 5, earned_quota: MAX_POINTS, transferable_quota: MAX_POINTS },
    });
    const deltas = await Promise.all(
      guests.map(async (id) => (await entriesOf(id)).map(({ delta }) => delta)),
    );
    expect(deltas).toEqual([...Array(3).fill([MAX_POINTS]), [MAX_POINTS - 1, 1], [START, GIFT]]);

    await site.quotaBook.credit(inviter.id, 1, async () => {
      await site.db.updateTable('users').set({ quota: 1 }).where('id', '=', inviter.id).execute();
    });
    expect(await transfer()).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'quota', code: 'too_big' }] },
    });
    expect(await self()).toMatchObject({ quota: 1, aff_quota: MAX_POINTS });
    expect((await transfer({ quota: MAX_POINTS - 1 })).status).toBe(200);
    expect(await self()).toMatchObject({ quota: MAX_POINTS, aff_quota: 1 });
  });

  it('reach a registration with a password, whose failure names the field of the code', async () => {
    const register = (username: string, aff_code: string) =>
      site.ask(registrationCalls.register, { input: { username, password: 'correct horse', aff_code } });
    expect((await register(`anna${names}`, 'made-up')).body.fields).toEqual([
      { field: 'aff_code', code: 'invitation.unknown' },
    ]);
    const answer = await register(`anna${names}`, code);
    expect(answer.body.data).toMatchObject({ quota: START + GIFT });
    expect(await overview()).toMatchObject({ invited_count: 1, earned_quota: REWARD });
  });

  it('are needed where the site requires a code', async () => {
    await set({ InvitationRequired: true });
    await expect(open('')).rejects.toMatchObject({ code: 'invitation.required' });
    await expect(open('nothing')).rejects.toMatchObject({ code: 'invitation.unknown' });
    expect(await open(code)).toBeGreaterThan(0);
  });

  it('are shown to their own account', async () => {
    const helper = await site.seed.person(`help${names}`, { role: role.admin });
    const own = (await site.ask(invitationCalls.code, { as: helper })).body.data;
    expect(own).not.toBe(code);
    expect((await site.ask(invitationCalls.overview)).status).toBe(401);
  });
});
