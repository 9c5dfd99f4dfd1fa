import { type Currency, paymentCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { storedGateway, storedOrder } from '../../../test/support/payment/stored-orders.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { sumOf } from '../statistics/usage-table.ts';

const DAY = 86_400;

describe.each(databases)('the summary of sales on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  /** Midnight of UTC; the clock of the test stands at 08:00. */
  let today: number;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 700 });
    today = site.now() - (site.now() % DAY);
  });
  afterAll(() => site.stop());

  const read = async (query = {}) => (await site.ask(paymentCalls.summary, { as: admin, query })).body.data;

  it('has sales and refunds of today, 7 and 30 days by gateway and currency', async () => {
    const epay = await storedGateway(site.db, { name: 'EasyPay' });
    const stripe = await storedGateway(site.db, { name: 'Stripe', currency: 'USD' });
    const order = (gateway_id: number, credited_at: number, given: object = {}) =>
      storedOrder(site.db, { user_id: ann.id, gateway_id, credited_at, ...given });
    await order(epay, today);
    await order(epay, today - 1);
    await order(epay, today - 29 * DAY);
    await order(epay, today - 29 * DAY - 1);
    await order(epay, 0, { state: 'pending', created_at: today });
    const dollars = { currency: 'USD' as Currency, pay_minor: 1001 };
    const old = await order(stripe, today - 60 * DAY, dollars);
    await order(stripe, today - 6 * DAY, dollars);
    const refund = (request_no: string, minor: number, created_at: number, state: 'done' | 'failed') =>
      site.db
        .insertInto('order_refunds')
        .values({
          ...{ order_id: old, request_no, minor, quota: 1, bonus_quota: 0, state, reason: 'x' },
          ...{ actor_id: admin.id, created_at },
        })
        .execute();
    await refund('refund-1', 501, today + 5, 'done');
    await refund('refund-2', 100, today - 29 * DAY, 'done');
    await refund('refund-3', 100, today, 'failed');

    const yuan = { gateway_id: epay, gateway_name: 'EasyPay', currency: 'CNY', refunded_amount: 0 };
    const usd = { gateway_id: stripe, gateway_name: 'Stripe', currency: 'USD' };
    const { sales } = await read();
    expect(sales).toEqual([
      { days: 1, ...yuan, amount: 73 },
      { days: 1, ...usd, amount: 0, refunded_amount: 5.01 },
      { days: 7, ...yuan, amount: 146 },
      { days: 7, ...usd, amount: 10.01, refunded_amount: 5.01 },
      { days: 30, ...yuan, amount: 219 },
      { days: 30, ...usd, amount: 10.01, refunded_amount: 6.01 },
    ]);
    const inTokyo = (await read({ time_zone: 'Asia/Tokyo' })).sales;
    expect(inTokyo.slice(0, 1)).toEqual([{ days: 1, ...yuan, amount: 146 }]);
  });

  it('has the unspent balance of all users, by the ledger', async () => {
    const { quota } = await site.db
      .selectFrom('users')
      .select(sumOf('quota').as('quota'))
      .executeTakeFirstOrThrow();
    expect((await read()).unspent_quota).toBe(quota);
    expect(quota).toBeGreaterThanOrEqual(700);
  });

  it('is for administrators', async () => {
    expect((await site.ask(paymentCalls.summary, { as: ann })).status).toBe(403);
  });
});
