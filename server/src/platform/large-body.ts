/** A body up to this size is given to the client as it is. */
const LARGE_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * A request's body in pieces. The client keeps a whole body until its answer has ended, that is for as long as a
 * stream runs; this one is let go when its last piece is sent. The request has to carry its `content-length`.
 */
class LargeBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  #bytes: Uint8Array | null;
  #sent = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const bytes = this.#bytes;
    if (bytes === null) return Promise.resolve({ value: undefined, done: true });
    const value = bytes.subarray(this.#sent, this.#sent + PIECE_BYTES);
    this.#sent += value.length;
    if (this.#sent >= bytes.length) this.#bytes = null;
    return Promise.resolve({ value, done: false });
  }
}

/** Body and headers as the client sends them. */
export function toClientBody(
  headers: readonly string[],
  body: Uint8Array | null,
): { headers: string[]; body: Uint8Array | AsyncIterable<Uint8Array> | null } {
  if (body === null || body.length <= LARGE_BYTES) return { headers: headers as string[], body };
  return {
    headers: [...headers, 'content-length', String(body.length)],
    body: new LargeBody(body),
  };
}
