/**
 * Returns the content type of a picture from its content; undefined if it is not a picture. The type that a
 * server declares is ignored, because it could be anything.
 * Source: WHATWG MIME Sniffing, section 6.1; ISO/IEC 14496-12, section 4.3 (`ftyp`).
 */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SCANNED_BYTES));
  const text = start.toString('latin1', 0, 16);
  const known = signatures.find(({ begin, at8 = '' }) => text.startsWith(begin) && text.startsWith(at8, 8));
  if (known !== undefined) return known.type;
  if (isAvif(start)) return 'image/avif';
  return isSvg(start.toString('utf8')) ? 'image/svg+xml' : undefined;
}

/** The text before the first element of an SVG is shorter. */
const SCANNED_BYTES = 8192;

/** First bytes, one character each, and those from the eighth on. */
const signatures: readonly { type: string; begin: string; at8?: string }[] = [
  { type: 'image/png', begin: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', begin: '\xff\xd8\xff' },
  { type: 'image/gif', begin: 'GIF87a' },
  { type: 'image/gif', begin: 'GIF89a' },
  { type: 'image/webp', begin: 'RIFF', at8: 'WEBPVP' },
  { type: 'image/x-icon', begin: '\0\0\x01\0' },
];

/** The first box names the brands that a file can be read as, four characters each. */
function isAvif(start: Buffer): boolean {
  if (start.length < 16 || start.toString('latin1', 4, 8) !== 'ftyp') return false;
  const box = start.toString('latin1', 8, start.readUInt32BE(0));
  const brands: readonly string[] = box.match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis');
}

/** One thing that may stand before the first element: space, instruction, comment or document type. */
const BEFORE_ELEMENT = /\s+|<\?.*?\?>|<!--.*?-->|<!doctype\s[^[>]*(?:\[[^\]]*\]\s*)?>/isy;

function isSvg(start: string): boolean {
  let at = start.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    BEFORE_ELEMENT.lastIndex = at;
    const skipped = BEFORE_ELEMENT.exec(start)?.[0].length ?? 0;
    if (skipped === 0) return /^<svg[\s/>]/.test(start.slice(at, at + 5));
    at += skipped;
  }
}
