import { freeMemory } from './held-memory.ts';
import { takeLargeMemory } from './large-memory.ts';

/** A piece of this size is kept as it came; a smaller one is copied. */
const LARGE_PIECE_BYTES = 16 * 1024;
const MIN_BLOCK_BYTES = 1024;
const MAX_BLOCK_BYTES = 64 * 1024;

/**
 * Collects bytes that arrive in pieces and joins them once. Small pieces are copied into blocks. Otherwise
 * each piece would be an object that may keep a whole network buffer alive, and ten megabytes in pieces of
 * one byte would take gigabytes.
 */
export class ByteCollector {
  length = 0;
  #pieces: Buffer[] = [];
  #block: Buffer | null = null;
  #blockBytes = 0;
  #whole: Buffer | null = null;

  /**
   * Takes one memory for all that has come and will come, so that it is not there twice in the end: in pieces and joined.
   * The pieces must be nobody else's: each is freed when it is copied.
   * @param size of everything, in bytes
   */
  reserve(size: number): void {
    const pieces = this.takePieces();
    this.#whole = takeLargeMemory(size);
    for (const piece of pieces) this.add(piece);
  }

  get isReserved(): boolean {
    return this.#whole !== null;
  }

  add(piece: Buffer): void {
    if (this.#whole !== null) {
      this.length += piece.copy(this.#whole, this.length);
      freeMemory(piece);
      return;
    }
    const isFirst = this.length === 0;
    this.length += piece.length;
    if (isFirst || piece.length >= LARGE_PIECE_BYTES) {
      this.#endBlock();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block === null || this.#blockBytes + piece.length > this.#block.length) {
      this.#endBlock();
      // Blocks grow with what is there already: few of them, and little room is wasted.
      const size = Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, this.length, piece.length));
      this.#block = Buffer.allocUnsafeSlow(size);
    }
    this.#blockBytes += piece.copy(this.#block, this.#blockBytes);
  }

  /** Everything that was added, in order and in few pieces; the collector is empty then. */
  takePieces(): Buffer[] {
    this.#endBlock();
    if (this.#whole !== null) this.#pieces.push(this.#whole.subarray(0, this.length));
    this.#whole = null;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.length = 0;
    return pieces;
  }

  /** Everything that was added, as one; the collector is empty then. */
  take(): Buffer {
    const pieces = this.takePieces();
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  #endBlock(): void {
    if (this.#block === null) return;
    this.#pieces.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = null;
    this.#blockBytes = 0;
  }
}
