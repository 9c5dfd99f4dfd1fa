import { describe, expect, it } from 'vitest';
import {
  ALIPAY_PUBLIC_KEY,
  APP_ID,
  APP_PRIVATE_KEY,
  FakeAlipay,
} from '../../../test/support/payment/fake-alipay.ts';
import type { PaymentAccount } from '../payment-gateway.ts';
import { beijingTime, signedAddress } from './alipay-client.ts';
import { readAlipayKeys } from './alipay-keys.ts';

const account: PaymentAccount = {
  ...{ currency: 'CNY', sandbox: false, allowPrivate: false },
  config: { app_id: APP_ID, private_key: APP_PRIVATE_KEY, public_key: ALIPAY_PUBLIC_KEY },
};
const nowSeconds = 1_800_000_000;

describe('requests to Alipay', () => {
  it('are signed with Beijing time, whatever the zone of the machine is', async () => {
    expect(beijingTime(nowSeconds)).toBe('2027-01-15 16:00:00');
    const content = {
      ...{ out_trade_no: 'abc', total_amount: '7.30', subject: '充值 - 1 USD' },
      ...{ time_expire: beijingTime(nowSeconds + 3600), product_code: 'QUICK_WAP_WAY' },
    };
    const address = signedAddress(
      { clock: { nowSeconds: () => nowSeconds } },
      account,
      'alipay.trade.wap.pay',
      {
        ...{ content, notify_url: 'https://x.example/n', return_url: 'https://x.example/r' },
      },
    );
    expect(new FakeAlipay(() => nowSeconds).open(address)).toMatchObject({ subject: '充值 - 1 USD' });
  });

  it('need keys that are keys', async () => {
    for (const name of ['private_key', 'public_key'])
      expect(() => readAlipayKeys({ ...account, config: { ...account.config, [name]: 'x' } })).toThrow(
        'not readable',
      );
  });
});
