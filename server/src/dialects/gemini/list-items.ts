const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Where the values of a list lie in JSON that is known to be well formed. */
export function itemsOfList(
  body: Buffer,
  list: { start: number; end: number },
): { start: number; end: number }[] {
  const items: { start: number; end: number }[] = [];
  let depth = 0;
  let start = list.start + 1;
  for (let i = start; i < list.end; i += 1) {
    const byte = body[i] as number;
    if (byte === QUOTE) i = endOfString(body, i + 1);
    else if (OPEN.has(byte)) depth += 1;
    else if (CLOSE.has(byte) && depth > 0) depth -= 1;
    else if (byte === COMMA && depth === 0) {
      items.push({ start, end: i });
      start = i + 1;
    }
  }
  items.push({ start, end: list.end - 1 });
  return items;
}

/** Place of the quote that ends the string starting at `start`. */
function endOfString(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start);
  for (;;) {
    let backslashes = 0;
    while (body[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = body.indexOf(QUOTE, end + 1);
  }
}
