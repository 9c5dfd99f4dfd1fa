import { orderCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../test/support/databases.ts';
import {
  ALIPAY,
  ALIPAY_PUBLIC_KEY,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
} from '../../test/support/payment/fake-alipay.ts';
import { CREEM, CREEM_KEY, FakeCreem, WEBHOOK_SECRET } from '../../test/support/payment/fake-creem.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../../test/support/payment/fake-easypay.ts';
import {
  EASYPAY_V2,
  FakeEasyPayV2,
  MERCHANT_KEY,
  PID_V2,
  PLATFORM_KEY,
} from '../../test/support/payment/fake-easypay-v2.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakePayPal,
  MERCHANT_ID,
  PAYPAL,
  WEBHOOK_ID,
} from '../../test/support/payment/fake-paypal.ts';
import { FakeStripe, STRIPE, STRIPE_KEY } from '../../test/support/payment/fake-stripe.ts';
import {
  API_V3_KEY,
  FakeWxPay,
  MCH_ID,
  MCH_PRIVATE_KEY,
  MCH_SERIAL,
  PUB_KEY_ID,
  WX_APP_ID,
  WX_PUBLIC_KEY,
  WXPAY,
} from '../../test/support/payment/fake-wxpay.ts';
import { type PaymentWorld, startPaymentWorld } from '../../test/support/payment/payment-world.ts';
import { type AskedPage, json, type Page, type Site } from '../../test/support/sign-in/fake-internet.ts';

/** A payment company as this story needs it. */
interface Company {
  origin: string;
  input: object;
  /** Price of ten dollars in its currency. */
  amount: number;
  start(nowSeconds: () => number): {
    site: Site;
    pay(tradeNo: string): void;
    /** Minor units that it has paid back. */
    paidBack(tradeNo: string): number;
    /** Its own words for a refusal. */
    refuse?(asked: AskedPage): Page;
  };
  isRefund(asked: AskedPage): boolean;
  /** A question that goes with a refund, whose answer is lost, too. */
  isQuestion?(asked: AskedPage): boolean;
  /** Body of a refusal. */
  words: object;
}

const yuan = { currency: 'CNY', rate: 7.3 };
const sumOf = (values: Iterable<number> | undefined): number =>
  [...(values ?? [])].reduce((sum, one) => sum + one, 0);
const isPostTo =
  (path: RegExp) =>
  ({ method, url }: AskedPage): boolean =>
    method === 'POST' && path.test(url.pathname);

