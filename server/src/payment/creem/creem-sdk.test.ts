import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CREEM,
  CREEM_KEY,
  FakeCreem,
  signatureOf,
  WEBHOOK_SECRET,
} from '../../../test/support/payment/fake-creem.ts';
import { type SdkProcess, startSdkProcess } from '../../../test/support/payment/sdk/sdk-process.ts';
import { startVendorSite, type VendorSite } from '../../../test/support/payment/sdk/vendor-site.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';
import type { PaymentAccount, PaymentOrder } from '../payment-gateway.ts';
import { creemGateway } from './creem-gateway.ts';

const account: PaymentAccount = {
  ...{ currency: 'USD', sandbox: false, allowPrivate: false },
  config: { api_key: CREEM_KEY, webhook_secret: WEBHOOK_SECRET, products: '{"10": "prod_ten"}' },
};
const returnUrl = 'https://x.example/return';
const orderOf = (tradeNo: string): PaymentOrder => ({
  ...{ tradeNo, amount: 10, minor: 1000, subject: '充值 - 10 USD', notifyUrl: 'https://x.example/n' },
  ...{ returnUrl, pageUrl: returnUrl, payerIp: '203.0.113.9', isPhone: false, expiresAtSeconds: 0 },
});

/** The parts of the last request that Creem reads. */
function readable(pages: AskedPage[]) {
  const { method, url, headers, body } = pages.at(-1) as AskedPage;
  const { 'x-api-key': key, 'content-type': contentType } = headers;
  const query = Object.fromEntries(url.searchParams);
  return { method, path: url.pathname, query, key, contentType, body: body && JSON.parse(body) };
}

