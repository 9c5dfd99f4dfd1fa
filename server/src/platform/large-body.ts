import { letGoOfMemory } from './held-memory.ts';
import { nextTurn } from './turns.ts';

/** A body up to this size is given to the client as it is. */
const LARGE_BYTES = 64 * 1024;
/**
 * Far more than a socket buffers (64 KiB at most): the client then asks for the next piece only when the socket has
 * handed this one to the system, and nothing of a body is in use when it asks for what comes behind the last one.
 */
const PIECE_BYTES = 256 * 1024;
/** Pieces that a socket takes from memory before other calls get their turn: about two milliseconds. */
const PIECES_A_TURN = 4;

interface ClientBody {
  bytes: Uint8Array;
  /** The client lets go of it once it is sent: see `holdMemory`. */
  isHeld: boolean;
}

/**
 * A request's body in pieces. The client keeps a whole body until its answer has ended, that is for as long as a
 * stream runs; this one is let go when its last piece is sent. The request has to carry its `content-length`.
 */
class LargeBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  #bytes: Uint8Array | null;
  #sent = 0;
  #pieces = 0;
  readonly #isHeld: boolean;

  constructor({ bytes, isHeld }: ClientBody) {
    this.#bytes = bytes;
    this.#isHeld = isHeld;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const bytes = this.#bytes;
    if (bytes === null) return Promise.resolve({ value: undefined, done: true });
    const left = bytes.length - this.#sent;
    if (left === 0) {
      this.#bytes = null;
      if (this.#isHeld) letGoOfMemory(bytes);
      return this.next();
    }
    // The last piece takes the rest with it: none may be so small that the client does not wait for it.
    const length = left < 2 * PIECE_BYTES ? left : PIECE_BYTES;
    const value = bytes.subarray(this.#sent, this.#sent + length);
    this.#sent += length;
    this.#pieces += 1;
    const piece: IteratorResult<Uint8Array> = { value, done: false };
    return this.#pieces % PIECES_A_TURN === 0 ? nextTurn().then(() => piece) : Promise.resolve(piece);
  }
}

/** Bytes that are read while they are sent, as often as they are asked for. */
export interface ReadBody {
  /** Null where it is not known before they end. */
  bytes: number | null;
  pieces(): AsyncIterable<Uint8Array>;
}

/** Body and headers as the client sends them. */
export function toClientBody(
  headers: readonly string[],
  body: ClientBody | ReadBody | null,
): { headers: string[]; body: Uint8Array | AsyncIterable<Uint8Array> | null } {
  if (body === null) return { headers: headers as string[], body };
  if ('pieces' in body) {
    const length = body.bytes === null ? [] : ['content-length', String(body.bytes)];
    return { headers: [...headers, ...length], body: body.pieces() };
  }
  const { length } = body.bytes;
  if (length <= LARGE_BYTES) return { headers: headers as string[], body: body.bytes };
  return { headers: [...headers, 'content-length', String(length)], body: new LargeBody(body) };
}
