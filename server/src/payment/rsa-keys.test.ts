import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPrivateKey, readPublicKey } from './rsa-keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const bare = (pem: string): string => pem.replace(/-----[^-]*-----|\s/g, '');

describe('RSA keys', () => {
  it.each(['pkcs8', 'pkcs1'] as const)('are read as %s, with armour, without it and on one line', (type) => {
    const pem = privateKey.export({ type, format: 'pem' }).toString();
    for (const text of [pem, bare(pem), pem.replaceAll('\n', ' '), pem.replaceAll('\n', '\r\n')])
      expect(readPrivateKey(text).equals(privateKey)).toBe(true);
  });

  it.each(['spki', 'pkcs1'] as const)('are read as public %s', (type) => {
    const pem = publicKey.export({ type, format: 'pem' }).toString();
    for (const text of [pem, bare(pem)]) expect(readPublicKey(text).equals(publicKey)).toBe(true);
  });

  it('are refused when they are none, of another kind, or private instead of public', () => {
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = elliptic.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of ['', 'x', pem, publicKey.export({ type: 'spki', format: 'pem' }).toString()])
      expect(() => readPrivateKey(text)).toThrow('The private key is not readable.');
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of ['', 'x', secret]) expect(() => readPublicKey(text)).toThrow('The public key');
  });
});
