import { type Currency, role, statisticsCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { storedGateway, storedOrder } from '../../../test/support/payment/stored-orders.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { bucketsOf } from './statistics-range.ts';

const DAY = 86_400;
const USD = 500_000;
/** Midnight in Berlin, 28 March 2027: the day on which its clocks go forward. */
const BERLIN_DAY = Date.parse('2027-03-27T23:00:00Z') / 1000;
const { totals, period } = statisticsCalls;

describe.each(databases)('sums of top-ups on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
    bob = await site.seed.person('bob');
    const yuan = await storedGateway(site.db, { currency: 'CNY' });
    const dollars = await storedGateway(site.db, { currency: 'USD' });
    const order = (gateway_id: number, user: Person, at: number, given: object = {}) =>
      storedOrder(site.db, { gateway_id, user_id: user.id, credited_at: BERLIN_DAY + at, ...given });
    const cny = { currency: 'CNY' as Currency, pay_minor: 7300, quota: 10 * USD };
    await order(yuan, ann, -1, cny);
    await order(yuan, ann, 0, cny);
    await order(yuan, bob, 23 * 3600 - 1, cny);
    await order(yuan, bob, 23 * 3600, cny);
    await order(dollars, bob, 60, { currency: 'USD', pay_minor: 1001, quota: 10 * USD });
    await order(dollars, bob, 0, { currency: 'USD', pay_minor: 1001, credited_at: 0, state: 'pending' });
    // The currency of a gateway can change; what it has sold stays.
    await order(dollars, bob, 60, { currency: 'JPY', pay_minor: 1500, quota: 10 * USD, state: 'refunded' });
    const use = (redemption_id: number, user: Person, points: number, at: number) =>
      site.db
        .insertInto('redemption_uses')
        .values({ redemption_id, user_id: user.id, points, redeemed_time: BERLIN_DAY + at })
        .execute();
    await use(1, ann, 5, -1);
    await use(2, ann, 7, 0);
    await use(3, ann, 7, 5 * 3600);
    await use(3, bob, 7, 23 * 3600 - 1);
    await use(4, bob, 100, 23 * 3600);
  });
  afterAll(() => site.stop());

  const read = async (query: object) => {
    const range = { start_timestamp: BERLIN_DAY, end_timestamp: BERLIN_DAY + 23 * 3600 - 1 };
    const asked = { ...range, time_zone: 'Europe/Berlin', ...query };
    return (await site.ask(period, { as: admin, query: asked })).body.data;
  };

  it('sums what was paid by currency, and what was redeemed', async () => {
    const { data } = (await site.ask(totals, { as: admin })).body;
    expect(data.order_statistics).toEqual([
      { quota: 40 * USD, money: 292, order_currency: 'CNY' },
      { quota: 10 * USD, money: 1500, order_currency: 'JPY' },
      { quota: 10 * USD, money: 10.01, order_currency: 'USD' },
    ]);
    expect(data.redemption_statistic).toEqual([{ count: 5, quota: 126, status: 3 }]);
  });

  it('sums by the exact days of a zone, also a day of 23 hours', async () => {
    const day = await read({});
    expect(day.order_statistics).toEqual([
      { date: '2027-03-28', order_amount: 146, order_currency: 'CNY' },
      { date: '2027-03-28', order_amount: 1500, order_currency: 'JPY' },
      { date: '2027-03-28', order_amount: 10.01, order_currency: 'USD' },
    ]);
    expect(day.redemption_statistics).toEqual([{ date: '2027-03-28', quota: 21, user_count: 2 }]);
    const more = await read({ start_timestamp: BERLIN_DAY - DAY, end_timestamp: BERLIN_DAY + DAY });
    expect(more.redemption_statistics).toEqual([
      { date: '2027-03-27', quota: 5, user_count: 1 },
      { date: '2027-03-28', quota: 21, user_count: 2 },
      { date: '2027-03-29', quota: 100, user_count: 1 },
    ]);
    expect((await read({ interval: 'hour' })).redemption_statistics).toEqual([
      { date: '2027-03-28 00:00', quota: 7, user_count: 1 },
      { date: '2027-03-28 06:00', quota: 7, user_count: 1 },
      { date: '2027-03-28 23:00', quota: 7, user_count: 1 },
    ]);
  });

  it('narrows them to one user', async () => {
    const { order_statistics, redemption_statistics } = await read({ user_id: ann.id });
    expect(order_statistics).toEqual([{ date: '2027-03-28', order_amount: 73, order_currency: 'CNY' }]);
    expect(redemption_statistics).toEqual([{ date: '2027-03-28', quota: 14, user_count: 1 }]);
    const admins = await read({ user_id: admin.id });
    expect([admins.order_statistics, admins.redemption_statistics]).toEqual([[], []]);
  });

  it('leaves out orders that were not paid, also in a range from the first second', async () => {
    expect((await read({ start_timestamp: 0, end_timestamp: DAY })).order_statistics).toEqual([]);
  });

  it('counts accounts that were invited', async () => {
    await site.db.updateTable('users').set({ inviter_id: ann.id }).where('id', '=', bob.id).execute();
    const { total_user, total_inviter_user } = (await site.ask(totals, { as: admin })).body.data
      .user_statistics;
    expect([total_user, total_inviter_user]).toEqual([4, 1]);
    const { user_statistics } = await read({ start_timestamp: site.now() - DAY, end_timestamp: site.now() });
    expect(user_statistics).toMatchObject([{ user_count: 4, inviter_user_count: 1 }]);
  });
});

describe('the days and hours of a range', () => {
  it('have no gaps, and hours that the clock repeats are one', () => {
    const start = Date.parse('2027-10-30T22:00:00Z') / 1000;
    const range = { start, end: start + 25 * 3600 - 1, timeZone: 'Europe/Berlin' };
    expect(bucketsOf({ ...range, interval: 'day' })).toEqual([
      { date: '2027-10-31', start, end: start + 25 * 3600 - 1 },
    ]);
    const hours = bucketsOf({ ...range, interval: 'hour' });
    expect(hours).toHaveLength(24);
    expect(hours[2]).toEqual({
      date: '2027-10-31 02:00',
      start: start + 2 * 3600,
      end: start + 4 * 3600 - 1,
    });
    for (const [index, hour] of hours.entries())
      expect(hour.start).toBe(index === 0 ? start : (hours[index - 1]?.end ?? 0) + 1);
  });
});
