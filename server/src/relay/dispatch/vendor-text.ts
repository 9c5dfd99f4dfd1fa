import { type Secretive, secretsOf } from '../../modules/routing/channel-secrets.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { REMOVED, removeValues } from '../../platform/remove-values.ts';

/** Longest text of a vendor that is kept or passed on. */
const MAX_TEXT_BYTES = 1024;
/** What is read of a text; patterns look at each place of it several times. */
const MAX_READ_LENGTH = 4 * MAX_TEXT_BYTES;

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
 * What a vendor said, for administrators: without the channel's key, the values of its headers and its proxy's password,
 * however they are written.
 */
export function textForOperator(text: string, channel: Secretive): string {
  return cut(removeValues(startOf(text), secretsOf(channel)));
}

/**
 * What a vendor said, for the caller: also without the channel's address, other addresses, e-mails, keys and ids of
 * accounts. Without the rest neither a person nor an agent can repair a call.
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

/** The first words; one that the end splits goes whole, because it may be the beginning of a secret. */
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
  // The three bytes of the ellipsis; a character that the cut splits goes.
  return `${bytes.toString('utf8', 0, MAX_TEXT_BYTES - 3).replace(/\uFFFD+$/, '')}…`;
}
