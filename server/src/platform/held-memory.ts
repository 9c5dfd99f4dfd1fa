// Left to the runtime, a body of 20 MB stays until the next collection, and bodies of that size make the runtime collect
// everything at once, which holds the main loop for 40 ms and more. So large bytes are freed when nobody holds them.

import type { IncomingMessage } from './http-messages.ts';

/** Smaller ones are left to the runtime. */
const LARGE_BYTES = 16 * 1024;
/** How many hold the memory. */
const holders = new WeakMap<ArrayBufferLike, number>();

/** Keeps bytes from being freed until the holder releases them, once. */
export function holdMemory({ byteLength, buffer }: Uint8Array): void {
  if (byteLength >= LARGE_BYTES) holders.set(buffer, (holders.get(buffer) ?? 0) + 1);
}

/** Whoever lets go as the last one frees the bytes. A holder who never lets go leaves them to the runtime. */
export function letGoOfMemory(bytes: Uint8Array): void {
  const count = holders.get(bytes.buffer);
  if (count === undefined) return;
  holders.set(bytes.buffer, count - 1);
  if (count === 1) freeMemory(bytes);
}

/** Frees bytes at once: whoever looks at them afterwards finds none. Those that are a part of other bytes stay. */
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
