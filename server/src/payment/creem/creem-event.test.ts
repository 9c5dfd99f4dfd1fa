import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../test/support/payment/fake-creem.ts';
import { readCreemEvent } from './creem-event.ts';

const SECRET = 'whsec_x';
const body = Buffer.from('{"eventType":"checkout.completed","object":{"id":"ch_1","name":"中文"}}');
const read = (signature: string | string[] | undefined, given = body, secret = SECRET) =>
  readCreemEvent(secret, {
    ...{ method: 'POST', query: '', body: given, headers: { 'creem-signature': signature } },
  });

describe('events of Creem', () => {
  const signature = signatureOf(body.toString(), SECRET);

  it('are read when their signature covers each byte', () => {
    expect(read(signature)).toEqual({
      eventType: 'checkout.completed',
      object: { id: 'ch_1', name: '中文' },
    });
  });

  it('are refused with another signature, twice, in capitals, or without a secret', () => {
    const changed = Buffer.from(body.toString().replace('ch_1', 'ch_2'));
    for (const wrong of [
      undefined,
      '',
      'x',
      [signature, signature],
      signature.toUpperCase(),
      `${signature}0`,
    ])
      expect(() => read(wrong)).toThrow('The signature is wrong.');
    expect(() => read(signature, changed)).toThrow('The signature is wrong.');
    expect(() => read(signatureOf(body.toString(), ''), body, '')).toThrow('The signature is wrong.');
  });

  it('are refused when they are not JSON, and have no members where they have no object', () => {
    const refusedText = Buffer.from('<xml>');
    expect(() => read(signatureOf('<xml>', SECRET), refusedText)).toThrow('not JSON');
    for (const text of ['null', '7', '[]'])
      expect(read(signatureOf(text, SECRET), Buffer.from(text))).toEqual({ eventType: '', object: {} });
  });
});
