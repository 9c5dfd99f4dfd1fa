import { SecretFilter } from '../../platform/text/secret-filter.ts';
import type { RoutingChannel } from './routing-snapshot.ts';

/** Headers that every upstream gets; their values are no secrets. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'accept-encoding',
  'anthropic-version',
  'user-agent',
]);
/** How keys go in a header; a vendor repeats them without it. */
const SCHEME = /^(?:Bearer|Basic|Token|Key)\s+/i;

/** Parts of keys that sign, and stand in no header. */
const SECRET_PARTS = [
  'key',
  'token',
  'client_email',
  'private_key',
  'access_key_id',
  'secret_access_key',
  'session_token',
] as const;

export type Secretive = Pick<RoutingChannel, 'headers'> &
  Partial<Pick<RoutingChannel, 'signed' | 'headerTemplates' | 'formHeaders' | 'proxy'>>;

/** Removes the key from answers. Values of other headers may occur in an honest answer. */
export const keyFilter = (channelKey: string, keyParts: Readonly<Record<string, string>>): SecretFilter =>
  new SecretFilter([channelKey, ...partsOf(keyParts)]);

/** All values that vendors may repeat: those of its headers, the parts of a key that signs, and its proxy's password. */
export function secretsOf({ headers, formHeaders, signed, headerTemplates, proxy }: Secretive): string[] {
  const secrets = partsOf(signed?.channel.keyParts ?? {});
  // The key may stand between places.
  for (const { texts } of headerTemplates?.values() ?? [])
    secrets.push(...texts.flatMap((text) => [text, text.trim()]));
  for (const lines of [headers, ...(formHeaders?.values() ?? [])]) secrets.push(...valuesOf(lines));
  // Where there is no password, the user is the secret.
  if (proxy) secrets.push(proxy.password || proxy.username);
  return secrets;
}

function valuesOf(headers: readonly string[]): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (COMMON_HEADERS.has(String(headers[i]).toLowerCase())) continue;
    const value = String(headers[i + 1]);
    const bare = value.replace(SCHEME, '');
    values.push(value, bare);
    if (/^Basic\s/i.test(value)) values.push(Buffer.from(bare, 'base64').toString('utf8'));
  }
  return values;
}

const partsOf = (keyParts: Readonly<Record<string, string>>): string[] =>
  SECRET_PARTS.map((name) => keyParts[name] ?? '');
