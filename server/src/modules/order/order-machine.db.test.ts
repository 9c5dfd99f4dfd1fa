import { type OrderState, orderCalls, paymentCalls, userCalls } from '@turnpike/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { isLong } from '../../../test/support/long-tests.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { applyFacts } from './credit-order.ts';
import { queryDueOrders } from './due-orders.ts';
import { endBegunRefunds } from './refund-order.ts';
import type { RefundRow } from './refund-points.ts';

const USD = 500_000;

/** One step of a history. `which` chooses one of the orders so far. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), amount: fc.integer({ min: 1, max: 200 }) }),
  fc.record({
    kind: fc.constantFrom('submit', 'pay', 'pay', 'query', 'close', 'adminQuery' as const),
    which: fc.nat(20),
  }),
  fc.record({
    kind: fc.constant('notify' as const),
    which: fc.nat(20),
    how: fc.constantFrom('right', 'copies', 'amount', 'signature', 'gateway', 'unpaid' as const),
  }),
  fc.record({
    kind: fc.constant('dispute' as const),
    which: fc.nat(20),
    number: fc.nat(2),
    how: fc.constantFrom('disputed', 'disputed', 'dispute_won', 'dispute_lost' as const),
  }),
  fc.record({ kind: fc.constant('settle' as const), which: fc.nat(20) }),
  // The balance is spent, or filled, next to the orders.
  fc.record({ kind: fc.constant('spend' as const), part: fc.constantFrom(0.3, 1) }),
  fc.record({ kind: fc.constant('give' as const), points: fc.integer({ min: 1, max: 100 * USD }) }),
  fc.record({ kind: fc.constant('debts' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('refund' as const), which: fc.nat(20), part: fc.constantFrom(0.1, 0.5, 1) }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(20, 400, 3700, 90_000) }),
  // The gateway is down, or the process dies while it is asked.
  fc.record({ kind: fc.constantFrom('down', 'crash', 'up' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Moves between states that a history may show. Source: docs/reference/payments.md, "Orders". */
const moves: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'credited', 'closed', 'failed', 'paid', 'disputed'],
  pending: ['credited', 'closed', 'paid', 'disputed'],
  paid: ['credited', 'disputed'],
  closed: ['credited', 'paid', 'disputed'],
  failed: ['credited', 'paid', 'disputed'],
  credited: ['refunded', 'disputed'],
  refunded: ['credited', 'disputed'],
  // A dispute that is won before the credit leaves an order whose payment came late.
  disputed: ['credited', 'refunded', 'closed'],
};

const sumOfMinor = (
  refunds: readonly RefundRow[],
  kind: RefundRow['kind'],
  ...states: RefundRow['state'][]
): number =>
  refunds
    .filter((refund) => refund.kind === kind && states.includes(refund.state))
    .reduce((sum, { minor }) => sum + minor, 0);

