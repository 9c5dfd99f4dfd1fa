import type { ServerResponse } from './http-messages.ts';

/** A longer piece is not copied into a frame. */
const MAX_FRAMED_BYTES = 64 * 1024;
const RETURN = 0x0d;
const NEWLINE = 0x0a;

/**
 * Writes pieces of a stream to a caller. A response frames each piece by four writes that are gathered a tick
 * later; here the frame is one buffer and one write (`npm run bench`, streamed answer). Where the
 * socket is not the response's alone it falls back to the response.
 */
export class EventWriter {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.flushHeaders();
  }

  /** @returns whether the caller can take more now; otherwise `onDrain` is called later */
  write(bytes: Buffer, onDrain: () => void): boolean {
    const { socket, chunkedEncoding, destroyed } = this.#response;
    if (destroyed) return true;
    const isSocketOurs = chunkedEncoding && this.#response.writableLength <= (socket?.writableLength ?? 0);
    if (socket === null || !isSocketOurs || bytes.length > MAX_FRAMED_BYTES) {
      if (this.#response.write(bytes)) return true;
      this.#response.once('drain', onDrain);
      return false;
    }
    if (socket.write(frame(bytes))) return true;
    socket.once('drain', onDrain);
    return false;
  }
}

/** A piece of a chunked body: its length in hex, itself, line ends. Source: RFC 9112, section 7.1. */
function frame(bytes: Buffer): Buffer {
  const length = bytes.length.toString(16);
  const start = length.length + 2;
  const end = start + bytes.length;
  const framed = Buffer.allocUnsafe(end + 2);
  // Letter by letter: for so few, `write` takes twice as long.
  for (let at = 0; at < length.length; at += 1) framed[at] = length.charCodeAt(at);
  framed[start - 2] = RETURN;
  framed[start - 1] = NEWLINE;
  framed.set(bytes, start);
  framed[end] = RETURN;
  framed[end + 1] = NEWLINE;
  return framed;
}
