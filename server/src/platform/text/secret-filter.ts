import { REMOVED } from './remove-values.ts';

/** Shorter ones, and words, may stand in an honest text. */
const MIN_LENGTH = 12;
const isTelling = (secret: string): boolean =>
  secret.length >= MIN_LENGTH && /\d/.test(secret) && /[a-z]/i.test(secret);

/** Takes secrets out of bytes of any length where they stand as they are, also as JSON spells them. */
export class SecretFilter {
  readonly #spellings: readonly Buffer[];

  constructor(secrets: readonly string[]) {
    const spellings = secrets.filter(isTelling).flatMap((secret) => {
      const inJson = JSON.stringify(secret).slice(1, -1);
      return [secret, inJson, inJson.replaceAll('/', '\\/')];
    });
    this.#spellings = [...new Set(spellings)].map((spelling) => Buffer.from(spelling));
  }

  /** @returns the same bytes where there is none in them */
  clean(bytes: Buffer): Buffer {
    let clean = bytes;
    for (const spelling of this.#spellings) if (clean.includes(spelling)) clean = without(clean, spelling);
    return clean;
  }

  /** Filter for one answer that is passed on in pieces. */
  forPieces(): PieceFilter {
    return new PieceFilter(this.#spellings);
  }
}

/**
 * Overwrites secrets in bytes that come in pieces, also where a piece ends within one. The length stays, so that a
 * header that names it stays right.
 */
class PieceFilter {
  readonly #spellings: readonly Buffer[];
  /** End of the last piece that a secret may begin with; at most as long as a secret. */
  #begun: Buffer = NO_BYTES;

  constructor(spellings: readonly Buffer[]) {
    this.#spellings = spellings;
  }

  /**
   * @param piece is overwritten where a secret stands
   * @returns the bytes that may be passed on
   */
  next(piece: Buffer): Buffer {
    const bytes = this.last(piece);
    const begun = Math.max(0, ...this.#spellings.map((spelling) => begunBytes(bytes, spelling)));
    if (begun === 0) return bytes;
    const end = bytes.length - begun;
    this.#begun = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** As `next`, for the last piece. */
  last(piece: Buffer): Buffer {
    const bytes = this.#begun.length === 0 ? piece : Buffer.concat([this.#begun, piece]);
    this.#begun = NO_BYTES;
    for (const spelling of this.#spellings)
      for (let at = bytes.indexOf(spelling); at !== -1; at = bytes.indexOf(spelling, at + spelling.length))
        bytes.write(REMOVED.padEnd(spelling.length, '-'), at, 'latin1');
    return bytes;
  }
}

const NO_BYTES = Buffer.alloc(0);

/** Length of the longest end of `bytes` that a secret may begin with, shorter than the secret. */
function begunBytes(bytes: Buffer, spelling: Buffer): number {
  const first = spelling[0] as number;
  const from = Math.max(0, bytes.length - spelling.length + 1);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (bytes.compare(spelling, 0, length, at) === 0) return length;
  }
  return 0;
}

function without(bytes: Buffer, spelling: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(spelling); at !== -1; at = bytes.indexOf(spelling, from)) {
    pieces.push(bytes.subarray(from, at), Buffer.from(REMOVED));
    from = at + spelling.length;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}
