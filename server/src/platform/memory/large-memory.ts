import { memoryUsage } from 'node:process';
import { collectYoung } from './return-memory.ts';

/** Less is left to the runtime's count. */
const LARGE_BYTES = 2 ** 20;
/** In the whole process, with all other bytes outside of the heap. */
const MAX_UNCOUNTED_BYTES = 64 * 2 ** 20;

/**
 * Allocates memory for many bytes. The runtime counts bytes outside its heap towards its next full
 * collection, which blocks the main loop for 40 ms. On a mostly idle gateway, each request of 20 MB triggered
 * one. The runtime does not count shared memory. Shared memory is freed only when its object is collected, so
 * its total is bounded.
 */
export function takeLargeMemory(size: number): Buffer {
  if (size < LARGE_BYTES) return Buffer.allocUnsafeSlow(size);
  const hasRoom = (): boolean => memoryUsage().arrayBuffers + size <= MAX_UNCOUNTED_BYTES;
  if (!hasRoom()) collectYoung();
  return hasRoom() ? Buffer.from(new SharedArrayBuffer(size)) : Buffer.allocUnsafeSlow(size);
}
