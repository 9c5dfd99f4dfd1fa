import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { GatewayUnanswered } from './payment-gateway.ts';

/**
 * An RSA key as merchants are shown it: PEM, or its bare base64, also on one line.
 * @throws GatewayUnanswered for a key that is none
 */
export function readPrivateKey(text: string): KeyObject {
  const key = firstRsa(privateForms(derOf(text)));
  if (key === undefined) throw new GatewayUnanswered('The private key is not readable.');
  return key;
}

/** @throws GatewayUnanswered for a key that is none, or is a private one */
export function readPublicKey(text: string): KeyObject {
  const key = derOf(text);
  // The runtime makes a public key of a private one, which would then be stored where it is shown.
  const found =
    firstRsa(privateForms(key)) === undefined
      ? firstRsa([
          () => createPublicKey({ key, format: 'der', type: 'spki' }),
          () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
        ])
      : undefined;
  if (found === undefined) throw new GatewayUnanswered('The public key is not readable.');
  return found;
}

const derOf = (text: string): Buffer =>
  Buffer.from(text.replace(/-----[^-]*-----/g, '').replace(/\s+/g, ''), 'base64');

const privateForms = (key: Buffer) => [
  () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
];

function firstRsa(forms: readonly (() => KeyObject)[]): KeyObject | undefined {
  for (const read of forms) {
    try {
      const key = read();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The bytes have another form.
    }
  }
  return undefined;
}
