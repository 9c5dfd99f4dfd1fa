import { orderCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import type { Site } from '../../../test/support/sign-in/fake-internet.ts';
import type { Person } from '../../../test/support/test-management.ts';
import type { PaymentFacts, PaymentState } from '../../payment/payment-gateway.ts';
import { applyFacts } from './credit-order.ts';
import { queryDueOrders } from './due-orders.ts';
import { getOrder, type OrderRow } from './order-repository.ts';
import { refundNoOf } from './refund-points.ts';

const input = {
  ...{ type: 'epay', name: 'EasyPay', currency: 'USD' },
  config: { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY },
};

const silent: Site = () => ({ status: 502, body: '<html>' });

describe.each(databases)('disputes on $name', (engine) => {
  let world: PaymentWorld;
  let easypay: FakeEasyPay;
  let uuid: string;
  let buyer: Person;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
    world.internet.sites[EASYPAY] = new FakeEasyPay().site;
    uuid = await world.gateway(input);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    easypay = new FakeEasyPay();
    world.internet.sites[EASYPAY] = easypay.site;
    buyer = await world.newBuyer();
  });

  const ordered = async (): Promise<OrderRow> => {
    const { trade_no, data } = (await world.order(uuid)).body.data;
    easypay.submit(data.params);
    easypay.pay(trade_no);
    return getOrder(world.site.db, (await world.read(trade_no)).id);
  };
  const now = ({ id }: OrderRow) => getOrder(world.site.db, id);
  const apply = (order: OrderRow, state: PaymentState, given: Partial<PaymentFacts> = {}) =>
    applyFacts(
      world.site.deps,
      order,
      {
        ...{ tradeNo: order.trade_no, gatewayNo: 'g1', merchant: order.merchant, currency: order.currency },
        ...{ minor: order.pay_minor, state, word: state, disputeNo: 'd1', ...given },
      },
      { ip: '', requestId: '' },
    );
  const credited = async (): Promise<OrderRow> => {
    const order = await ordered();
    const gatewayNo = `g${order.id}`;
    expect(await apply(order, 'paid', { gatewayNo })).toMatchObject({ verdict: 'credited' });
    return now(order);
  };
  const refund = (order: OrderRow, amount: number, request_no = 'refund-0001') =>
    world.site.ask(orderCalls.refund, {
      ...{ as: world.root, params: { id: order.id } },
      input: { request_no, amount, reason: 'asked for' },
    });
  const refundOf = (order: OrderRow, kind: 'refund' | 'dispute') =>
    world.site.db
      .selectFrom('order_refunds')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
  const settle = (order: OrderRow, refund_id: number, is_paid_back: boolean) =>
    world.site.ask(orderCalls.settleRefund, {
      ...{ as: world.root, params: { id: order.id } },
      input: { refund_id, is_paid_back, reason: 'seen there' },
    });

  it('are kept although a refund has changed the order after it was read', async () => {
    const stale = await credited();
    expect((await refund(stale, 4)).status).toBe(200);

    expect(await apply(stale, 'disputed')).toMatchObject({ verdict: 'ignored' });

    expect(await world.quota()).toBe(0);
    expect(await refundOf(stale, 'dispute')).toMatchObject({ minor: 600, claimed_minor: 1000 });
  });

  it('keep the points of a pending refund that turns out not to be paid back', async () => {
    const order = await credited();
    world.internet.sites[EASYPAY] = silent;
    expect((await refund(order, 10)).body.code).toBe('order.refund_unknown');
    world.internet.sites[EASYPAY] = easypay.site;
    await apply(await now(order), 'disputed');

    expect((await settle(order, (await refundOf(order, 'refund')).id, false)).status).toBe(200);

    expect(await world.quota()).toBe(0);
    expect(await refundOf(order, 'dispute')).toMatchObject({ minor: 1000, state: 'pending' });
    await apply(await now(order), 'dispute_won');
    expect(await world.quota()).toBe(10);
    expect(await now(order)).toMatchObject({ state: 'credited', refunded_minor: 0, refunded_quota: 0 });
  });

  it('that come before the credit keep it from happening, unless they are won', async () => {
    const order = await ordered();
    await apply(order, 'disputed');
    await queryDueOrders(world.site.deps, AbortSignal.timeout(10_000));
    expect(await apply(await now(order), 'paid')).toMatchObject({ verdict: 'known' });
    expect({ quota: await world.quota(), order: await now(order) }).toMatchObject({
      ...{ quota: 0, order: { state: 'disputed', credited_at: 0 } },
    });

    await apply(await now(order), 'dispute_won');
    await queryDueOrders(world.site.deps, AbortSignal.timeout(10_000));

    expect(await world.quota()).toBe(10);
    expect(await now(order)).toMatchObject({ state: 'credited' });
  });

  it('about a part leave the rest to be paid back', async () => {
    const order = await credited();
    await apply(order, 'disputed', { minor: 300 });
    expect((await refund(order, 7)).body.code).toBe('order.not_refundable');
    await apply(await now(order), 'dispute_lost', { minor: 300 });

    expect((await refund(order, 7)).status).toBe(200);

    expect(await world.quota()).toBe(0);
    expect(await now(order)).toMatchObject({ state: 'refunded', refunded_minor: 1000 });
  });

  it('take points that calls hold', async () => {
    const order = await credited();
    const { quotaBook } = world.site.deps;
    const payers = { userId: buyer.id, limitedTokenId: null, budgets: [] };
    await quotaBook.load(payers);
    const hold = await quotaBook.reserve(payers, { most: order.quota, least: order.quota });

    await apply(order, 'dispute_lost');

    quotaBook.release(hold);
    expect(await world.quota()).toBe(0);
  });

  it('and refunds are settled by hand only while no request sends them', async () => {
    const order = await credited();
    world.internet.sites[EASYPAY] = silent;
    await refund(order, 10);
    const { id } = await refundOf(order, 'refund');
    const sending_until = world.site.now() + 60;
    await world.site.db.updateTable('order_refunds').set({ sending_until }).where('id', '=', id).execute();

    for (const isPaidBack of [true, false])
      expect((await settle(order, id, isPaidBack)).body.code).toBe('order.refund_running');
    expect(await world.quota()).toBe(0);
  });

  it('and a new refund has its sender from the beginning', async () => {
    const order = await credited();
    const { quotaBook } = world.site.deps;
    const debit = quotaBook.debit.bind(quotaBook);
    let sendingUntil = 0;
    const spy = vi.spyOn(quotaBook, 'debit').mockImplementation(async (...taken) => {
      await debit(...taken);
      sendingUntil = (await refundOf(order, 'refund')).sending_until;
    });

    expect((await refund(order, 10)).status).toBe(200);

    spy.mockRestore();
    expect(sendingUntil).toBeGreaterThan(world.site.now());
  });

  it('and a refund that fails after it was done: its points return once', async () => {
    const order = await credited();
    await refund(order, 4);
    const refundNo = refundNoOf(order, (await refundOf(order, 'refund')).id);
    expect(await world.quota()).toBe(6);

    await apply(await now(order), 'refund_failed', { refundNo });
    expect(await apply(await now(order), 'refund_failed', { refundNo })).toMatchObject({ verdict: 'known' });

    expect(await world.quota()).toBe(10);
    expect(await now(order)).toMatchObject({ state: 'credited', refunded_minor: 0 });
    expect(await apply(order, 'refund_failed', { refundNo: `${order.trade_no}r0` })).toMatchObject({
      verdict: 'ignored',
    });
  });

  it('and a payment that was paid back before its credit is not credited', async () => {
    const order = await ordered();
    await apply(order, 'refunded');

    expect(await apply(await now(order), 'paid')).toMatchObject({ verdict: 'known' });

    expect(await world.quota()).toBe(0);
  });

  it('and numbers of gateways that cannot be stored are refused', async () => {
    const order = await ordered();
    for (const gatewayNo of ['a\0b', 'x'.repeat(129)])
      expect(await apply(order, 'paid', { gatewayNo })).toMatchObject({ verdict: 'refused' });
  });
});
