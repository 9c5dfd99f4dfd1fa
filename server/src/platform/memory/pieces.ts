import { joinPieces } from './copy-bytes.ts';

/** Bytes that are copied at once: it takes a millisecond. */
const COPIED_BYTES = 2 ** 20;

/** Large bytes, of which most are parts of other bytes. They are not joined: they would be in memory twice. */
export class Pieces {
  readonly list: readonly Buffer[];
  readonly length: number;

  private constructor(list: readonly Buffer[], length: number) {
    this.list = list;
    this.length = length;
  }

  /** @returns one where they are few bytes */
  static of(list: readonly Buffer[]): Buffer | Pieces {
    if (list.length === 1) return list[0] as Buffer;
    const length = list.reduce((sum, piece) => sum + piece.length, 0);
    return length <= COPIED_BYTES ? Buffer.concat(list, length) : new Pieces(list, length);
  }
}

/** Large ones are copied in turns, and come later. */
export const joined = (bytes: Buffer | Pieces): Buffer | Promise<Buffer> =>
  bytes instanceof Pieces ? joinPieces([...bytes.list], bytes.length) : bytes;
