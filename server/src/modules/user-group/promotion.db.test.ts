import { type LedgerAccount, role, userCalls, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { type Posting, post } from '../../db/ledger.ts';
import { promoteByTopUps } from './promote-by-top-ups.ts';

describe.each(anyDatabase)('groups by top-ups on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    for (const [symbol, promotion_points] of Object.entries({ silver: 100, gold: 1000, partner: 0 })) {
      const input = { symbol, name: symbol, ratio: 1, api_rate: 60, public: false, promotion_points };
      const { body } = await site.ask(userGroupCalls.create, { as: admin, input });
      ids.set(symbol, body.data.id);
    }
  });
  afterAll(() => site.stop());

  const transact = (work: Parameters<ReturnType<TestManagement['db']['transaction']>['execute']>[0]) =>
    site.db.transaction().execute(work);
  async function book(
    { id }: Person,
    kind: Posting['kind'],
    delta: number,
    account: Pick<Posting, 'account'> = {},
  ): Promise<void> {
    const entry = { reference_type: 'order', reference: 'o', actor_id: null, note: '' } as const;
    await transact((trx) =>
      post(trx, { user_id: id, kind, ...account, delta, ...entry, created_at: site.now() }),
    );
  }
  const promote = ({ id }: Person) => transact((trx) => promoteByTopUps(trx, id));
  const topUp = async (person: Person, points: number) => {
    await book(person, 'top_up', points);
    return promote(person);
  };
  const groupOf = async ({ id }: Person) =>
    (await site.ask(userCalls.get, { as: admin, params: { id } })).body.data.group;

  it('move an account up with the sum of its top-ups, and nothing else that it was given', async () => {
    const [ann, ben] = [await site.seed.person('ann'), await site.seed.person('ben')];
    await book(ann, 'gift', 5000);
    expect(await topUp(ann, 99)).toBeUndefined();
    expect(await topUp(ann, 1)).toBe('silver');
    expect(await groupOf(ann)).toBe('silver');
    expect(await promote(ann)).toBeUndefined();
    expect(await topUp(ann, 900)).toBe('gold');
    expect(await groupOf(ann)).toBe('gold');
    expect(await promote(ben)).toBeUndefined();
    expect(await promote({ ...ben, id: 99_999 })).toBeUndefined();

    // A higher threshold takes nothing away.
    const input = { id: ids.get('gold'), name: 'gold', ratio: 1, api_rate: 60, public: false };
    const changed = await site.ask(userGroupCalls.update, {
      as: admin,
      input: { ...input, promotion_points: 9_999_999 },
    });
    expect(changed.body.data.promotion_points).toBe(9_999_999);
    expect(await topUp(ann, 1)).toBeUndefined();
    expect(await groupOf(ann)).toBe('gold');
    await site.ask(userGroupCalls.update, { as: admin, input: { ...input, promotion_points: 1000 } });
  });

  it('count no payment that was taken back, but one that was returned, and never move an account down', async () => {
    const gil = await site.seed.person('gil');
    const reverse = (delta: number, account: LedgerAccount) => book(gil, 'reversal', delta, { account });
    await topUp(gil, 90);
    await book(gil, 'gift', 10);
    await reverse(-90, 'payment');
    await reverse(-10, 'promotion');
    expect(await topUp(gil, 90)).toBeUndefined();
    // A dispute that was won.
    await reverse(90, 'payment');
    expect(await promote(gil)).toBe('silver');
    await reverse(-180, 'payment');
    expect(await promote(gil)).toBeUndefined();
    expect(await groupOf(gil)).toBe('silver');
  });

  it('leave an account where an administrator put it, by a form, together or at its creation', async () => {
    const [cat, dan, eve] = [
      await site.seed.person('cat'),
      await site.seed.person('dan'),
      await site.seed.person('eve', { group: 'partner' }),
    ];
    await site.ask(userCalls.update, { as: admin, input: { id: cat.id, group: 'partner' } });
    await site.ask(userCalls.update, { as: admin, input: { id: cat.id, group: 'default' } });
    await site.ask(userCalls.batch, {
      as: admin,
      input: { ids: [dan.id], action: 'set_group', group: 'silver' },
    });
    for (const [person, group] of [
      [cat, 'default'],
      [dan, 'silver'],
      [eve, 'partner'],
    ] as const) {
      expect(await topUp(person, 5000)).toBeUndefined();
      expect(await groupOf(person)).toBe(group);
    }
  });

  it('still move an account whose form was saved without another group', async () => {
    const fay = await site.seed.person('fay');
    await site.ask(userCalls.update, {
      as: admin,
      input: { id: fay.id, display_name: 'Fay', group: 'default' },
    });
    expect(await topUp(fay, 100)).toBe('silver');
  });
});
