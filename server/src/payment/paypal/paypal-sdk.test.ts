import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  FakePayPal,
  MERCHANT_ID,
  PAYPAL,
  WEBHOOK_ID,
} from '../../../test/support/payment/fake-paypal.ts';
import { type SdkProcess, startSdkProcess } from '../../../test/support/payment/sdk/sdk-process.ts';
import { startVendorSite, type VendorSite } from '../../../test/support/payment/sdk/vendor-site.ts';
import type { AskedPage } from '../../../test/support/sign-in/fake-internet.ts';
import type { PaymentAccount, PaymentOrder } from '../payment-gateway.ts';
import { payPalGateway } from './paypal-gateway.ts';

const account: PaymentAccount = {
  ...{ currency: 'USD', sandbox: false, allowPrivate: false },
  config: {
    ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
    ...{ webhook_id: WEBHOOK_ID, merchant_id: MERCHANT_ID },
  },
};
const NOW_SECONDS = 1_800_000_000;
const WHOLE = 'return=representation';
const returnUrl = 'https://x.example/return';

const orderOf = (tradeNo: string): PaymentOrder => ({
  ...{ tradeNo, amount: 10, minor: 1050, subject: '充值 - 10 USD', notifyUrl: 'https://x.example/n' },
  ...{ returnUrl, pageUrl: returnUrl, payerIp: '203.0.113.9', isPhone: false },
  expiresAtSeconds: NOW_SECONDS + 3600,
});
/** The same order as the documents of the SDK write it. */
const bodyOf = ({ tradeNo, subject }: PaymentOrder) => ({
  intent: 'CAPTURE',
  purchaseUnits: [
    {
      ...{ customId: tradeNo, invoiceId: tradeNo, description: subject },
      amount: { currencyCode: 'USD', value: '10.50' },
    },
  ],
  paymentSource: {
    paypal: {
      experienceContext: {
        ...{ returnUrl, cancelUrl: returnUrl, userAction: 'PAY_NOW', shippingPreference: 'NO_SHIPPING' },
      },
    },
  },
});

/** Names of headers by which a request is understood; others say only which program asks. */
const meaningful = ['content-type', 'prefer', 'paypal-request-id'];
/** The parts of the last request that PayPal reads. Both programs have a token of their own. */
function readable(pages: AskedPage[]) {
  const { method, url, headers, body } = pages.at(-1) as AskedPage;
  const given = meaningful.map((name) => [name, headers[name]]);
  const scheme = headers.authorization?.split(' ')[0];
  return { method, path: url.pathname, headers: Object.fromEntries(given), scheme, body: JSON.parse(body) };
}

interface SdkOrder {
  id: string;
  purchaseUnits: { payments: { captures: { id: string }[] } }[];
}

