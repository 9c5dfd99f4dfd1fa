import { createDecipheriv, type KeyObject, sign, verify } from 'node:crypto';

/** The text that is signed: each part with a line feed, also the last and also an empty one. */
const linesOf = (...parts: readonly string[]): Buffer =>
  Buffer.from(parts.map((part) => `${part}\n`).join(''));

export interface WxPaySigner {
  mchId: string;
  serialNo: string;
  privateKey: KeyObject;
}

/** Signs lines with a merchant's key, in base64. */
export const wxPaySign = (privateKey: KeyObject, ...parts: readonly string[]): string =>
  sign('sha256', linesOf(...parts), privateKey).toString('base64');

/** The header `Authorization` of a request. @param path with its query */
export function wxPayAuthorization(
  { mchId, serialNo, privateKey }: WxPaySigner,
  {
    method,
    path,
    body,
    timestamp,
    nonce,
  }: { method: string; path: string; body: string; timestamp: number; nonce: string },
): string {
  const signature = wxPaySign(privateKey, method, path, String(timestamp), nonce, body);
  const parts = { mchid: mchId, nonce_str: nonce, timestamp, serial_no: serialNo, signature };
  const pairs = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`;
}

/** The proof in the headers of an answer or a notification. */
export interface WxPayProof {
  timestamp: string;
  nonce: string;
  /** Names the key: the serial number of a certificate, or the id of a public key. */
  serial: string;
  signature: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** @returns undefined where a part of the proof is missing */
export function wxPayProofOf(headers: Headers): WxPayProof | undefined {
  const [timestamp = '', nonce = '', serial = '', signature = ''] = [
    'timestamp',
    'nonce',
    'serial',
    'signature',
  ].map((name) => {
    const value = headers[`wechatpay-${name}`];
    return typeof value === 'string' ? value : '';
  });
  const isWhole = timestamp !== '' && nonce !== '' && serial !== '' && signature !== '';
  return isWhole ? { timestamp, nonce, serial, signature } : undefined;
}

export function isWxPaySigned(
  { timestamp, nonce, signature }: WxPayProof,
  body: string | Buffer,
  key: KeyObject,
): boolean {
  const text = Buffer.concat([linesOf(timestamp, nonce), Buffer.from(body), Buffer.from('\n')]);
  return verify('sha256', text, key, Buffer.from(signature, 'base64'));
}

const MAX_CLOCK_SECONDS = 300;

export const isFresh = ({ timestamp }: WxPayProof, nowSeconds: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds) <= MAX_CLOCK_SECONDS;

export interface WxPayResource {
  algorithm?: unknown;
  ciphertext?: unknown;
  nonce?: unknown;
  associated_data?: unknown;
}

const TAG_BYTES = 16;

/** Opens AES-256-GCM with the merchant's APIv3 key. @returns undefined for a text that was made with another key */
export function openWxPayResource(
  { algorithm, ciphertext, nonce, associated_data }: WxPayResource,
  apiV3Key: string,
): string | undefined {
  if (algorithm !== 'AEAD_AES_256_GCM' || typeof ciphertext !== 'string' || typeof nonce !== 'string')
    return undefined;
  const sealed = Buffer.from(ciphertext, 'base64');
  if (sealed.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(typeof associated_data === 'string' ? associated_data : ''));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}