describe.each(databases)('histories of orders on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let uuids: string[];
  let easypay: FakeEasyPay;
  let fault: 'down' | 'crash' | undefined;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    site.fakes.guardedFetch = async (url, { request }) => {
      if (fault === 'crash') throw new Error('the process has died');
      const { method = 'GET', body = '' } = request ?? {};
      const page = await easypay.site({ method, url: new URL(url), headers: {}, body });
      const down = { status: 502, body: '<html>' };
      const { status = 404, body: text = '' } = (fault === 'down' ? down : page) ?? {};
      return { status, bytes: Buffer.from(text), contentType: '', headers: {} };
    };
    easypay = new FakeEasyPay();
    const options = [
      { key: 'ServerAddress', value: 'https://gateway.example' },
      { key: 'RechargeBonus', value: '{"50":7}' },
    ];
    await site.ask({ method: 'PUT', path: '/api/option/batch' }, { as: root, input: { options } });
    const config = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY };
    uuids = [];
    for (const name of ['one', 'two']) {
      const input = { type: 'epay', name, currency: 'CNY', config };
      uuids.push((await site.ask(paymentCalls.create, { as: root, input })).body.data.uuid);
    }
  });
  afterAll(() => site.stop());

  async function run(steps: readonly Step[]): Promise<void> {
    people += 1;
    easypay = new FakeEasyPay();
    fault = undefined;
    const buyer = await site.seed.person(`b${people}x${engine.name.length}`);
    const orders: { trade_no: string; params: Record<string, string> }[] = [];
    const states = new Map<string, OrderState>();
    let refunds = 0;
    const notify = (fields: Record<string, string>, uuid = uuids[0]) =>
      site.inject({ method: 'GET', url: `/api/payment/notify/${uuid}?${new URLSearchParams(fields)}` });
    const job = async () => {
      await queryDueOrders(site.deps, AbortSignal.timeout(20_000));
      await endBegunRefunds(site.deps, AbortSignal.timeout(20_000));
    };
    const rows = () =>
      site.db
        .selectFrom('orders')
        .innerJoin('accounts', 'accounts.id', 'orders.account_id')
        .selectAll('orders')
        .where('accounts.user_id', '=', buyer.id)
        .execute();
    const watchStates = async () => {
      for (const { trade_no, state } of await rows()) {
        const before = states.get(trade_no) ?? state;
        if (before !== state)
          expect({ before, may: moves[before] }).toMatchObject({ may: expect.arrayContaining([state]) });
        states.set(trade_no, state);
      }
    };

    for (const one of steps) {
      const order = 'which' in one ? orders[one.which % Math.max(1, orders.length)] : undefined;
      const atGateway = easypay.orders.get(order?.trade_no ?? '');
      const params = { trade_no: order?.trade_no ?? '' };
      switch (one.kind) {
        case 'order': {
          const answer = await site.ask(orderCalls.create, {
            as: buyer,
            input: { uuid: uuids[0], amount: one.amount },
          });
          if (answer.status === 200) {
            orders.push({ trade_no: answer.body.data.trade_no, params: answer.body.data.data.params });
            // Most buyers send the form at once.
            if (one.amount % 4 !== 0) easypay.submit(answer.body.data.data.params);
          }
          break;
        }
        case 'submit':
          if (order !== undefined) easypay.submit(order.params);
          break;
        case 'pay':
          if (atGateway !== undefined) easypay.pay(params.trade_no);
          break;
        case 'notify': {
          if (atGateway === undefined || (atGateway.status === 0 && one.how !== 'unpaid')) break;
          const changed = one.how === 'amount' ? { money: '0.01' } : {};
          const fields = easypay.notification(atGateway, changed);
          if (one.how === 'signature') fields.sign = 'f'.repeat(32);
          const copies = one.how === 'copies' ? 5 : 1;
          const uuid = one.how === 'gateway' ? uuids[1] : uuids[0];
          await Promise.all(Array.from({ length: copies }, () => notify(fields, uuid)));
          break;
        }
        case 'query':
          if (order !== undefined) await site.ask(orderCalls.queryOwn, { as: buyer, params });
          break;
        case 'adminQuery': {
          const row = (await rows()).find(({ trade_no }) => trade_no === params.trade_no);
          if (row !== undefined) await site.ask(orderCalls.query, { as: root, params: { id: row.id } });
          break;
        }
        case 'close':
          if (order !== undefined) await site.ask(orderCalls.closeOwn, { as: buyer, params });
          break;
        case 'refund': {
          const row = (await rows()).find(({ trade_no }) => trade_no === params.trade_no);
          if (row === undefined || row.credited_at === 0) break;
          refunds += 1;
          const amount = Math.max(1, Math.floor(row.pay_minor * one.part)) / 100;
          const input = { request_no: `refund-${refunds}`, amount, reason: 'history' };
          await site.ask(orderCalls.refund, { as: root, params: { id: row.id }, input });
          break;
        }
        case 'dispute': {
          const row = (await rows()).find(({ trade_no }) => trade_no === params.trade_no);
          if (row === undefined) break;
          const { trade_no: tradeNo, gateway_no, merchant, currency, pay_minor } = row;
          const minor = one.number === 0 ? null : Math.ceil(pay_minor / 3);
          const facts = { tradeNo, gatewayNo: gateway_no ?? '', merchant, currency, minor, state: one.how };
          const report = { ...facts, word: one.how, disputeNo: `d${one.number}` };
          await applyFacts(site.deps, row, report, { ip: '', requestId: '' });
          break;
        }
        case 'settle': {
          const row = (await rows()).find(({ trade_no }) => trade_no === params.trade_no);
          const refundsOfRow = await refundsOf(row?.id ?? 0);
          const [pending, ...others] = refundsOfRow.filter((refund) => refund.state === 'pending');
          if (row === undefined || pending === undefined || others.length > 0) break;
          const done = sumOfMinor(refundsOfRow, 'refund', 'done');
          const is_paid_back = pending.kind === 'dispute' || (atGateway?.refunded ?? 0) > done;
          const input = { refund_id: pending.id, is_paid_back, reason: 'history' };
          await site.ask(orderCalls.settleRefund, { as: root, params: { id: row.id }, input });
          break;
        }
        case 'spend':
        case 'give': {
          const { quota } = (await site.ask(userCalls.self, { as: buyer })).body.data;
          const points = one.kind === 'give' ? one.points : -Math.floor(quota * one.part);
          if (points === 0) break;
          const input = { quota: points, remark: 'history' };
          await site.ask(userCalls.changeQuota, { as: root, params: { id: buyer.id }, input });
          break;
        }
        case 'debts':
          await site.ask(
            { method: 'PUT', path: '/api/option/batch' },
            { as: root, input: { options: [{ key: 'RefundDebtEnabled', value: String(one.isOn) }] } },
          );
          break;
        case 'time':
          site.passTime(one.seconds);
          await job();
          break;
        default:
          fault = one.kind === 'up' ? undefined : one.kind;
      }
      await watchStates();
    }

    // In the end the gateway works, every payment is reported again, and every refund is sent again.
    fault = undefined;
    site.passTime(600);
    await job();
    for (const order of easypay.orders.values())
      if (order.status === 1) await notify(easypay.notification(order));
    const open = await site.db
      .selectFrom('order_refunds')
      .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
      .innerJoin('accounts', 'accounts.id', 'orders.account_id')
      .select(['orders.id as id', 'order_refunds.request_no as request_no', 'order_refunds.minor as minor'])
      .where('accounts.user_id', '=', buyer.id)
      .where('order_refunds.state', '=', 'pending')
      .where('order_refunds.kind', '=', 'refund')
      .execute();
    for (const { id, request_no, minor } of open) {
      const input = { request_no, amount: minor / 100, reason: 'history' };
      await site.ask(orderCalls.refund, { as: root, params: { id }, input });
    }
    await watchStates();
    await check(buyer, await rows(), open);
  }

  /** Credits are what the gateway was paid, and the balance is what the ledger says. */
  async function check(
    buyer: Person,
    rows: readonly { [name: string]: unknown }[],
    pending: readonly { id: number; minor: number }[],
  ): Promise<void> {
    const entries = await site.db
      .selectFrom('ledger')
      .select(['kind', 'delta', 'reference'])
      .where('user_id', '=', buyer.id)
      .execute();
    const sumOf = (kind: string, reference?: unknown): number =>
      entries
        .filter((entry) => entry.kind === kind && (reference ?? entry.reference) === entry.reference)
        .reduce((sum, { delta }) => sum + delta, 0);
    let balance = 0;
    let debt = 0;
    for (const row of rows) {
      const atGateway = easypay.orders.get(row.trade_no as string);
      const refunds = await refundsOf(row.id as number);
      const disputes = refunds.filter(({ kind, state }) => kind === 'dispute' && state !== 'failed');
      // A dispute before the credit keeps it from happening.
      const isKept = row.credited_at === 0 && disputes.length > 0;
      const isPaid = atGateway?.status === 1 && !isKept;
      const quota = isPaid ? (row.amount as number) * USD : 0;
      const bonus = isPaid ? (row.bonus_quota as number) : 0;
      expect({ paid: sumOf('top_up', row.trade_no), given: sumOf('gift', row.trade_no) }).toEqual({
        paid: quota,
        given: bonus,
      });
      const takenBack = 0 - sumOf('reversal', row.trade_no);
      const owed = refunds.reduce((sum, { owed_quota }) => sum + owed_quota, 0);
      const minorOf = (...kinds: Parameters<typeof sumOfMinor>[1][]) =>
        kinds.reduce((sum, kind) => sum + sumOfMinor(refunds, kind, 'pending', 'done'), 0);
      // A refund whose answer was lost is not sent again: the gateway would pay it twice.
      const paidBack = atGateway?.refunded ?? 0;
      const lost = pending.filter(({ id }) => id === row.id).reduce((sum, { minor }) => sum + minor, 0);
      expect(minorOf('refund')).toBeGreaterThanOrEqual(paidBack);
      expect(minorOf('refund')).toBeLessThanOrEqual(paidBack + lost);
      const isOpen = disputes.some(({ state }) => state === 'pending');
      const rest = (row.pay_minor as number) - minorOf('refund', 'dispute');
      expect(row).toMatchObject({
        refunded_minor: minorOf('refund', 'dispute'),
        refunded_quota: takenBack + owed,
        state: isPaid
          ? isOpen
            ? 'disputed'
            : rest === row.pay_minor
              ? 'credited'
              : expect.stringMatching(rest > 0 || disputes.length === 0 ? 'refunded' : /refunded|disputed/)
          : isKept
            ? 'disputed'
            : expect.not.stringMatching(/credited|refunded|disputed/),
      });
      expect(takenBack).toBeLessThanOrEqual(quota + bonus);
      balance += quota + bonus - takenBack;
      debt += owed;
    }
    balance += sumOf('adjustment');
    const { quota } = (await site.ask(userCalls.self, { as: buyer })).body.data;
    expect({ balance: quota, debt: await debtOf(buyer) }).toEqual({ balance, debt });
    expect(site.quotaBook.balanceOf(buyer.id) ?? balance).toBe(balance);
    expect(site.quotaBook.debtOf(buyer.id)).toBe(debt);
    // A balance that owes has nothing left to spend.
    expect(Math.min(balance, debt)).toBe(0);
  }

  const debtOf = async (buyer: Person): Promise<number> =>
    (await site.db.selectFrom('users').select('debt').where('id', '=', buyer.id).executeTakeFirstOrThrow())
      .debt;

  const refundsOf = (orderId: number): Promise<RefundRow[]> =>
    site.db.selectFrom('order_refunds').selectAll().where('order_id', '=', orderId).execute();

  it('credit what was paid, once, whatever happens on the way', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), run), {
      numRuns: isLong ? 300 : 20,
      interruptAfterTimeLimit: isLong ? 300_000 : 15_000,
      endOnFailure: false,
    });
  }, 400_000);
});
