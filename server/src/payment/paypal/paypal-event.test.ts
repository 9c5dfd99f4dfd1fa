import { describe, expect, it } from 'vitest';
import { CERT_URL, checksum } from '../../../test/support/payment/fake-paypal.ts';
import { isPayPalCertificate, payPalText } from './paypal-event.ts';

describe('events of PayPal', () => {
  it('are signed with the checksum of each byte, in decimal digits', () => {
    for (const text of ['', '{}', '{"name":"中文"}', 'x'.repeat(70_000)]) {
      const body = Buffer.from(text);
      const sum = checksum(body);
      expect(payPalText({ id: 'a', time: 'b', webhookId: 'c', body })).toBe(`a|b|c|${sum}`);
    }
  });

  it.each([
    [CERT_URL, false, true],
    [CERT_URL, true, false],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', true, true],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', false, false],
    ['https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1', false, false],
    ['https://evil.example/v1/notifications/certs/api.paypal.com', false, false],
    ['https://evilpaypal.com/v1/notifications/certs/CERT-1', false, false],
    ['https://api.paypal.com:8443/v1/notifications/certs/CERT-1', false, false],
    ['https://a:b@api.paypal.com/v1/notifications/certs/CERT-1', false, false],
    ['http://api.paypal.com/v1/notifications/certs/CERT-1', false, false],
    ['https://api.paypal.com/v1/notifications/certs/../../x', false, false],
    ['https://evil.sandbox.paypal.com.example/v1/notifications/certs/CERT-1', true, false],
    ['', false, false],
  ])('have a certificate at %s, in the sandbox %s: %s', (address, sandbox, isGood) => {
    expect(isPayPalCertificate(address, { sandbox })).toBe(isGood);
  });
});
