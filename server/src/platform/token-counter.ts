import { Worker } from 'node:worker_threads';

const IDLE_MS = 60_000;
const MOST_WAITING = 200;

/** Counts the tokens of texts exactly, in a worker that runs only while it is needed. */
export class TokenCounter {
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, (count: number | null) => void>();

  /** @returns the number of tokens, or null when it cannot be counted now */
  count(text: string): Promise<number | null> {
    if (text === '') return Promise.resolve(0);
    if (this.#waiting.size >= MOST_WAITING) return Promise.resolve(null);
    const id = ++this.#lastId;
    const worker = this.#start();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, text });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#stop();
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./token-counter-worker.ts', import.meta.url));
    worker.on('message', ({ id, count }: { id: number; count: number }) => {
      this.#waiting.get(id)?.(count);
      this.#waiting.delete(id);
      if (this.#waiting.size > 0) return;
      this.#idleTimer = setTimeout(() => {
        this.#stop();
        void worker.terminate();
      }, IDLE_MS);
      this.#idleTimer.unref();
    });
    worker.on('error', () => this.#stop());
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #stop(): void {
    this.#worker = null;
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}
