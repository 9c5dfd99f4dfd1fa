import { nextTurn } from '../turns.ts';
import { letGoOfMemory } from './held-memory.ts';
import { Pieces } from './pieces.ts';

/** A body up to this size is given to the client as it is. */
const LARGE_BYTES = 64 * 1024;
/**
 * Far more than a socket buffers, which is at most 64 KiB. The client therefore requests the next piece only
 * after the socket has passed this one to the system. When it requests a piece after the last one, no part of
 * the body is in use.
 */
const PIECE_BYTES = 256 * 1024;
/** Pieces that a socket takes from memory before other calls get their turn: about two milliseconds. */
const PIECES_A_TURN = 4;

interface ClientBody {
  bytes: Uint8Array | Pieces;
  /** Memory that the client releases once the body is sent: see `holdMemory`. */
  held: Uint8Array | null;
}

/**
 * A request's body in pieces. The client keeps a whole body until its answer has ended, which for a stream is
 * long. This body is released when its last piece is sent. The request must carry its `content-length`.
 */
class LargeBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  #list: readonly Uint8Array[];
  #held: Uint8Array | null;
  #leftBytes: number;
  /** Where the next piece begins: in which bytes of the list, and behind how many of them. */
  #at = 0;
  #from = 0;
  #pieces = 0;

  constructor({ bytes, held }: ClientBody) {
    this.#list = bytes instanceof Pieces ? bytes.list : [bytes];
    this.#leftBytes = bytes.length;
    this.#held = held;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#leftBytes === 0) {
      this.#list = [];
      if (this.#held !== null) letGoOfMemory(this.#held);
      this.#held = null;
      return Promise.resolve({ value: undefined, done: true });
    }
    // The last piece takes the rest with it: none may be so small that the client does not wait for it.
    const value = this.#take(this.#leftBytes < 2 * PIECE_BYTES ? this.#leftBytes : PIECE_BYTES);
    this.#leftBytes -= value.length;
    this.#pieces += 1;
    const piece: IteratorResult<Uint8Array> = { value, done: false };
    return this.#pieces % PIECES_A_TURN === 0 ? nextTurn().then(() => piece) : Promise.resolve(piece);
  }

  /** Copies only what stands in several bytes of the list. */
  #take(length: number): Uint8Array {
    const first = this.#list[this.#at] as Uint8Array;
    if (first.length - this.#from >= length) return this.#part(first, length);
    const joined = Buffer.allocUnsafe(length);
    for (let end = 0; end < length; ) {
      const part = this.#part(this.#list[this.#at] as Uint8Array, length - end);
      joined.set(part, end);
      end += part.length;
    }
    return joined;
  }

  #part(bytes: Uint8Array, mostBytes: number): Uint8Array {
    const part = bytes.subarray(this.#from, this.#from + mostBytes);
    this.#from += part.length;
    if (this.#from === bytes.length) {
      this.#at += 1;
      this.#from = 0;
    }
    return part;
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
  if (length <= LARGE_BYTES && !(body.bytes instanceof Pieces))
    return { headers: headers as string[], body: body.bytes };
  return { headers: [...headers, 'content-length', String(length)], body: new LargeBody(body) };
}
