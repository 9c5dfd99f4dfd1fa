const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A string that is longer than this is skipped by words. */
const NEAR_BYTES = 128;

/** The first place from which a string is not plain text: its end, an escape, or a byte that it may not hold. */
export function skipPlain(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + NEAR_BYTES);
  let i = from;
  while (i < near) {
    const byte = bytes[i] as number;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return i;
    i += 1;
  }
  return i === bytes.length ? i : skipPlainWords(bytes, i);
}

/** As `skipPlain`, four bytes at a time: three times as fast for pictures of megabytes. */
function skipPlainWords(bytes: Buffer, from: number): number {
  let i = from;
  while (((bytes.byteOffset + i) & 3) !== 0 && i < bytes.length && isPlain(bytes[i] as number)) i += 1;
  if (((bytes.byteOffset + i) & 3) === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + i, (bytes.length - i) >> 2);
    const count = words.length;
    let at = 0;
    while (at < count) {
      // The highest bit of each byte says: below a space, a quote, a backslash. It may say so falsely, never miss one.
      const word = words[at] as number;
      const quote = word ^ 0x22222222;
      const backslash = word ^ 0x5c5c5c5c;
      const found =
        ((word - 0x20202020) & ~word) |
        ((quote - 0x01010101) & ~quote) |
        ((backslash - 0x01010101) & ~backslash);
      if ((found & 0x80808080) !== 0) break;
      at += 1;
    }
    i += at * 4;
  }
  while (i < bytes.length && isPlain(bytes[i] as number)) i += 1;
  return i;
}

const isPlain = (byte: number): boolean => byte !== QUOTE && byte !== BACKSLASH && byte >= 0x20;
