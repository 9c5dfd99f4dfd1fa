/** How a body begins, whatever its header says. */
export type BodyKind = 'events' | 'json' | 'other';

/** The first letters of `data`, `event`, `id`, `retry`, and of a comment. */
const EVENT_STARTS: ReadonlySet<number> = new Set([...'deir:'].map((letter) => letter.charCodeAt(0)));
const JSON_STARTS: ReadonlySet<number> = new Set([0x7b, 0x5b]);
/** White space, and the bytes of a byte order mark. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** @returns null while only blanks have come */
export function bodyKind(piece: Buffer): BodyKind | null {
  for (const byte of piece) {
    if (BLANKS.has(byte)) continue;
    if (JSON_STARTS.has(byte)) return 'json';
    return EVENT_STARTS.has(byte) ? 'events' : 'other';
  }
  return null;
}