describe("Creem's own SDK", () => {
  let creem: FakeCreem;
  let site: VendorSite;
  let sdk: SdkProcess;

  beforeAll(async () => {
    site = await startVendorSite(
      CREEM,
      (asked) => creem.site(asked),
      () => 0,
    );
    sdk = startSdkProcess('creem');
  });
  afterAll(async () => {
    await sdk.stop();
    await site.stop();
  });
  beforeEach(async () => {
    creem = new FakeCreem();
    await sdk.open({ apiKey: CREEM_KEY, serverURL: `http://${site.host}` });
  });

  const createBySdk = async (requestId: string): Promise<string> => {
    const rest = { productId: 'prod_ten', units: 1, successUrl: returnUrl };
    const metadata = { trade_no: requestId };
    return ((await sdk.ask('create', { requestId, ...rest, metadata })) as { id: string }).id;
  };
  const createOurs = (tradeNo: string) => creemGateway.create(site.context, account, orderOf(tradeNo));

  it('opens a checkout at the fake, asks for it and pays it back', async () => {
    expect(await sdk.ask('getProduct', 'prod_ten')).toMatchObject({
      ...{ id: 'prod_ten', price: 1000, currency: 'USD', billingType: 'onetime', taxMode: 'exclusive' },
    });
    const id = await createBySdk('sdk1');
    expect(await sdk.ask('get', id)).toMatchObject({
      id,
      requestId: 'sdk1',
      status: 'pending',
      mode: 'prod',
    });
    creem.pay('sdk1');
    const transactionId = `tran_${id}`;
    expect(await sdk.ask('get', id)).toMatchObject({
      status: 'completed',
      order: { status: 'paid', subTotal: 1000, taxAmount: 210, amountPaid: 1210, transaction: transactionId },
    });
    expect(await sdk.ask('getTransaction', transactionId)).toMatchObject({ status: 'paid', amount: 1210 });
    expect(await sdk.ask('refund', transactionId)).toEqual({ status: 'succeeded' });
    expect(await sdk.ask('getTransaction', transactionId)).toMatchObject({
      ...{ status: 'refunded', refundedAmount: 1210 },
    });
    expect(creem.faults).toEqual([]);
  });

  it('sends the checkout, the questions and the refund that our gateway sends', async () => {
    const ours = await site.askedBy(() => createOurs('sdk2'));
    const theirs = await site.askedBy(() => createBySdk('sdk2'));
    expect(readable(theirs)).toEqual(readable(ours));
    const { id } = creem.pay('sdk2');
    const order = { tradeNo: 'sdk2', gatewayNo: id, merchant: 'prod prod_ten' };
    const asked = await site.askedBy(() => creemGateway.query(site.context, account, order));
    expect(readable(await site.askedBy(() => sdk.ask('get', id)))).toEqual(readable(asked));
    const refunding = await site.askedBy(async () => {
      const numbers = { requestNo: 'r1', minor: 1000, totalMinor: 1000 };
      const refund = { ...order, ...numbers, currency: 'USD', reason: '' } as const;
      expect(await creemGateway.refund?.(site.context, account, refund)).toBe('done');
    });
    const [, question] = refunding;
    const transactionId = `tran_${id}`;
    expect(readable(await site.askedBy(() => sdk.ask('getTransaction', transactionId)))).toEqual(
      readable([question as AskedPage]),
    );
    const repeated = await site.askedBy(() =>
      expect(sdk.ask('refund', transactionId)).rejects.toThrow('not refundable'),
    );
    expect(readable(repeated)).toEqual(readable(refunding));
  });

  it('opens a checkout that our gateway finds paid', async () => {
    const id = await createBySdk('sdk3');
    creem.pay('sdk3');
    const order = { tradeNo: 'sdk3', gatewayNo: id, merchant: 'prod prod_ten' };
    expect(await creemGateway.query(site.context, account, order)).toMatchObject({
      ...{ state: 'paid', minor: 1000, merchant: 'prod prod_ten' },
    });
  });

  it('is refused with another key', async () => {
    await sdk.open({ apiKey: `${CREEM_KEY}x`, serverURL: `http://${site.host}` });
    await expect(createBySdk('sdk4')).rejects.toThrow('Forbidden');
  });

  describe('judges events as our gateway does:', () => {
    const readOurs = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      creemGateway.readCallback(site.context, account, {
        ...{ method: 'POST', query: '', headers, body: Buffer.from(body) },
      });
    const readBySdk = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      sdk.ask('readEvent', body, headers, WEBHOOK_SECRET);
    const paid = async () => {
      await createOurs('sdk5');
      return creem.pay('sdk5');
    };

    it('a payment is good', async () => {
      const checkout = await paid();
      const event = creem.completed(checkout);
      expect(await readBySdk(event)).toMatchObject({
        eventType: 'checkout.completed',
        object: { requestId: 'sdk5', product: { id: 'prod_ten' }, order: { amountPaid: 1210 } },
      });
      expect(await readOurs(event)).toMatchObject({ tradeNo: 'sdk5', state: 'paid', minor: 1000 });
    });

    it('a refund and a dispute are good', async () => {
      const checkout = await paid();
      const dispute = creem.reversal('dispute.created', checkout);
      expect(await readBySdk(dispute)).toMatchObject({
        eventType: 'dispute.created',
        object: { amount: 1210, checkout: { requestId: 'sdk5' } },
      });
      expect(await readOurs(dispute)).toMatchObject({ tradeNo: 'sdk5', state: 'disputed' });
      await sdk.ask('refund', `tran_${checkout.id}`);
      const refund = creem.reversal('refund.created', checkout);
      expect(await readBySdk(refund)).toMatchObject({
        eventType: 'refund.created',
        object: { refundAmount: 1210, status: 'succeeded', transaction: { status: 'refunded' } },
      });
      expect(await readOurs(refund)).toMatchObject({ tradeNo: 'sdk5', state: 'refunded' });
    });

    it('a dispute that has only the numbers of its checkout and order is good', async () => {
      const checkout = await paid();
      const short = creem.reversal('dispute.created', checkout, {
        ...{ checkout: checkout.id, order: checkout.order?.id },
      });
      expect(await readBySdk(short)).toMatchObject({ object: { checkout: checkout.id } });
      const facts = { tradeNo: 'sdk5', state: 'disputed', merchant: 'prod prod_ten', disputeNo: 'ref_1' };
      expect(await readOurs(short)).toMatchObject({ ...facts, gatewayNo: checkout.id });
    });

    it('another amount, another secret and no signature are refused', async () => {
      const { body, headers } = creem.completed(await paid());
      const cheaper = body.replace('"amount_paid":1210', '"amount_paid":1');
      expect(cheaper).not.toBe(body);
      const forged = [
        { body: cheaper, headers },
        { body, headers: { ...headers, 'creem-signature': signatureOf(body, 'x') } },
        { body, headers: {} },
      ];
      for (const event of forged) {
        await expect(readBySdk(event)).rejects.toThrow(/webhook signature/);
        await expect(readOurs(event)).rejects.toThrow('The signature is wrong.');
      }
    });
  });
});
