import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { endOfDay, startOfDay } from '../platform/zone-days.ts';
import { post } from './ledger.ts';
import { closeDays } from './ledger-closings.ts';
import { verifyLedger } from './ledger-verify.ts';

const DAY = 86_400;

describe.each(databases)('the daily closing on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let ben: Person;
  let noon: number;
  beforeEach(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann');
    ben = await site.seed.person('ben');
    // Behind the opening of root.
    noon = endOfDay(site.now()) + DAY / 2;
    await site.db.deleteFrom('ledger').execute();
    await site.db.updateTable('users').set({ quota: 0 }).execute();
    await site.db.updateTable('ledger_accounts').set({ points: 0 }).execute();
  });
  afterEach(() => site.stop());

  const change = ({ id }: Person, delta: number, at: number) =>
    site.db.transaction().execute((trx) =>
      post(trx, {
        user_id: id,
        kind: 'gift',
        delta,
        reference_type: 'start',
        reference: '',
        actor_id: null,
        note: '',
        created_at: at,
      }),
    );
  const closings = () =>
    site.db
      .selectFrom('ledger_closings')
      .innerJoin('ledger', 'ledger.id', 'entry_id')
      .select(['ledger_closings.user_id', 'day', 'balance', 'balance_after'])
      .orderBy('day')
      .orderBy('ledger_closings.user_id')
      .execute();

  it('is the last entry of each account and day that has ended', async () => {
    const midnight = endOfDay(noon);
    await change(ann, 10, noon);
    await change(ann, 5, midnight - 1);
    await change(ben, 7, noon);
    await change(ann, 2, midnight);
    await change(ben, 1, startOfDay(noon + 3 * DAY) + 60);

    // Nothing of the day that runs.
    expect(await closeDays(site.db, noon)).toBe(0);
    expect(await closeDays(site.db, midnight, { atOnce: 2 })).toBeGreaterThan(0);
    expect(await closings()).toEqual([
      { user_id: ann.id, day: midnight, balance: 15, balance_after: 15 },
      { user_id: ben.id, day: midnight, balance: 7, balance_after: 7 },
    ]);

    // Two nights were missed.
    await closeDays(site.db, endOfDay(noon + 3 * DAY), { atOnce: 2 });
    expect((await closings()).slice(2)).toEqual([
      { user_id: ann.id, day: endOfDay(midnight), balance: 17, balance_after: 17 },
      { user_id: ben.id, day: endOfDay(noon + 3 * DAY), balance: 8, balance_after: 8 },
    ]);
    expect(await verifyLedger(site.db)).toMatchObject({ entries: 0, difference: null });
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ entries: 5, difference: null });
  });

  it('may be done again, and goes on where it was broken off', async () => {
    for (let entry = 0; entry < 7; entry += 1) await change(ann, 1, noon + entry);
    await change(ben, 3, noon + 3);
    await closeDays(site.db, noon + DAY);
    const whole = await closings();
    expect(whole).toMatchObject([{ balance: 7 }, { balance: 3 }]);
    expect(await closeDays(site.db, noon + DAY)).toBe(0);

    // A run that ended in the middle of the day.
    const [half] = await site.db.selectFrom('ledger').selectAll().orderBy('id').limit(1).execute();
    await site.db.deleteFrom('ledger_closings').where('user_id', '=', ben.id).execute();
    await site.db
      .updateTable('ledger_closings')
      .set({ entry_id: half?.id ?? 0, balance: 1, hash: 'x' })
      .execute();
    await closeDays(site.db, noon + DAY, { atOnce: 3 });
    expect(await closings()).toEqual(whole);
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
  });

  it('bears a clock that was set back', async () => {
    await change(ann, 1, noon + DAY);
    await change(ann, 1, noon);
    await change(ann, 1, noon + 2 * DAY);
    await closeDays(site.db, noon + 3 * DAY);
    expect(await closings()).toHaveLength(3);
    expect(await verifyLedger(site.db)).toMatchObject({ difference: null });
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
  });
});
