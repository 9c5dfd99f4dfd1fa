import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GatewayError } from '../gateway-error.ts';
import type { PdfSheet } from './pdf-sheet.ts';

const MAKE_MS = 20_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 50;
const RETRY_AFTER_SECONDS = 5;
const WORKER_HEAP_MIB = 256;

/** Makes PDF files, one at a time, in a worker that runs only while it is needed. */
export class PdfMaker {
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws export.too_many with the seconds to wait */
  async make(sheet: PdfSheet): Promise<Uint8Array> {
    if (this.#waiting >= MAX_WAITING)
      throw new GatewayError('export.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#waiting += 1;
    const made = this.#last.then(() => this.#makeNow(sheet));
    this.#last = made.catch(() => {});
    try {
      return await made;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #makeNow(sheet: PdfSheet): Promise<Uint8Array> {
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.postMessage(sheet);
    try {
      const [{ bytes, error }] = await once(worker, 'message', { signal: AbortSignal.timeout(MAKE_MS) });
      if (error !== undefined) throw error;
      this.#idleTimer = setTimeout(() => this.#end(worker), IDLE_MS).unref();
      return bytes;
    } catch (error) {
      this.#end(worker);
      throw error;
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB },
    });
    worker.unref();
    // The sheet that it was making fails by the same event.
    worker.on('error', () => this.#end(worker));
    return worker;
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    void worker.terminate();
  }
}
