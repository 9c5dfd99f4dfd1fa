/** A text has to be this long to be taken for a file; keys and hashes are shorter. */
export const MIN_BASE64_BYTES = 4096;
/** Minimum count of each kind among the first 4096 characters; words and zeros lack at least one kind. */
const MIN_OF_EACH_KIND = 64;

const SPACE = 0x20;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const MARK = 4;

/** The kind of each byte of both alphabets, 0 for others. A backslash is there for slashes that are escaped. */
const kinds = new Uint8Array(256);
kinds.fill(UPPER, 0x41, 0x5b).fill(LOWER, 0x61, 0x7b).fill(DIGIT, 0x30, 0x3a);
for (const mark of Buffer.from('+/-_=\\')) kinds[mark] = MARK;

/**
 * Detects whether a text is a base64 file without a `data:` prefix, as some dialects carry pictures. It must
 * have 4096 bytes or more and no later space. Its first 4096 must be in base64's alphabet, with capitals,
 * small letters and digits among them. A doubtful case counts as text.
 */
export class Base64Sample {
  length = 0;
  isOpen = true;
  readonly #counts = [0, 0, 0, 0, 0];

  reset(): void {
    this.length = 0;
    this.isOpen = true;
  }

  add(bytes: Buffer, from: number, to: number): void {
    if (!this.isOpen) return;
    if (this.length === 0) this.#counts.fill(0);
    const sampleEnd = Math.min(to, from + Math.max(0, MIN_BASE64_BYTES - this.length));
    for (let i = from; i < sampleEnd; i += 1) {
      const kind = kinds[bytes[i] as number] as number;
      if (kind === 0) {
        this.isOpen = false;
        return;
      }
      this.#counts[kind] = (this.#counts[kind] as number) + 1;
    }
    if (sampleEnd < to && bytes.subarray(sampleEnd, to).includes(SPACE)) this.isOpen = false;
    this.length += to - from;
  }

  get isBase64(): boolean {
    const [, upper = 0, lower = 0, digit = 0] = this.#counts;
    return (
      this.isOpen && this.length >= MIN_BASE64_BYTES && Math.min(upper, lower, digit) >= MIN_OF_EACH_KIND
    );
  }
}

/** The same for a text that is there as a whole. */
export function isRawBase64(text: string): boolean {
  if (text.length < MIN_BASE64_BYTES || text.includes(' ', MIN_BASE64_BYTES)) return false;
  const sample = new Base64Sample();
  const start = Buffer.from(text.slice(0, MIN_BASE64_BYTES));
  sample.add(start, 0, start.length);
  return sample.isBase64;
}
