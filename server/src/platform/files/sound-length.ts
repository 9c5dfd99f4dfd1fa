import { Worker } from 'node:worker_threads';

/** Sound to look at: bytes, or a place in an open file. */
export interface SoundFile {
  bytes: Uint8Array | null;
  fd: number | null;
  start: number;
  end: number;
  type: string;
}

const READ_MS = 5_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 100;
const WORKER_HEAP_MIB = 128;

interface Job {
  id: number;
  file: SoundFile;
  resolve: (seconds: number | null) => void;
}

/** Measures the length of sound, one file at a time, in a worker that runs only while needed. */
export class SoundLength {
  #worker: Worker | null = null;
  #running: Job | null = null;
  #timer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lastId = 0;
  readonly #waiting: Job[] = [];

  /** @returns seconds; null where the file does not say, or nobody could look at it in time */
  secondsOf(file: SoundFile): Promise<number | null> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ id: ++this.#lastId, file, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const { resolve } of this.#waiting.splice(0)) resolve(null);
    await this.#endWorker();
  }

  #next(): void {
    if (this.#running !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) {
      this.#idleTimer ??= setTimeout(() => void this.#endWorker(), IDLE_MS).unref();
      return;
    }
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    this.#running = job;
    this.#timer = setTimeout(() => void this.#endWorker(), READ_MS).unref();
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id: job.id, file: job.file });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sound-length-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB },
    });
    worker.unref();
    worker.on('message', ({ id, seconds }: { id: number; seconds: number | null }) => {
      if (this.#running?.id === id) this.#answer(seconds);
    });
    worker.on('error', () => void this.#endWorker());
    return worker;
  }

  /** Ends the worker; the running job gets no result. */
  async #endWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (this.#running !== null) this.#answer(null);
    await worker?.terminate();
  }

  #answer(seconds: number | null): void {
    const job = this.#running;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#running = null;
    job?.resolve(seconds);
    this.#next();
  }
}
