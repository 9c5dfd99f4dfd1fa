import { type Secretive, secretsOf } from '../../modules/routing/channel-secrets.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { REMOVED, removeValues } from '../../platform/text/remove-values.ts';

/** Maximum length of a vendor's text that is stored or passed on. */
const MAX_TEXT_BYTES = 1024;
/** Maximum characters that are read; the patterns inspect each position several times. */
export const MAX_READ_LENGTH = 4 * MAX_TEXT_BYTES;

const ADDRESSES = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\],;]+/gi,
  /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/g,
  /\barn:aws[^\s"']*/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /(?<![\w:])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}\b/gi,
  /(?<![\w:])[\da-f:]*::[\da-f:]*\b/gi,
  /\blocalhost(?::\d+)?\b/gi,
];
/** Keys, also masked ones, and ids of organisations, projects and accounts. */
const IDS = [
  /\b(?:sk|pk|rk|ak|gsk|xai|hf|pplx|AIza)[-_]?[\w*.…-]*[\w*…-]{8,}/g,
  /\b(?:org|proj|user|acct|account|workspace|team|tenant|ws)[-_][\w-]{6,}/gi,
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
];

/**
 * Cleans a vendor's text for administrators: removes the channel's key, the values of its headers and its
 * proxy's password, in any spelling.
 */
export function textForOperator(text: string, channel: Secretive): string {
  return cut(removeValues(startOf(text), secretsOf(channel)));
}

/**
 * Cleans a vendor's text for the caller: also removes the channel's address, other addresses, e-mails, keys
 * and account ids. Callers need the rest to correct a call.
 */
export function textForCaller(
  text: string,
  channel: Secretive & Pick<RoutingChannel, 'origin' | 'basePath'>,
): string {
  let clean = removeValues(startOf(text), secretsOf(channel));
  for (const pattern of [...ADDRESSES, ...IDS]) clean = clean.replace(pattern, REMOVED);
  // A part of an address may be the vendor's name.
  return cut(removeValues(clean, addressesOf(channel), { maxWindow: Number.POSITIVE_INFINITY }));
}

function addressesOf({ origin, basePath }: Pick<RoutingChannel, 'origin' | 'basePath'>): string[] {
  const url = URL.parse(origin);
  return url === null ? [] : [origin + basePath, origin, url.host, url.hostname];
}

/**
 * Returns the beginning. A word that the limit splits is dropped, because it may be the beginning of a
 * secret.
 */
const startOf = (text: string): string =>
  text.length <= MAX_READ_LENGTH ? text : text.slice(0, MAX_READ_LENGTH).replace(/[^\s"',;{}()<>]*$/, '');

/** At most 1 KiB, as one line that can be stored. */
function cut(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bytes = Buffer.from(line);
  if (bytes.length <= MAX_TEXT_BYTES) return line;
  // Three bytes are for the ellipsis; a split character is dropped.
  return `${bytes.toString('utf8', 0, MAX_TEXT_BYTES - 3).replace(/\uFFFD+$/, '')}…`;
}
