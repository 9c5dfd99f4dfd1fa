import { createHash, createSign, createVerify, timingSafeEqual } from 'node:crypto';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';

const unsigned: ReadonlySet<string> = new Set(['sign', 'sign_type']);

/** The text that is signed: filled parameters by name, `k=v` with `&`, values as they are. */
export const easyPayText = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .filter((name) => !unsigned.has(name) && parameters[name] !== '')
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');

/** MD5, hex, of the text with the merchant's key behind it. */
export const easyPaySign = (parameters: Readonly<Record<string, string>>, key: string): string =>
  createHash('md5')
    .update(easyPayText(parameters) + key, 'utf8')
    .digest('hex');

export function isEasyPaySigned(parameters: Readonly<Record<string, string>>, key: string): boolean {
  // Without a key, everybody can compute the signature.
  if (key === '') return false;
  const given = Buffer.from((parameters.sign ?? '').toLowerCase());
  const right = Buffer.from(easyPaySign(parameters, key));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** SHA256withRSA, base64. @throws GatewayUnanswered for a key that is none */
export const easyPaySignRsa = (parameters: Readonly<Record<string, string>>, privateKey: string): string =>
  createSign('RSA-SHA256')
    .update(easyPayText(withoutBlank(parameters)), 'utf8')
    .sign(readPrivateKey(privateKey), 'base64');

export function isEasyPaySignedRsa(parameters: Readonly<Record<string, string>>, publicKey: string): boolean {
  if (publicKey === '') return false;
  try {
    return createVerify('RSA-SHA256')
      .update(easyPayText(withoutBlank(parameters)), 'utf8')
      .verify(readPublicKey(publicKey), parameters.sign ?? '', 'base64');
  } catch {
    return false;
  }
}

/** Version 2 also leaves out values that are only blanks. */
const withoutBlank = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value.trim() !== ''));
