const BACKSLASH = 0x5c;
const U = 0x75;
const SHORT_LENGTH = 2;
const UNICODE_LENGTH = 6;

export const isEscape = (byte: number): boolean => byte === BACKSLASH;

/** Bytes of an escape as JSON writes it, such as `\n` or `\u0432`. @param at where its backslash stands */
export const escapeLength = (bytes: Buffer, at: number): number =>
  bytes[at + 1] === U ? UNICODE_LENGTH : SHORT_LENGTH;

/** Bytes of its letter in UTF-8; each half of one that UTF-16 writes as two has two of its four. */
export function letterBytes(bytes: Buffer, at: number): number {
  const code = codeUnit(bytes, at);
  if (code < 0x80) return 1;
  return code < 0x800 || isHalf(code) ? 2 : 3;
}

/** Whether it is a half of a letter of four bytes, such as emoji. */
export const isHalfLetter = (bytes: Buffer, at: number): boolean => isHalf(codeUnit(bytes, at));

/** The code unit of a `\u` escape; 0 for a short escape. */
const codeUnit = (bytes: Buffer, at: number): number =>
  bytes[at + 1] === U ? Number.parseInt(bytes.toString('latin1', at + 2, at + UNICODE_LENGTH), 16) : 0;

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Bytes in UTF-8 of a text that is written as the inside of a JSON string. */
export function unescapedLength(bytes: Buffer, start: number, end: number): number {
  let length = end - start;
  let at = bytes.indexOf(BACKSLASH, start);
  while (at !== -1 && at < end) {
    const written = escapeLength(bytes, at);
    length += letterBytes(bytes, at) - written;
    at = bytes.indexOf(BACKSLASH, at + written);
  }
  return length;
}
