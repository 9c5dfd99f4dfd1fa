import { orderCalls, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../../test/support/payment/fake-easypay.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakePayPal,
  MERCHANT_ID,
  PAYPAL,
  PAYPAL_CERTS,
  WEBHOOK_ID,
} from '../../../test/support/payment/fake-paypal.ts';
import { type PaymentWorld, startPaymentWorld } from '../../../test/support/payment/payment-world.ts';
import type { Person } from '../../../test/support/test-management.ts';
import { MAX_IDLE_AN_HOUR, MAX_REFUSED_A_MINUTE } from './order-events.ts';

const HOUR = 3600;

describe.each(anyDatabase)('events of orders on $name', (engine) => {
  let world: PaymentWorld;
  let easypay: FakeEasyPay;
  let uuid: string;
  let buyer: Person;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    easypay = new FakeEasyPay();
    world.internet.sites[EASYPAY] = easypay.site;
    const config = { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY, pay_type: 'alipay' };
    uuid = await world.gateway({ type: 'epay', name: 'EasyPay', currency: 'CNY', rate: 7.3, config });
    buyer = await world.newBuyer();
    // The beginning of an hour.
    world.site.passTime(HOUR - (world.site.now() % HOUR));
  });

  const submitted = async (): Promise<string> => {
    const { data } = (await world.order(uuid)).body;
    easypay.submit(data.data.params);
    return data.trade_no;
  };
  const ask = (trade_no: string) => world.site.ask(orderCalls.queryOwn, { as: buyer, params: { trade_no } });
  const events = (query: object) => world.events({ size: 100, ...query });
  const asked = () => world.internet.asked.length;

  it('are stored twenty times an hour where a buyer replays the callback of a credited order', async () => {
    const trade_no = await submitted();
    const query = new URLSearchParams(easypay.pay(trade_no)).toString();
    const replay = () => world.notify(uuid, { method: 'GET', query });
    expect((await replay()).body).toBe('success');
    const before = asked();

    const answers = await Promise.all(Array.from({ length: 50 }, replay));

    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['success']));
    expect(asked()).toBe(before);
    const stored = await events({ trade_no });
    expect(stored).toHaveLength(1 + MAX_IDLE_AN_HOUR + 1);
    expect(stored[0]).toMatchObject({ verdict: 'known', reason: '30 more changed nothing in this hour.' });
    world.site.passTime(HOUR);
    await replay();
    expect(await events({ trade_no })).toHaveLength(1 + MAX_IDLE_AN_HOUR + 2);
    expect(await world.quota()).toBe(10);
  });

  it('are stored and asked for once in five seconds of a buyer, and by administrators at any time', async () => {
    const trade_no = await submitted();
    const before = asked();
    for (let times = 0; times < 30; times += 1)
      expect((await ask(trade_no)).body.data).toMatchObject({ trade_no, state: 'pending' });
    expect(asked()).toBe(before + 1);
    expect(await events({ trade_no })).toMatchObject([{ source: 'query', verdict: 'waiting' }]);

    easypay.pay(trade_no);
    const [{ id }] = (await world.site.ask(orderCalls.list, { as: world.root, query: { trade_no } })).body
      .data.data;
    const answer = await world.site.ask(orderCalls.query, { as: world.root, params: { id } });
    expect(answer.body.data).toMatchObject({ state: 'credited' });
  });

  it('are stored twenty times an hour where a buyer goes on asking', async () => {
    const trade_no = await submitted();
    for (let times = 0; times < 30; times += 1) {
      world.site.passTime(5);
      await ask(trade_no);
    }
    const stored = await events({ trade_no });
    expect(stored).toHaveLength(MAX_IDLE_AN_HOUR + 1);
    expect(stored[0]).toMatchObject({ verdict: 'waiting', reason: '10 more changed nothing in this hour.' });
    easypay.pay(trade_no);
    world.site.passTime(5);
    expect((await ask(trade_no)).body.data).toMatchObject({ state: 'credited' });
    expect(await events({ trade_no, verdict: 'credited' })).toHaveLength(1);

    const wrong = await submitted();
    easypay.pay(wrong);
    const order = easypay.orders.get(wrong);
    if (order !== undefined) order.money = '1.00';
    for (let times = 0; times < 30; times += 1) {
      world.site.passTime(5);
      await ask(wrong);
    }
    expect(await events({ trade_no: wrong, verdict: 'refused' })).toHaveLength(MAX_IDLE_AN_HOUR + 1);
  });

  it('are all stored where each is about another order', async () => {
    const trade_nos: string[] = [];
    for (let count = 0; count < MAX_REFUSED_A_MINUTE + 5; count += 1) {
      if (count % 3 === 0) buyer = await world.newBuyer();
      trade_nos.push(await submitted());
    }
    for (const trade_no of trade_nos) {
      const query = new URLSearchParams(easypay.pay(trade_no)).toString();
      for (let times = 0; times < 2; times += 1)
        expect((await world.notify(uuid, { method: 'GET', query })).body).toBe('success');
      expect((await events({ trade_no })).map(({ verdict }: { verdict: string }) => verdict)).toEqual([
        ...['known', 'credited'],
      ]);
    }
  });

  it('leave two hundred callbacks of a gateway in progress, and others of other gateways', async () => {
    const { promise, resolve } = Promise.withResolvers<{ result: { verdict: 'known' } }>();
    const { orderEvents } = world.site.deps;
    const look = (gatewayId: number) => orderEvents.lookAt(gatewayId, 0, () => promise);
    const looks = Array.from({ length: 200 }, () => look(-1));
    expect(await look(-1)).toBeUndefined();
    looks.push(look(-2));
    const seen = { result: { verdict: 'known' } } as const;
    resolve(seen);
    expect(new Set(await Promise.all(looks))).toEqual(new Set([seen]));
    expect(await look(-1)).toBe(seen);
  });

  it('of failed callbacks are stored sixty times a minute, and the gateway is asked no more in it', async () => {
    const paypal = new FakePayPal();
    world.internet.sites[PAYPAL] = paypal.site;
    world.internet.sites[PAYPAL_CERTS] = paypal.certs;
    const { id, uuid } = (
      await world.create({
        ...{ type: 'paypal', name: 'PayPal', currency: 'USD' },
        config: {
          ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
          ...{ webhook_id: WEBHOOK_ID, merchant_id: MERCHANT_ID },
        },
      })
    ).body.data;
    const before = asked();
    const invented = (number: number) =>
      world.notify(uuid, {
        body: '{}',
        headers: {
          ...{ 'content-type': 'application/json', 'paypal-auth-algo': 'SHA256withRSA' },
          ...{ 'paypal-transmission-id': 'a', 'paypal-transmission-time': 'b' },
          ...{ 'paypal-transmission-sig': 'c' },
          'paypal-cert-url': `${PAYPAL_CERTS}/v1/notifications/certs/${number}`,
        },
      });
    for (let number = 0; number < 80; number += 1) expect((await invented(number)).status).not.toBe(200);

    expect(asked()).toBe(before + MAX_REFUSED_A_MINUTE);
    const stored = await events({ gateway_id: id });
    expect(stored).toHaveLength(MAX_REFUSED_A_MINUTE + 1);
    expect(stored[0]).toMatchObject({
      ...{ verdict: 'failed', reason: '20 more were refused or failed in this minute.', content: '' },
    });
    world.site.passTime(60);
    await invented(100);
    expect(asked()).toBe(before + MAX_REFUSED_A_MINUTE + 1);
  });

  it('repeat the promotion of a buyer that ended with its process', async () => {
    const group = { symbol: 'paying', name: 'Paying', ratio: 1, api_rate: 60, public: false };
    const input = { ...group, promotion_points: 5_000_000 };
    await world.site.ask(userGroupCalls.create, { as: world.root, input });
    const trade_no = await submitted();
    const query = new URLSearchParams(easypay.pay(trade_no)).toString();
    const { db } = world.site;
    const groupAfterCallback = async () => {
      expect((await world.notify(uuid, { method: 'GET', query })).body).toBe('success');
      return db.selectFrom('users').select('group').where('id', '=', buyer.id).executeTakeFirst();
    };
    expect(await groupAfterCallback()).toEqual({ group: 'paying' });
    await db.updateTable('users').set({ group: 'default' }).where('id', '=', buyer.id).execute();

    expect(await groupAfterCallback()).toEqual({ group: 'paying' });
  });
});
