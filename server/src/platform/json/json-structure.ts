/** Shorter texts cost less to copy than to look after. */
export const MIN_LONG_BYTES = 1024;
/**
 * Limit for everything outside of long texts, which is parsed at once: 15 to 30 ms if it is only short
 * members.
 */
export const MAX_STRUCTURE_BYTES = 3 * 2 ** 20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** There is more to parse than may be parsed at once. */
export class TooMuchStructureError extends Error {
  override readonly name = 'TooMuchStructureError';
}

/** After an escape this many are read one by one: a search by the runtime takes longer where many quotes follow. */
const NEAR = 16;

/** Place of the quote that ends the text of JSON starting at `start`, in bytes. */
export function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (true) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1) return bytes.length;
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
    at += 1;
    for (let near = at + NEAR; at < near && at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte !== BACKSLASH) continue;
      at += 1;
      near = at + NEAR;
    }
  }
}

/** The same in a string. */
export function endOfString(text: string, start: number): number {
  let at = start;
  while (true) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
    at += 1;
    for (let near = at + NEAR; at < near && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code !== BACKSLASH) continue;
      at += 1;
      near = at + NEAR;
    }
  }
}

/**
 * Whether JSON may be parsed at once: a picture of megabytes may, megabytes of short members may not.
 * @throws TooMuchStructureError
 */
export function assertParsable(bytes: Buffer): void {
  if (bytes.length <= MAX_STRUCTURE_BYTES) return;
  let longBytes = 0;
  for (let open = bytes.indexOf(QUOTE); open !== -1; ) {
    if (open - longBytes > MAX_STRUCTURE_BYTES) throw new TooMuchStructureError();
    const close = endOfText(bytes, open + 1);
    if (close - open > MIN_LONG_BYTES) longBytes += close - open;
    open = bytes.indexOf(QUOTE, close + 1);
  }
  if (bytes.length - longBytes > MAX_STRUCTURE_BYTES) throw new TooMuchStructureError();
}