const companies: Record<string, Company> = {
  Stripe: {
    origin: STRIPE,
    input: { type: 'stripe', currency: 'USD', sandbox: true, config: { secret_key: STRIPE_KEY } },
    amount: 10,
    start(nowSeconds) {
      const stripe = new FakeStripe(nowSeconds);
      return {
        site: stripe.site,
        pay: (tradeNo) => stripe.complete(tradeNo),
        paidBack: () => sumOf([...stripe.refunds.values()].map(({ amount }) => amount)),
      };
    },
    isRefund: isPostTo(/^\/v1\/refunds$/),
    words: { error: { type: 'invalid_request_error', message: 'refused' } },
  },
  'WeChat Pay': {
    origin: WXPAY,
    input: {
      ...{ type: 'wxpay', ...yuan },
      config: {
        ...{ app_id: WX_APP_ID, mch_id: MCH_ID, mch_certificate_serial_number: MCH_SERIAL },
        ...{ mch_apiv3_key: API_V3_KEY, mch_private_key: MCH_PRIVATE_KEY, pay_type: 'Native' },
        ...{ public_key_id: PUB_KEY_ID, public_key: WX_PUBLIC_KEY },
      },
    },
    amount: 73,
    start(nowSeconds) {
      const wxpay = new FakeWxPay(nowSeconds);
      return {
        site: wxpay.site,
        pay: (tradeNo) => wxpay.pay(tradeNo),
        paidBack: (tradeNo) => sumOf(wxpay.transactions.get(tradeNo)?.refunds.values()),
      };
    },
    isRefund: isPostTo(/\/refunds$/),
    isQuestion: ({ url }) => /\/refunds\/\w+$/.test(url.pathname),
    words: { code: 'SIGN_ERROR', message: '签名错误' },
  },
  Alipay: {
    origin: ALIPAY,
    input: {
      ...{ type: 'alipay', ...yuan },
      config: {
        ...{ app_id: APP_ID, private_key: APP_PRIVATE_KEY, public_key: ALIPAY_PUBLIC_KEY },
        ...{ key_mode: 'public_key', pay_type: 'facepay' },
      },
    },
    amount: 73,
    start(nowSeconds) {
      const alipay = new FakeAlipay(nowSeconds);
      return {
        site: alipay.site,
        pay: (tradeNo) => alipay.pay(tradeNo),
        paidBack: (tradeNo) => sumOf(alipay.scan(tradeNo).refunds.values()),
        refuse: ({ url }) =>
          alipay.answer(url.searchParams.get('method') ?? '', {
            ...{ code: '40006', sub_code: 'isv.insufficient-isv-permissions' },
          }),
      };
    },
    isRefund: ({ url }) => url.searchParams.get('method') === 'alipay.trade.refund',
    words: {},
  },
  PayPal: {
    origin: PAYPAL,
    input: {
      ...{ type: 'paypal', currency: 'USD' },
      config: {
        ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
        ...{ webhook_id: WEBHOOK_ID, merchant_id: MERCHANT_ID },
      },
    },
    amount: 10,
    start(nowSeconds) {
      const paypal = new FakePayPal(nowSeconds);
      return {
        site: paypal.site,
        pay: (tradeNo) => paypal.complete(tradeNo),
        paidBack: (tradeNo) => sumOf(paypal.of(tradeNo).captures.map(({ refunded }) => refunded)),
      };
    },
    isRefund: isPostTo(/\/refund$/),
    words: { name: 'NOT_AUTHORIZED', message: 'Authorization failed' },
  },
  'EasyPay version 2': {
    origin: EASYPAY_V2,
    input: {
      ...{ type: 'epay', ...yuan },
      config: {
        ...{ version: 'v2', order_mode: 'server', pay_domain: EASYPAY_V2, partner_id: PID_V2 },
        ...{ pay_type: 'alipay', private_key: MERCHANT_KEY, public_key: PLATFORM_KEY },
      },
    },
    amount: 73,
    start(nowSeconds) {
      const easypay = new FakeEasyPayV2(nowSeconds);
      return {
        site: easypay.site,
        pay: (tradeNo) => easypay.pay(tradeNo),
        paidBack: (tradeNo) => easypay.refunded(tradeNo),
      };
    },
    isRefund: isPostTo(/\/refund$/),
    words: { code: -1, msg: '余额不足' },
  },
  Creem: {
    origin: CREEM,
    input: {
      ...{ type: 'creem', currency: 'USD' },
      config: { api_key: CREEM_KEY, webhook_secret: WEBHOOK_SECRET, products: '{"10": "prod_ten"}' },
    },
    amount: 10,
    start() {
      const creem = new FakeCreem();
      return {
        site: creem.site,
        pay: (tradeNo) => creem.pay(tradeNo),
        paidBack: (tradeNo) => (creem.transactions.get(`tran_${creem.of(tradeNo).id}`)?.refunds ?? 0) * 1000,
      };
    },
    isRefund: isPostTo(/^\/v1\/refunds$/),
    words: { message: ['Forbidden'] },
  },
};

const LOST: Page = { status: 502, body: '<html>502</html>' };
const DAY = 86_400;

