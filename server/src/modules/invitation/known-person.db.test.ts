import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { bindProvider } from '../oauth/sign-in-by-provider.ts';
import { openAccount } from '../registration/open-account.ts';
import { deleteUser } from '../user/delete-user.ts';
import { settleProvedEmail } from './reward-inviter.ts';

const START = 30;
const GIFT = 200;
const REWARD = 500;

describe.each(databases)('a person who has had an account, on $name', (engine) => {
  let site: TestManagement;
  let inviterId: number;
  let code: string;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    for (const [key, value] of [
      ['QuotaForNewUser', START],
      ['QuotaForInvitee', GIFT],
      ['QuotaForInviter', REWARD],
    ] as const)
      await site.options.set(key, String(value));
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    inviterId = (await site.seed.person(`host${++people}`)).id;
    code = (await rowOf(inviterId)).aff_code;
  });

  const rowOf = (id: number) =>
    site.db
      .selectFrom('users')
      .select(['quota', 'aff_code', 'aff_count', 'aff_quota'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const identity = (subject: string) => ({
    ...{ provider: 'github' as const, subject, email: '', name: '', emailVerified: false },
  });
  const open = (given: { email?: string; identity?: ReturnType<typeof identity> }) => {
    const account = { username: `guest${++people}`, displayName: '', email: '', passwordHash: '' };
    return openAccount(
      site.deps,
      { ...account, language: undefined, invitation: code, ...given },
      { requestId: 'r', ip: '192.0.2.1' },
    );
  };
  const remove = (id: number) => {
    const signIns = { confirm: async () => true, endAll: async () => {} };
    return site.db.transaction().execute((trx) => deleteUser({ ...site.deps, signIns } as never, trx, id));
  };
  const prove = (userId: number, email: string) =>
    site.db.transaction().execute((trx) => settleProvedEmail(trx, site.deps, { userId, email }));
  const giftOf = async (id: number) => (await rowOf(id)).quota;

  it.each([
    ['address', { email: 'ann@mail.example' }, { email: 'ann@mail.example' }],
    ['provider account', { identity: identity('1') }, { identity: identity('1') }],
    [
      'provider account and another address',
      { email: 'bob@mail.example', identity: identity('2') },
      { email: 'bob2@mail.example', identity: identity('2') },
    ],
    [
      'address and another provider account',
      { email: 'cat@mail.example', identity: identity('3') },
      { email: 'cat@mail.example', identity: identity('4') },
    ],
    ['mailbox behind a +', { email: 'dan@mail.example' }, { email: 'dan+1@mail.example' }],
    ['mailbox behind dots', { email: 'e.va@gmail.com' }, { email: 'eva+x@googlemail.com' }],
  ])('gets no gift by the same %s, and their inviter no reward', async (_, first, again) => {
    const id = await open(first);
    expect(await giftOf(id)).toBe(START + GIFT);
    await remove(id);

    expect(await giftOf(await open(again))).toBe(0);
    expect(await rowOf(inviterId)).toMatchObject({ aff_count: 2, aff_quota: REWARD });
  });

  it('is recognised by an address and a provider account that were added later', async () => {
    const id = await open({ identity: identity('10') });
    for (const email of ['new@mail.example', 'back@mail.example', 'new@mail.example']) await prove(id, email);
    await bindProvider(site.deps, id, {
      account: { ...identity('11'), username: '', picture: '' },
      signal: AbortSignal.timeout(1000),
    });
    await remove(id);

    for (const proof of [
      { email: 'new@mail.example' },
      { email: 'back@mail.example' },
      { identity: identity('11') },
    ])
      expect(await giftOf(await open(proof))).toBe(0);
  });

  it('gets one gift of 20 accounts that are opened at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open({ email: `fay+${index}@mail.example` })),
    );
    const gifts = await Promise.all(ids.map(giftOf));

    expect(gifts.filter((points) => points > 0)).toEqual([START + GIFT]);
    expect(await rowOf(inviterId)).toMatchObject({ aff_quota: REWARD });
  });

  it('gets no gift of an administrator’s code either', async () => {
    const values = { code: `made${people}`, name: '', max_uses: 0, starts_at: 0, expires_at: 0 };
    await site.db
      .insertInto('invite_codes')
      .values({ ...values, group: '', gift_quota: 70, enable: 1, created_time: 0 })
      .execute();
    code = values.code;
    const id = await open({ email: 'gil@mail.example' });
    expect(await giftOf(id)).toBe(START + 70);
    await remove(id);

    expect(await giftOf(await open({ email: 'gil@mail.example' }))).toBe(0);
  });

  it('cannot be recognised without a proved address or a provider account', async () => {
    for (let count = 0; count < 2; count++) {
      const id = await open({});
      expect(await giftOf(id)).toBe(START + GIFT);
      await remove(id);
    }
  });

  it('is kept as keyed hashes only', async () => {
    await open({ email: 'hal@mail.example', identity: identity('12') });
    const rows = await site.db.selectFrom('person_hashes').select('hash').execute();

    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain('hal@');
  });
});
