import { createHash, createSign, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { GatewayUnanswered, type PaymentAccount } from '../payment-gateway.ts';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';

type Parameters = Readonly<Record<string, string>>;

/** Keys of an account at Alipay. */
export interface AlipayKeys {
  ownKey: KeyObject;
  alipayKey: KeyObject;
  /** Numbers of the certificates, which go with each request; empty where the account has keys. */
  certificates: { app_cert_sn?: string; alipay_root_cert_sn?: string };
}

/** @throws GatewayUnanswered for keys or certificates that are none */
export function readAlipayKeys({ config }: PaymentAccount): AlipayKeys {
  const ownKey = readPrivateKey(config.private_key ?? '');
  if (config.key_mode !== 'certificate')
    return { ownKey, alipayKey: readPublicKey(config.public_key ?? ''), certificates: {} };
  try {
    return {
      ownKey,
      alipayKey: new X509Certificate(config.alipay_certificate ?? '').publicKey,
      certificates: {
        app_cert_sn: numberOf(new X509Certificate(config.app_certificate ?? '')),
        alipay_root_cert_sn: rootNumber(config.root_certificate ?? ''),
      },
    };
  } catch (cause) {
    throw new GatewayUnanswered('A certificate is not readable.', { cause });
  }
}

/** MD5, hex, of the issuer with its last part first, and of the number in decimals. */
function numberOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** The numbers of those roots that sign with RSA, joined; the file has others too. */
function rootNumber(pem: string): string {
  const roots = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  const numbers = roots.map(readRoot).filter((one) => one !== undefined);
  if (numbers.length === 0) throw new Error('no root certificate that signs with RSA');
  return numbers.join('_');
}

function readRoot(pem: string): string | undefined {
  try {
    const root = new X509Certificate(pem);
    return root.publicKey.asymmetricKeyType === 'rsa' ? numberOf(root) : undefined;
  } catch {
    // The runtime does not read the keys of every algorithm.
    return undefined;
  }
}

/** Parameters by name, `k=v` with `&`, values as they are. Alipay's own SDKs keep empty ones, too. */
const textOf = (parameters: Parameters): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');

/** SHA256withRSA (`RSA2`), base64. */
export const signAlipay = (parameters: Parameters, { ownKey }: AlipayKeys): string =>
  createSign('RSA-SHA256').update(textOf(parameters), 'utf8').sign(ownKey, 'base64');

const isSigned = (text: string, sign: string, { alipayKey }: AlipayKeys): boolean =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(alipayKey, sign, 'base64');

/** A notification is signed without `sign` and `sign_type`. */
export function isNoticeSigned(
  { sign = '', sign_type: _, ...parameters }: Parameters,
  keys: AlipayKeys,
): boolean {
  return sign !== '' && isSigned(textOf(parameters), sign, keys);
}

/** The bytes of the member of an answer are signed, as they were sent. */
export function isAnswerSigned(
  text: string,
  { name, sign }: { name: string; sign: string },
  keys: AlipayKeys,
): boolean {
  const start = text.indexOf('{', text.indexOf(`"${name}"`));
  const end = text.lastIndexOf('}', text.lastIndexOf('"sign"'));
  return start >= 0 && end > start && isSigned(text.slice(start, end + 1), sign, keys);
}
