import { invitationCalls, orderCalls, paymentCalls, role, userCalls } from '@turnpike/contract';
import { MAX_POINTS } from '@turnpike/contract/catalogues/point-amounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { databases } from '../../../test/support/databases.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import { startFakeInternet } from '../../../test/support/sign-in/fake-internet.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { verifyLedger } from '../../db/ledger-verify.ts';
import { queryDueOrders } from './due-orders.ts';
import { MAX_REFUSED_A_MINUTE } from './order-events.ts';

const USD = 500_000;

describe.each(databases)('orders on $name', (engine) => {
  let site: TestManagement;
  let internet: Awaited<ReturnType<typeof startFakeInternet>>;
  let easypay: FakeEasyPay;
  let root: Person;
  let buyer: Person;
  let uuid: string;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    internet = await startFakeInternet({});
    site.fakes.guardedFetch = internet.guardedFetch;
    root = await site.root();
    await set({ ServerAddress: 'https://gateway.example', PaymentUSDRate: '7.3' });
  });
  afterAll(async () => {
    await internet.stop();
    await site.stop();
  });
  beforeEach(async () => {
    easypay = new FakeEasyPay();
    internet.sites[EASYPAY] = easypay.site;
    people += 1;
    buyer = await site.seed.person(`buyer${people}`);
    uuid = await makeGateway();
  });

  const set = (values: Record<string, string>) =>
    site.ask(
      { method: 'PUT', path: '/api/option/batch' },
      { as: root, input: { options: Object.entries(values).map(([key, value]) => ({ key, value })) } },
    );
  const makeGateway = async (given: object = {}): Promise<string> => {
    const config = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY, pay_type: 'alipay' };
    const input = { type: 'epay', name: 'EasyPay', currency: 'CNY', config, ...given };
    const answer = await site.ask(paymentCalls.create, { as: root, input });
    expect(answer.status).toBe(200);
    return answer.body.data.uuid;
  };
  const order = (amount = 10, as = buyer, gateway = uuid) =>
    site.ask(orderCalls.create, { as, input: { uuid: gateway, amount } });
  /** An order whose form the browser has sent. */
  const submitted = async (amount = 10) => {
    const { data } = (await order(amount)).body;
    easypay.submit(data.data.params);
    return data.trade_no as string;
  };
  const notify = (fields: Record<string, string>, gateway = uuid) =>
    site.inject({
      method: 'GET',
      url: `/api/payment/notify/${gateway}?${new URLSearchParams(fields)}`,
    } as never);
  const quotaOf = async (as = buyer) => (await site.ask(userCalls.self, { as })).body.data.quota;
  const read = async (trade_no: string) =>
    (await site.ask(orderCalls.getOwn, { as: buyer, params: { trade_no } })).body.data;
  const events = async (trade_no: string) =>
    (await site.ask(orderCalls.events, { as: root, query: { trade_no } })).body.data.data;
  const runJob = () => queryDueOrders(site.deps, AbortSignal.timeout(10_000));
  const entries = () =>
    site.db
      .selectFrom('ledger')
      .select(['kind', 'account', 'delta', 'reference_type', 'reference'])
      .where('user_id', '=', buyer.id)
      .orderBy('id')
      .execute();

  it('are paid, reported and credited once', async () => {
    const ways = (await site.ask(paymentCalls.ways, { as: buyer })).body.data;
    expect(ways.find((way: { uuid: string }) => way.uuid === uuid)).toMatchObject({
      currency: 'CNY',
      rate: 7.3,
      amounts: null,
    });
    const answer = await order();
    expect(answer.body.data).toMatchObject({
      type: 1,
      data: { url: `${EASYPAY}/submit.php`, method: 'POST', params: { money: '73.00', type: 'alipay' } },
    });
    const { trade_no, data } = answer.body.data;
    expect(data.params.notify_url).toBe(`https://gateway.example/api/payment/notify/${uuid}`);
    expect(data.params.return_url).toBe('https://gateway.example/panel/topup');
    easypay.submit(data.params);
    const status = () => site.ask(orderCalls.status, { as: buyer, query: { trade_no } });
    expect((await status()).body).toMatchObject({ success: false });

    const reply = await notify(easypay.pay(trade_no));
    expect(reply).toMatchObject({ status: 200, body: 'success' });

    expect((await status()).body).toEqual({ success: true, message: '' });
    expect(await quotaOf()).toBe(10 * USD);
    expect(await read(trade_no)).toMatchObject({ state: 'credited', status: 'success', order_amount: 73 });
    expect(await entries()).toEqual([
      { kind: 'top_up', account: 'payment', delta: 10 * USD, reference_type: 'order', reference: trade_no },
    ]);
    expect(await events(trade_no)).toMatchObject([{ verdict: 'credited', source: 'callback' }]);
    expect(JSON.stringify(await events(trade_no))).not.toContain(KEY);
    await notify(easypay.pay(trade_no));
    expect(await quotaOf()).toBe(10 * USD);
  });

  it('are credited once by fifty copies of a callback, two gateways and the job at a time', async () => {
    const trade_no = await submitted();
    const fields = easypay.pay(trade_no);
    const other = await makeGateway();
    site.passTime(60);
    await Promise.all([
      ...Array.from({ length: 50 }, () => notify(fields)),
      notify(fields, other),
      runJob(),
      site.ask(orderCalls.queryOwn, { as: buyer, params: { trade_no } }),
    ]);
    expect(await quotaOf()).toBe(10 * USD);
    expect(await entries()).toHaveLength(1);
  });

  it('are credited by the job when no callback arrives, within five minutes', async () => {
    const trade_no = await submitted();
    easypay.pay(trade_no);
    site.passTime(40);
    await runJob();
    expect(await quotaOf()).toBe(10 * USD);
    expect(await read(trade_no)).toMatchObject({ state: 'credited' });
    await runJob();
    expect(await quotaOf()).toBe(10 * USD);
  });

  it('are closed after an hour, and credited if the money comes late', async () => {
    const trade_no = await submitted();
    site.passTime(3700);
    await runJob();
    expect(await read(trade_no)).toMatchObject({ state: 'closed', status: 'closed' });
    expect(await quotaOf()).toBe(0);
    easypay.pay(trade_no);
    site.passTime(400);
    await runJob();
    expect(await read(trade_no)).toMatchObject({ state: 'credited', status: 'success' });
    expect(await quotaOf()).toBe(10 * USD);
  });

  it.each<[string, Record<string, string>, string]>([
    ['another amount', { money: '0.01' }, 'another amount'],
    ['another merchant', { pid: '1002' }, 'another merchant'],
    ['an unknown order', { out_trade_no: '0'.repeat(28) }, 'no such order'],
    ['no number of the gateway', { trade_no: '' }, 'trade_no is empty'],
    ['parameters of a form', { notify_url: 'https://x.example' }, 'has no parameter'],
  ])('are not credited by a signed callback with %s', async (_, changed, reason) => {
    const trade_no = await submitted();
    easypay.pay(trade_no);
    const stored = easypay.orders.get(trade_no);
    if (stored === undefined) throw new Error('no order');
    const reply = await notify(easypay.notification(stored, changed));
    expect(reply.body).toBe('fail');
    expect(await quotaOf()).toBe(0);
    const { data } = (await site.ask(orderCalls.events, { as: root, query: { verdict: 'refused' } })).body
      .data;
    expect(data[0].reason).toContain(reason);
  });

  it('are not credited by a wrong signature, nor by one without a key', async () => {
    const trade_no = await submitted();
    const fields = easypay.pay(trade_no);
    expect((await notify({ ...fields, sign: '0'.repeat(32) })).body).toBe('fail');
    expect((await notify({ ...fields, sign: '' })).body).toBe('fail');
    expect(await quotaOf()).toBe(0);
  });

  it('S-41: are not credited by the form of an order that is replayed as a notification', async () => {
    const { data } = (await order()).body;
    const params = data.data.params as Record<string, string>;
    easypay.submit(params);
    // As if the address to return to had a query, which the signature would then cover as parameters.
    const replayed = { ...params, trade_no: '9', trade_status: 'TRADE_SUCCESS' };
    expect((await notify(replayed)).body).toBe('fail');
    for (const address of [params.return_url, params.notify_url, params.name])
      expect(address).not.toMatch(/[&=?]/);
    expect(await quotaOf()).toBe(0);
  });

  it('B-30: are not credited while the gateway says WAITING, whatever its number says', async () => {
    const trade_no = await submitted();
    const fields = easypay.pay(trade_no);
    easypay.instead.order = (found) => ({
      status: 200,
      body: JSON.stringify({ code: 1, data: { ...found, pid: PID, status: 1, trade_status: 'WAITING' } }),
    });
    expect((await notify(fields)).body).toBe('fail');
    expect(await quotaOf()).toBe(0);
    easypay.instead = {};
    expect((await notify(fields)).body).toBe('success');
    expect(await quotaOf()).toBe(10 * USD);
  });

  it.each<[string, { status: number; body: string }]>([
    ['HTML', { status: 200, body: '<html>502</html>' }],
    ['an error', { status: 500, body: '' }],
    ['nothing in time', { status: 0, body: '' }],
    ['300 KB', { status: 200, body: ' '.repeat(300_000) }],
  ])('wait while the gateway answers %s', async (_, page) => {
    const trade_no = await submitted();
    const fields = easypay.pay(trade_no);
    easypay.instead.order = () => page;
    expect((await notify(fields)).body).toBe('fail');
    expect(await quotaOf()).toBe(0);
    expect(await events(trade_no)).toMatchObject([{ verdict: 'failed' }]);
    easypay.instead = {};
    site.passTime(60);
    await runJob();
    expect(await quotaOf()).toBe(10 * USD);
  });

  it('are limited to three open ones, and closed by their buyer', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => order()));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('order.too_many_open');
    const { trade_no } = made[0]?.body.data ?? {};
    const page = await site.ask(orderCalls.page, { as: buyer, params: { trade_no } });
    expect(page.body.data).toMatchObject({ type: 1, data: { url: `${EASYPAY}/submit.php` } });
    const form = await site.ask(orderCalls.form, { as: buyer, params: { trade_no } });
    expect(form.body).toContain(`action="${EASYPAY}/submit.php"`);
    expect(form.headers['content-security-policy']).toContain('; form-action https:; ');
    const close = () => site.ask(orderCalls.closeOwn, { as: buyer, params: { trade_no } });
    expect((await close()).body.data.state).toBe('closed');
    expect((await close()).body.code).toBe('order.not_open');
    expect((await order()).status).toBe(200);
  });

  it.each([
    [0, 'order.whole_amount'],
    [-5, 'order.whole_amount'],
    [1.5, 'order.whole_amount'],
    [1_000_001, 'too_big'],
    [4, 'too_small|5'],
    [51, 'too_big|50'],
  ])('of %s dollars are refused', async (amount, code) => {
    const limited = await makeGateway({ min_amount: 5, max_amount: 50 });
    const answer = await order(amount, buyer, limited);
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ field: 'amount', code }] } });
  });

  it('have a discount, a fee and a bonus, which are fixed when they are made', async () => {
    await set({ RechargeDiscount: '{"100":0.9}', RechargeBonus: '{"50":5}' });
    const withFee = await makeGateway({ percent_fee: 0.05 });
    const { data } = (await order(100, buyer, withFee)).body;
    await set({ RechargeDiscount: '{}', RechargeBonus: '{}' });
    expect(data.data.params.money).toBe('689.85');
    easypay.submit(data.data.params);
    await notify(easypay.pay(data.trade_no), withFee);
    expect(await quotaOf()).toBe(105 * USD);
    expect(await entries()).toMatchObject([
      { kind: 'top_up', delta: 100 * USD },
      { kind: 'gift', account: 'promotion', delta: 5 * USD },
    ]);
  });

  it('are paid back once for each request number, with their part of the bonus', async () => {
    await set({ RechargeBonus: '{"10":10}' });
    const trade_no = await submitted();
    await set({ RechargeBonus: '{}' });
    await notify(easypay.pay(trade_no));
    const { id } = await read(trade_no);
    const refund = (amount: number, request_no = 'refund-0001') =>
      site.ask(orderCalls.refund, {
        as: root,
        params: { id },
        input: { request_no, amount, reason: 'wish of the buyer' },
      });
    const answers = await Promise.all([refund(14.6), refund(14.6), refund(14.6)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(easypay.orders.get(trade_no)?.refunded).toBe(1460);
    expect(await quotaOf()).toBe(0.8 * 11 * USD);
    expect((await refund(14.6)).body.data).toMatchObject({ state: 'refunded', refunded_amount: 14.6 });
    expect((await refund(1)).body.code).toBe('order.request_no_used');
    expect((await refund(60, 'refund-0002')).status).toBe(409);
    expect((await refund(58.4, 'refund-0003')).status).toBe(200);
    expect(await quotaOf()).toBe(0);
    expect(easypay.orders.get(trade_no)?.refunded).toBe(7300);
  });

  it('reward the inviter for the first payment of a person, and by a part of each', async () => {
    await set({ FirstRechargeReward: '1000', RechargeRebatePercent: '12.5' });
    const host = await site.seed.person(`host${people}`);
    const invite = ({ id }: Person) =>
      site.db.updateTable('users').set({ inviter_id: host.id }).where('id', '=', id).execute();
    await invite(buyer);
    const rewardOf = async () =>
      (await site.ask(invitationCalls.overview, { as: host })).body.data.transferable_quota;
    const first = await submitted();
    await Promise.all([notify(easypay.pay(first)), notify(easypay.pay(first))]);
    expect(await rewardOf()).toBe(1000 + 0.125 * 10 * USD);
    const second = await submitted(20);
    await notify(easypay.pay(second));
    expect(await rewardOf()).toBe(1000 + 0.125 * 30 * USD);
    const { id } = await read(second);
    const input = { request_no: 'refund-0001', amount: 73, reason: 'x' };
    await site.ask(orderCalls.refund, { as: root, params: { id }, input });
    expect(await rewardOf()).toBe(1000 + 0.125 * 20 * USD);

    // The same person in another account.
    const proved_email = `person${people}@mail.example`;
    await site.db.updateTable('users').set({ proved_email }).where('id', '=', buyer.id).execute();
    await notify(easypay.pay(await submitted()));
    buyer = await site.seed.person(`again${people}`);
    await invite(buyer);
    await site.db.updateTable('users').set({ proved_email }).where('id', '=', buyer.id).execute();
    await set({ RechargeRebatePercent: '0' });
    const before = await rewardOf();
    await notify(easypay.pay(await submitted()));
    expect(await rewardOf()).toBe(before);
    await set({ FirstRechargeReward: '0' });
  });

  it('are not paid back from points that are spent, nor without the gateway', async () => {
    const trade_no = await submitted();
    await notify(easypay.pay(trade_no));
    const { id } = await read(trade_no);
    const refund = (request_no: string) =>
      site.ask(orderCalls.refund, {
        as: root,
        params: { id },
        input: { request_no, amount: 73, reason: 'x' },
      });
    easypay.instead.refund = () => ({ status: 200, body: JSON.stringify({ code: -1, msg: '余额不足' }) });
    expect(await refund('refund-0001')).toMatchObject({
      status: 502,
      body: { code: 'payment.check_failed' },
    });
    expect(await quotaOf()).toBe(10 * USD);
    expect(await read(trade_no)).toMatchObject({ state: 'credited', refunded_amount: 0 });
    expect((await refund('refund-0001')).body.code).toBe('order.request_no_used');
    easypay.instead.refund = () => ({ status: 200, body: 'x' });
    expect(await refund('refund-0002')).toMatchObject({
      status: 502,
      body: { code: 'order.refund_unknown' },
    });
    expect(await quotaOf()).toBe(0);
    easypay.instead = {};
    // Its answer was lost, and this gateway would pay again.
    expect(await refund('refund-0002')).toMatchObject({
      status: 409,
      body: { code: 'order.refund_not_repeatable' },
    });
    expect(easypay.orders.get(trade_no)?.refunded).toBe(0);
    expect(await refund('refund-0003')).toMatchObject({ status: 409 });

    const second = await submitted();
    await notify(easypay.pay(second));
    await site.quotaBook.debit(buyer.id, 9 * USD, async () => {});
    const again = await read(second);
    const answer = await site.ask(orderCalls.refund, {
      as: root,
      params: { id: again.id },
      input: { request_no: 'refund-0004', amount: 73, reason: 'x' },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'order.balance_spent' } });
    expect(easypay.orders.get(second)?.refunded).toBe(0);
  });

  it('leave a debt where a refund goes beyond the balance, and the next payment pays it', async () => {
    await set({ RefundDebtEnabled: 'true' });
    const first = await submitted();
    await notify(easypay.pay(first));
    const spend = async (points: number) => {
      const input = { quota: -points, remark: 'spent' };
      await site.ask(userCalls.changeQuota, { as: root, params: { id: buyer.id }, input });
    };
    await spend(9 * USD);
    const { id } = await read(first);
    const refund = (request_no: string, amount: number) =>
      site.ask(orderCalls.refund, { as: root, params: { id }, input: { request_no, amount, reason: 'x' } });
    const debtOf = () => site.quotaBook.debtOf(buyer.id) / USD;
    const stored = async () =>
      (await site.db.selectFrom('users').select('debt').where('id', '=', buyer.id).executeTakeFirstOrThrow())
        .debt / USD;
    easypay.instead.refund = () => ({ status: 200, body: JSON.stringify({ code: -1, msg: 'no' }) });
    expect(await refund('refused-0001', 73)).toMatchObject({ status: 502 });
    expect([await quotaOf(), debtOf(), await stored()]).toEqual([USD, 0, 0]);
    easypay.instead = {};
    expect(await refund('refund-0001', 73)).toMatchObject({ status: 200 });
    expect([await quotaOf(), debtOf(), await stored()]).toEqual([0, 9, 9]);
    expect(easypay.orders.get(first)?.refunded).toBe(7300);

    await notify(easypay.pay(await submitted(20)));
    expect([await quotaOf(), debtOf(), await stored()]).toEqual([11 * USD, 0, 0]);
    const reversals = (await entries()).filter(({ kind, delta }) => kind === 'reversal' && delta < 0);
    expect(reversals.map(({ account, delta, reference }) => [account, delta, reference])).toEqual([
      ['payment', -USD, first],
      ['payment', -USD, first],
      ['payment', -9 * USD, first],
    ]);
    await set({ RefundDebtEnabled: 'false' });
  });

  it('whose refund was not answered are settled by hand', async () => {
    easypay.instead.refund = () => ({ status: 502, body: '' });
    const lost = async () => {
      const trade_no = await submitted();
      await notify(easypay.pay(trade_no));
      const { id } = await read(trade_no);
      const input = { request_no: 'refund-0001', amount: 73, reason: 'x' };
      await site.ask(orderCalls.refund, { as: root, params: { id }, input });
      const { refunds } = (await site.ask(orderCalls.get, { as: root, params: { id } })).body.data;
      return { trade_no, id, refund_id: refunds[0].id };
    };
    const settle = ({ id, ...given }: { id: number; refund_id: number }, is_paid_back: boolean) => {
      const input = { refund_id: given.refund_id, is_paid_back, reason: 'seen in the shop' };
      return site.ask(orderCalls.settleRefund, { as: root, params: { id }, input });
    };
    const first = await lost();
    const second = await lost();
    expect(await quotaOf()).toBe(0);
    expect(await settle({ ...first, refund_id: second.refund_id }, false)).toMatchObject({ status: 404 });
    const answers = await Promise.all([1, 2, 3].map(() => settle(first, false)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await read(first.trade_no)).toMatchObject({ state: 'credited', refunded_amount: 0 });
    expect(await settle(second, true)).toMatchObject({ status: 200 });
    expect(await settle(second, false)).toMatchObject({ status: 409 });
    expect(await read(second.trade_no)).toMatchObject({ state: 'refunded', refunded_amount: 73 });
    expect(await quotaOf()).toBe(10 * USD);
    const [event] = await events(first.trade_no);
    expect(event).toMatchObject({ reason: `Settled by ${root.username}: seen in the shop` });
    easypay.instead = {};
  });

  it('are shown to administrators, and to no other buyer', async () => {
    const trade_no = await submitted();
    const stranger = await site.seed.person(`stranger${people}`);
    const admin = await site.seed.person(`helper${people}`, { role: role.admin });
    const params = { trade_no };
    for (const call of [orderCalls.getOwn, orderCalls.page, orderCalls.queryOwn, orderCalls.closeOwn])
      expect((await site.ask(call, { as: stranger, params })).status).toBe(404);
    expect((await site.ask(orderCalls.status, { as: stranger, query: params })).body.success).toBe(false);
    const list = await site.ask(orderCalls.list, { as: admin, query: { user_id: buyer.id } });
    expect(list.body.data.data).toMatchObject([{ trade_no, username: buyer.username, status: 'pending' }]);
    expect((await site.ask(orderCalls.list, { as: stranger })).status).toBe(403);
    const { id } = list.body.data.data[0];
    const one = await site.ask(orderCalls.get, { as: admin, params: { id } });
    expect(one.body.data).toMatchObject({ trade_no, events: [], refunds: [] });
  });

  it('that a full balance cannot take are credited by the job once there is room', async () => {
    buyer = await site.seed.person(`full${people}`, { quota: MAX_POINTS - USD });
    const trade_no = await submitted();
    expect((await notify(easypay.pay(trade_no))).body).toBe('fail');
    expect(await read(trade_no)).toMatchObject({ state: 'paid', status: 'pending' });
    site.passTime(60);
    await runJob();
    expect(await read(trade_no)).toMatchObject({ state: 'paid' });
    expect(await quotaOf()).toBe(MAX_POINTS - USD);

    // A full balance is tried again each day, also after the last question about the order.
    site.passTime(80 * 3600);
    await runJob();
    expect(await read(trade_no)).toMatchObject({ state: 'paid' });

    // Nor does a day without an answer, or with a fault of its own, end it.
    const { config } = await site.db
      .selectFrom('payments')
      .select('config')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    internet.sites[EASYPAY] = () => ({ status: 500, body: '' });
    site.passTime(24 * 3600);
    await runJob();
    const gateway = () => site.db.updateTable('payments').where('uuid', '=', uuid);
    await gateway().set({ config: '{' }).execute();
    site.passTime(24 * 3600);
    await runJob();
    await gateway().set({ config }).execute();
    internet.sites[EASYPAY] = easypay.site;

    const input = { quota: -10 * USD, remark: 'room' };
    const params = { id: buyer.id };
    expect((await site.ask(userCalls.changeQuota, { as: root, params, input })).status).toBe(200);
    site.passTime(24 * 3600);
    await runJob();
    expect(await read(trade_no)).toMatchObject({ state: 'credited' });
    expect(await quotaOf()).toBe(MAX_POINTS - USD);
  });

  it('keep their currency when that of the gateway changes', async () => {
    const [reported, asked] = [await submitted(), await submitted()];
    const ways = await site.ask(paymentCalls.list, { as: root, query: { uuid } });
    const input = { id: ways.body.data.data[0].id, currency: 'USD', rate: 1 };
    expect(await askConfirmed(site.ask, paymentCalls.update, { as: root, input })).toMatchObject({
      status: 200,
    });

    expect((await notify(easypay.pay(reported))).body).toBe('success');
    easypay.pay(asked);
    site.passTime(60);
    await runJob();
    for (const trade_no of [reported, asked])
      expect(await read(trade_no)).toMatchObject({ state: 'credited', order_currency: 'CNY' });
    expect(await quotaOf()).toBe(20 * USD);
  });

  it('keep sixty refused callbacks of a minute, and the number of the others', async () => {
    const forged = () => notify({ out_trade_no: '0'.repeat(28), sign: 'x' });
    const { id } = await site.db
      .selectFrom('payments')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const list = async () => {
      const query = { verdict: 'refused', size: 100, gateway_id: id };
      return (await site.ask(orderCalls.events, { as: root, query })).body.data.data;
    };
    site.passTime(60);
    await Promise.all(Array.from({ length: 90 }, forged));
    await forged();
    const stored = await list();
    expect(stored).toHaveLength(MAX_REFUSED_A_MINUTE + 1);
    expect(stored.map(({ reason }: { reason: string }) => reason)).toContain(
      '31 more were refused or failed in this minute.',
    );
    site.passTime(60);
    await forged();
    expect(await list()).toHaveLength(MAX_REFUSED_A_MINUTE + 2);
  });

  it('leave a ledger that agrees with the balances', async () => {
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
  });
});
