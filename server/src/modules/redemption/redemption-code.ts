import { createHash, randomBytes } from 'node:crypto';

/** Crockford's alphabet: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'TP';
const RANDOM_LETTERS = 26;
const CHECK_LETTERS = 2;
const GROUP_LETTERS = 7;

/**
 * A new code: 128 random bits and two check letters, in four groups of seven.
 *
 *     newRedemptionCode(); // 'TP-3K7QX2M-…'
 */
export function newRedemptionCode(): string {
  const body = lettersOf(BigInt(`0x${randomBytes(16).toString('hex')}`));
  const letters = body + checkLetters(body);
  const groups = letters.match(new RegExp(`.{${GROUP_LETTERS}}`, 'g')) ?? [];
  return [PREFIX, ...groups].join('-');
}

/**
 * A code as it is stored. Ours may be typed without hyphens, in small letters, and with O for 0 or I for 1. Other
 * codes, such as those of another product, count as they are.
 * @returns undefined for one of ours with a mistake in it
 */
export function readRedemptionCode(typed: string): string | undefined {
  const compact = typed.toUpperCase().replaceAll('-', '');
  const letters = compact.slice(PREFIX.length).replace(/O/g, '0').replace(/[IL]/g, '1');
  const isOurs = compact.startsWith(PREFIX) && /^[0-9A-Z]{20,36}$/.test(letters);
  if (!isOurs) return typed;
  const body = letters.slice(0, RANDOM_LETTERS);
  if (letters !== body + checkLetters(body) || body.length !== RANDOM_LETTERS) return undefined;
  return [PREFIX, ...(letters.match(new RegExp(`.{${GROUP_LETTERS}}`, 'g')) ?? [])].join('-');
}

/** The code with its first group and its last letters. */
export const maskRedemptionCode = (code: string): string => `${code.slice(0, 6)}…${code.slice(-4)}`;

function lettersOf(bits: bigint): string {
  let letters = '';
  for (let rest = bits, count = 0; count < RANDOM_LETTERS; count += 1) {
    letters = ALPHABET[Number(rest & 31n)] + letters;
    rest >>= 5n;
  }
  return letters;
}

function checkLetters(body: string): string {
  const [first = 0, second = 0] = createHash('sha256').update(body).digest();
  return `${ALPHABET[first & 31]}${ALPHABET[second & 31]}`.slice(0, CHECK_LETTERS);
}