describe("PayPal's own SDK", () => {
  let payPal: FakePayPal;
  let site: VendorSite;
  let sdk: SdkProcess;
  let nowSeconds = NOW_SECONDS;

  beforeAll(async () => {
    site = await startVendorSite(
      PAYPAL,
      (asked) => payPal.site(asked),
      () => nowSeconds,
    );
    sdk = startSdkProcess('paypal');
  });
  afterAll(async () => {
    await sdk.stop();
    await site.stop();
  });
  beforeEach(async () => {
    nowSeconds = NOW_SECONDS;
    payPal = new FakePayPal(() => nowSeconds);
    await sdk.open({ oAuthClientId: CLIENT_ID, oAuthClientSecret: CLIENT_SECRET, port: site.port });
  });

  const createBySdk = async (tradeNo: string, prefer: string | undefined = WHOLE): Promise<SdkOrder> =>
    (await sdk.ask('create', {
      ...{ body: bodyOf(orderOf(tradeNo)), paypalRequestId: tradeNo },
      ...(prefer && { prefer }),
    })) as SdkOrder;
  const captureOf = ({ purchaseUnits: [unit] }: SdkOrder): string => unit?.payments.captures[0]?.id ?? '';
  const paidBySdk = async (tradeNo: string): Promise<SdkOrder> => {
    const { id } = await createBySdk(tradeNo);
    payPal.approve(tradeNo);
    return (await sdk.ask('capture', id, { prefer: WHOLE })) as SdkOrder;
  };

  it('creates an order at the fake, captures it, asks for it and pays it back', async () => {
    const created = await createBySdk('sdk1');
    expect(created).toMatchObject({
      ...{ intent: 'CAPTURE', status: 'PAYER_ACTION_REQUIRED' },
      purchaseUnits: [{ customId: 'sdk1', payee: { merchantId: MERCHANT_ID }, amount: { value: '10.50' } }],
    });
    const { id } = created;
    await expect(sdk.ask('capture', id, { prefer: WHOLE })).rejects.toThrow();
    payPal.approve('sdk1');
    const captured = (await sdk.ask('capture', id, { prefer: WHOLE })) as SdkOrder;
    expect(captured).toMatchObject({ id, status: 'COMPLETED' });
    const captureId = captureOf(captured);
    expect(await sdk.ask('get', id)).toMatchObject({
      status: 'COMPLETED',
      purchaseUnits: [{ payments: { captures: [{ id: captureId, status: 'COMPLETED', customId: 'sdk1' }] } }],
    });
    const body = { amount: { currencyCode: 'USD', value: '4.00' }, invoiceId: 'r1' };
    const refund = (await sdk.ask('refund', captureId, {
      ...{ body, paypalRequestId: 'r1', prefer: WHOLE },
    })) as { id: string };
    expect(refund).toMatchObject({ status: 'COMPLETED', amount: { value: '4.00' }, invoiceId: 'r1' });
    expect(await sdk.ask('getRefund', refund.id)).toMatchObject({ id: refund.id, invoiceId: 'r1' });
    expect(await sdk.ask('getCapture', captureId)).toMatchObject({
      ...{ id: captureId, status: 'PARTIALLY_REFUNDED', amount: { value: '10.50' } },
      supplementaryData: { relatedIds: { orderId: id } },
    });
    expect(payPal.faults).toEqual(['POST /v2/checkout/orders/:id/capture']);
  });

  it('sends the order and the capture that our gateway sends', async () => {
    const ours = await site.askedBy(() => payPalGateway.create(site.context, account, orderOf('sdk2')));
    const { id } = payPal.approve('sdk2');
    const paid = await site.askedBy(() =>
      payPalGateway.query(site.context, account, { tradeNo: 'sdk2', gatewayNo: id, merchant: MERCHANT_ID }),
    );
    payPal = new FakePayPal(() => nowSeconds);
    const theirs = await site.askedBy(() => createBySdk('sdk2'));
    expect(readable(theirs)).toEqual(readable(ours));
    const other = payPal.approve('sdk2');
    const captured = await site.askedBy(() => sdk.ask('capture', other.id, { prefer: WHOLE, body: {} }));
    const posted = paid.filter(({ method }) => method === 'POST');
    const path = `/v2/checkout/orders/${other.id}/capture`;
    expect(readable(captured)).toEqual({ ...readable(posted), path });
  });

  it('sends the refund that our gateway sends', async () => {
    const refunds = await Promise.all(['sdk3', 'sdk4'].map(paidBySdk));
    const [gatewayNo = '', captureId = ''] = [refunds[0]?.id, refunds[1] && captureOf(refunds[1])];
    const ours = await site.askedBy(async () => {
      const refund = {
        ...{ tradeNo: 'sdk3', gatewayNo, requestNo: 'r2', minor: 1050, totalMinor: 1050 },
        ...({ currency: 'USD', reason: 'wish of the buyer' } as const),
      };
      expect(await payPalGateway.refund?.(site.context, account, refund)).toBe('done');
    });
    // The number would belong to the first refund for 45 days.
    nowSeconds += 45 * 86_400;
    const theirs = await site.askedBy(() =>
      sdk.ask('refund', captureId, {
        body: {
          amount: { currencyCode: 'USD', value: '10.50' },
          ...{ customId: 'sdk3', invoiceId: 'r2', noteToPayer: 'wish of the buyer' },
        },
        ...{ paypalRequestId: 'r2', prefer: WHOLE },
      }),
    );
    expect(readable(theirs)).toEqual({
      ...readable(ours),
      path: `/v2/payments/captures/${captureId}/refund`,
    });
  });

  it('creates an order that our gateway captures and finds paid', async () => {
    const { id } = await createBySdk('sdk5');
    payPal.approve('sdk5');
    const facts = await payPalGateway.query(site.context, account, {
      ...{ tradeNo: 'sdk5', gatewayNo: id, merchant: MERCHANT_ID },
    });
    expect(facts).toMatchObject({ state: 'paid', minor: 1050, gatewayNo: id });
    expect(await sdk.ask('get', id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('gets short answers unless it asks for whole ones', async () => {
    const created = await createBySdk('sdk6', '');
    expect(Object.keys(created).sort()).toEqual(['id', 'links', 'status']);
    payPal.approve('sdk6');
    const captured = (await sdk.ask('capture', created.id, {})) as object;
    expect(Object.keys(captured).sort()).toEqual(['id', 'links', 'status']);
    const [{ id: captureId } = { id: '' }] = payPal.of('sdk6').captures;
    const refund = (await sdk.ask('refund', captureId, { paypalRequestId: 'r3' })) as object;
    expect(Object.keys(refund).sort()).toEqual(['id', 'links', 'status']);
    expect(await sdk.ask('getCapture', captureId)).toMatchObject({ status: 'REFUNDED' });
  });

  it('gets the same order for the same number for six hours', async () => {
    const { id } = await createBySdk('sdk7');
    nowSeconds += 6 * 3600 - 1;
    expect((await createBySdk('sdk7')).id).toBe(id);
    nowSeconds += 2;
    expect((await createBySdk('sdk7')).id).not.toBe(id);
  });

  it('is refused with another secret', async () => {
    await sdk.open({ oAuthClientId: CLIENT_ID, oAuthClientSecret: 'x', port: site.port });
    await expect(createBySdk('sdk8')).rejects.toThrow('invalid_client');
  });
});
