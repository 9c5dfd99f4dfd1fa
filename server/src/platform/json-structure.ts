/** Shorter texts cost less to copy than to look after. */
export const MIN_LONG_BYTES = 1024;
/** Of what is not in long texts, parsed at once: 15 to 30 ms where it is nothing but short members. */
export const MAX_STRUCTURE_BYTES = 3 * 2 ** 20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** There is more to parse than may be parsed at once. */
export class TooMuchStructureError extends Error {
  override readonly name = 'TooMuchStructureError';
}

/** Place of the quote that ends the text of JSON starting at `start`, in bytes. */
export function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}

/** The same in a string. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
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
