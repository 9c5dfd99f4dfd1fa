import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { API_V3_KEY, FakeWxPay, WX_PUBLIC_KEY } from '../../../test/support/payment/fake-wxpay.ts';
import { isFresh, isWxPaySigned, openWxPayResource, wxPayProofOf } from './wxpay-signature.ts';

const nowSeconds = 1_800_000_000;
const wxpay = new FakeWxPay(() => nowSeconds);
const key = createPublicKey(WX_PUBLIC_KEY);
const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('proofs of WeChat Pay', () => {
  it('cover time, nonce and each byte of the body, also of an empty one', () => {
    for (const body of ['', '{"a":"中文"}']) {
      const proof = wxPayProofOf(lower(wxpay.signed(body).headers));
      if (proof === undefined) throw new Error('no proof');
      expect(isWxPaySigned(proof, body, key)).toBe(true);
      expect(isWxPaySigned(proof, Buffer.from(body), key)).toBe(true);
      expect(isWxPaySigned(proof, `${body}\n`, key)).toBe(false);
      expect(isWxPaySigned({ ...proof, nonce: 'x' }, body, key)).toBe(false);
      expect(isWxPaySigned({ ...proof, timestamp: '1' }, body, key)).toBe(false);
      expect(isWxPaySigned({ ...proof, signature: `WECHATPAY/SIGNTEST/${proof.signature}` }, body, key)).toBe(
        false,
      );
    }
  });

  it('need all their parts, once each', () => {
    const headers = lower(wxpay.signed('').headers);
    for (const name of ['timestamp', 'nonce', 'serial', 'signature']) {
      expect(wxPayProofOf({ ...headers, [`wechatpay-${name}`]: undefined })).toBeUndefined();
      expect(wxPayProofOf({ ...headers, [`wechatpay-${name}`]: ['a', 'b'] })).toBeUndefined();
    }
  });

  it.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-600, false],
  ])('are fresh at %s seconds: %s', (skewSeconds, isGood) => {
    const proof = wxPayProofOf(lower(wxpay.signed('', { skewSeconds }).headers));
    expect(proof !== undefined && isFresh(proof, nowSeconds)).toBe(isGood);
  });
});

describe('resources of WeChat Pay', () => {
  const { resource } = JSON.parse(wxpay.notice({ out_trade_no: 'a' }));

  it('are opened with the APIv3 key and their associated data only', () => {
    expect(openWxPayResource(resource, API_V3_KEY)).toBe('{"out_trade_no":"a"}');
    for (const changed of [
      { associated_data: '' },
      { nonce: '000000000000' },
      { ciphertext: 'eA==' },
      { ciphertext: Buffer.alloc(40).toString('base64') },
      { algorithm: 'AES-128-GCM' },
      { ciphertext: 7 },
    ])
      expect(openWxPayResource({ ...resource, ...changed }, API_V3_KEY)).toBeUndefined();
    for (const wrong of ['', 'short', API_V3_KEY.replace('an', 'no')])
      expect(openWxPayResource(resource, wrong)).toBeUndefined();
  });
});
