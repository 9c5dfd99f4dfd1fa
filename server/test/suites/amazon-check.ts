import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;

/**
 * Whether a request is signed as Amazon's servers want it, by version 4.
 * @param key `REGION|ID|SECRET`
 */
export function isSignedForAmazon(
  { method = '', url = '', headers }: IncomingMessage,
  { body, key, service }: { body: string; key: string; service: string },
): boolean {
  const [region = '', id, secret = ''] = key.split('|');
  const [, givenId, day = '', givenRegion, givenService, names = '', signature] =
    HEADER.exec(headers.authorization ?? '') ?? [];
  if (givenId !== id || givenRegion !== region || givenService !== service) return false;
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return false;
  // A path is encoded once more than on the wire.
  const path = url.split('/').map(encodeURIComponent).join('/');
  const canonical = [
    ...[method, path, ''],
    ...signed.map((name) => `${name}:${String(headers[name])}`),
    ...['', names, hash(body)],
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const secretOfDay = [day, region, service, 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secret}`);
  return sign(secretOfDay, text).toString('hex') === signature;
}
