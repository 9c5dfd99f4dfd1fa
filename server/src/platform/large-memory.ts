import { memoryUsage } from 'node:process';
import { collectYoung } from './return-memory.ts';

/** Less is left to the runtime's count. */
const LARGE_BYTES = 2 ** 20;
/** In the whole process, with all other bytes outside of the heap. */
const MAX_UNCOUNTED_BYTES = 64 * 2 ** 20;

/**
 * Memory for many bytes. The runtime counts bytes outside its heap towards its next full collection, which holds the main
 * loop for 40 ms: on a gateway that is mostly idle, each request of 20 MB met one. Shared memory it does not count. Nobody
 * can free it before its object is collected, so that only a bounded part of what is large is taken from it.
 */
export function takeLargeMemory(size: number): Buffer {
  if (size < LARGE_BYTES) return Buffer.allocUnsafeSlow(size);
  const hasRoom = (): boolean => memoryUsage().arrayBuffers + size <= MAX_UNCOUNTED_BYTES;
  if (!hasRoom()) collectYoung();
  return hasRoom() ? Buffer.from(new SharedArrayBuffer(size)) : Buffer.allocUnsafeSlow(size);
}
