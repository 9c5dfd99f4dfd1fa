// Left to the runtime, a body of 20 MB stays until the next collection. Bodies of that size also trigger full
// collections, which block the main loop for 40 ms and more. Large bytes are therefore freed as soon as they
// have no holder.

import type { IncomingMessage } from '../net/http-messages.ts';

/** Smaller ones are left to the runtime. */
const LARGE_BYTES = 16 * 1024;
/** How many hold the memory. */
const holders = new WeakMap<ArrayBufferLike, number>();

/** Keeps bytes from being freed until the holder releases them, once. */
export function holdMemory({ byteLength, buffer }: Uint8Array): void {
  if (byteLength >= LARGE_BYTES) holders.set(buffer, (holders.get(buffer) ?? 0) + 1);
}

/**
 * Releases the bytes; the last holder's release frees them. Without a release, the runtime frees them later.
 */
export function letGoOfMemory(bytes: Uint8Array): void {
  const count = holders.get(bytes.buffer);
  if (count === undefined) return;
  holders.set(bytes.buffer, count - 1);
  if (count === 1) freeMemory(bytes);
}

/**
 * Frees bytes at once; later reads find them empty. Bytes that are a part of a larger buffer are not freed.
 */
export function freeMemory({ byteLength, buffer }: Uint8Array): void {
  if (byteLength < LARGE_BYTES || byteLength !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * Reads away what still comes of a body that nobody wants, so that its sender gets to read the answer. A reader that is
 * there already goes on and frees it itself, since it may be in the middle of a piece.
 */
export function throwAway(request: IncomingMessage): void {
  if (request.listenerCount('data') === 0) request.on('data', freeMemory);
  request.resume();
}
