import { type KeyObject, sign } from 'node:crypto';

/** A DER value. Source: X.690. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const SHA256_RSA = sequence(der(0x06, hex('2a864886f70d01010b')), der(0x05));
const partOf = (type: string, text: string): Buffer =>
  der(0x31, sequence(der(0x06, hex(type)), der(0x0c, Buffer.from(text))));
/** Issuers write the organization first. */
const nameOf = (commonName: string, organization?: string): Buffer =>
  sequence(
    ...(organization === undefined ? [] : [partOf('55040a', organization)]),
    partOf('550403', commonName),
  );
const timeOf = (epochSeconds: number): Buffer => {
  const digits = new Date(epochSeconds * 1000).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
};

/**
 * A certificate of version 3, signed with SHA-256 and RSA.
 * @param serial hex digits, the first one below 8
 */
export function makeCertificate({
  serial,
  commonName,
  organization,
  keys,
  fromSeconds = 1_700_000_000,
  toSeconds = 2_000_000_000,
}: {
  serial: string;
  commonName: string;
  organization?: string;
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  fromSeconds?: number;
  toSeconds?: number;
}): string {
  const body = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex(serial)),
    SHA256_RSA,
    nameOf(commonName, organization),
    sequence(timeOf(fromSeconds), timeOf(toSeconds)),
    nameOf(commonName, organization),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, keys.privateKey);
  const whole = sequence(body, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