describe.each(anyDatabase)('a refund that is sent again on $name', (engine) => {
  let world: PaymentWorld;

  beforeAll(async () => {
    world = await startPaymentWorld(engine, {});
  });
  afterAll(() => world.stop());
  beforeEach(async () => void (await world.newBuyer()));

  /** A paid order of ten dollars. */
  const sell = async ({ origin, input, amount, start, isRefund, isQuestion, words }: Company) => {
    const company = start(world.site.now);
    const answerBy = (site: Site) => {
      world.internet.sites[origin] = site;
    };
    answerBy(company.site);
    const uuid = await world.gateway({ name: 'Shop', ...input });
    const { trade_no } = (await world.order(uuid)).body.data;
    company.pay(trade_no);
    await world.runJob();
    expect(await world.quota()).toBe(10);
    const { refuse = () => json(words) } = company;
    return {
      trade_no,
      refund: async () => {
        const { status, body } = await world.refund(trade_no, amount);
        return { status, code: body.code };
      },
      /** Its points, and what was paid back, in parts of the whole. */
      books: async () => ({
        points: await world.quota(),
        paidBack: company.paidBack(trade_no) / (amount * 100),
      }),
      /** It does its work, but answers to refunds get lost. */
      loseAnswers: () =>
        answerBy((asked) => {
          const page = company.site(asked);
          return isRefund(asked) || isQuestion?.(asked) ? LOST : page;
        }),
      /** It gets nothing. */
      loseRefunds: () => answerBy((asked) => (isRefund(asked) ? LOST : company.site(asked))),
      refuse: (status: number) => answerBy((asked) => ({ ...refuse(asked), status })),
      refuseRefunds: (status: number) =>
        answerBy((asked) => (isRefund(asked) ? { ...refuse(asked), status } : company.site(asked))),
      answer: () => answerBy(company.site),
      stateOf: async () => {
        const { id } = await world.read(trade_no);
        const { refunds } = (await world.site.ask(orderCalls.get, { as: world.root, params: { id } })).body
          .data;
        return refunds.map(({ state }: { state: string }) => state);
      },
    };
  };
  const UNKNOWN = { status: 502, code: 'order.refund_unknown' };
  const PAID_BACK = { points: 0, paidBack: 1 };

  describe.each(Object.entries(companies))('at %s', (name, company) => {
    it('is paid once when the answer was lost, whatever its repetition is answered', async () => {
      const shop = await sell(company);
      shop.loseAnswers();
      expect(await shop.refund()).toEqual(UNKNOWN);
      for (const status of [409, 429, 401]) {
        shop.refuse(status);
        expect(await shop.refund()).toEqual(UNKNOWN);
        expect(await shop.stateOf()).toEqual(['pending']);
        expect(await shop.books()).toEqual(PAID_BACK);
      }
      shop.answer();
      expect((await shop.refund()).status).toBe(200);
      expect(await shop.stateOf()).toEqual(['done']);
      expect(await shop.books()).toEqual(PAID_BACK);
    });

    it('is paid once when the answer was lost days ago', async () => {
      const shop = await sell(company);
      shop.loseAnswers();
      await shop.refund();
      world.site.passTime(2 * DAY + 60);
      shop.answer();
      expect((await shop.refund()).status).toBe(200);
      expect(await shop.stateOf()).toEqual(['done']);
      expect(await shop.books()).toEqual(PAID_BACK);
    });

    it.skipIf(name === 'Creem')('is sent if it was lost on its way, and can then be refused', async () => {
      const shop = await sell(company);
      shop.loseRefunds();
      expect(await shop.refund()).toEqual(UNKNOWN);
      for (const status of [409, 429, 503]) {
        // Alipay and EasyPay say it by their words, with the status 200.
        if (name === 'Alipay') continue;
        shop.refuseRefunds(status);
        expect(await shop.refund()).toEqual(UNKNOWN);
      }
      expect(await shop.books()).toEqual({ points: 0, paidBack: 0 });
      shop.refuseRefunds(name.startsWith('EasyPay') || name === 'Alipay' ? 200 : 403);
      expect((await shop.refund()).code).toBe('payment.check_failed');
      expect(await shop.books()).toEqual({ points: 10, paidBack: 0 });
    });
  });

  it('is never sent again by EasyPay version 1, which would pay it again', async () => {
    const easypay = new FakeEasyPay();
    const v1: Company = {
      origin: EASYPAY,
      input: {
        ...{ type: 'epay', ...yuan },
        config: {
          ...{ version: 'v1', order_mode: 'server', pay_domain: EASYPAY },
          ...{ partner_id: PID, key: KEY, pay_type: 'alipay' },
        },
      },
      amount: 73,
      start: () => ({
        site: easypay.site,
        pay: (tradeNo) => easypay.pay(tradeNo),
        paidBack: (tradeNo) => easypay.orders.get(tradeNo)?.refunded ?? 0,
      }),
      isRefund: ({ url }) => url.search === '?act=refund',
      words: { code: -1, msg: '余额不足' },
    };
    const shop = await sell(v1);
    shop.loseAnswers();
    expect(await shop.refund()).toEqual(UNKNOWN);
    shop.answer();
    expect(await shop.refund()).toEqual({ status: 409, code: 'order.refund_not_repeatable' });
    expect(await shop.stateOf()).toEqual(['pending']);
    expect(await shop.books()).toEqual(PAID_BACK);
  });
});
