import { Worker } from 'node:worker_threads';
import { joinPieces } from '../memory/copy-bytes.ts';

/**
 * Text to count: a text, the inside of JSON strings, or the texts inside members of a JSON object, except
 * members named in `without`.
 */
export type TextToCount =
  | { text: string }
  | { escaped: string }
  | { json: Buffer; members: readonly string[]; numbersAreTokens: boolean; without?: readonly string[] };

/** Result of a count. */
export interface TokenCount {
  /** By the tokenizer of OpenAI's present models. */
  tokens: number;
  /** By any vendor's tokenizer at most, with the names and numbers of a JSON object; by `measure` alone. */
  most: number;
  /** Bytes of texts. */
  textBytes: number;
  /** Bytes of names and numbers. */
  structureBytes: number;
}

const NOTHING: TokenCount = Object.freeze({ tokens: 0, most: 0, textBytes: 0, structureBytes: 0 });

export interface TokenCounterLimits {
  /** Time for one text; after it there is no count. */
  countMs: number;
  /** A worker that says nothing for this long is replaced. */
  hangMs: number;
  /** A text that waits for this long is not counted. */
  waitMs: number;
}

const LIMITS: TokenCounterLimits = { countMs: 2_000, hangMs: 5_000, waitMs: 5_000 };
const IDLE_MS = 60_000;
const MAX_WAITING = 200;
/** Texts up to here are counted in no time, and in the order in which they came. */
const SHORT_BYTES = 16 * 1024;
const MAX_WAITING_BYTES = 64 * 2 ** 20;
/** A hostile text may parse to many times its size. */
const WORKER_HEAP_MIB = 512;

interface Job {
  id: number;
  source: TextToCount;
  bytes: number;
  /** Says `TokenCount.most` by more than one tokenizer. */
  bounds: boolean;
  resolve: (count: TokenCount | null) => void;
  timer: NodeJS.Timeout;
}

/** The counting part of `TokenCounter`. */
export type Counting = Pick<TokenCounter, 'count' | 'measure'>;

/**
 * Counts the tokens of texts exactly, in a worker that runs only while it is needed. The worker gets one text at a
 * time, so that only that one is lost with it.
 */
export class TokenCounter {
  readonly #workerUrl: URL;
  readonly #limits: TokenCounterLimits;
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lastId = 0;
  #running: Job | null = null;
  readonly #waiting = new Set<Job>();
  #waitingBytes = 0;

  constructor({
    workerUrl = new URL('./token-counter-worker.ts', import.meta.url),
    limits = LIMITS,
  }: { workerUrl?: URL; limits?: TokenCounterLimits } = {}) {
    this.#workerUrl = workerUrl;
    this.#limits = limits;
  }

  /** @returns the number of tokens, or null when it cannot be counted now */
  async count(source: TextToCount): Promise<number | null> {
    const counted = await this.#ask(source, { bounds: false });
    return counted === null ? null : counted.tokens;
  }

  /** With what any vendor takes at most, which needs more time and memory. @returns null when it cannot be counted now */
  measure(source: TextToCount): Promise<TokenCount | null> {
    return this.#ask(source, { bounds: true });
  }

  #ask(source: TextToCount, { bounds }: { bounds: boolean }): Promise<TokenCount | null> {
    const bytes = bytesOf(source);
    if (bytes === 0) return Promise.resolve(NOTHING);
    if (this.#waiting.size >= MAX_WAITING || this.#waitingBytes + bytes > MAX_WAITING_BYTES)
      return Promise.resolve(null);
    return new Promise((resolve) => {
      const job: Job = {
        id: ++this.#lastId,
        ...{ source, bytes, bounds, resolve },
        timer: setTimeout(() => this.#giveUp(job), this.#limits.waitMs).unref(),
      };
      this.#waiting.add(job);
      this.#waitingBytes += bytes;
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const job of [...this.#waiting]) this.#giveUp(job);
    const worker = this.#worker;
    this.#lose(worker);
    await worker?.terminate();
  }

  #next(): void {
    if (this.#running !== null) return;
    const job = this.#shortest();
    if (job === undefined) {
      this.#idleTimer ??= setTimeout(() => void this.close(), IDLE_MS).unref();
      return;
    }
    this.#running = job;
    this.#leaveQueue(job);
    job.timer = setTimeout(() => this.#giveUp(job), this.#limits.hangMs).unref();
    void this.#send(job);
  }

  /** Short texts must not wait for long ones. */
  #shortest(): Job | undefined {
    let shortest: Job | undefined;
    for (const job of this.#waiting) {
      if (shortest === undefined || job.bytes < shortest.bytes) shortest = job;
      if (shortest.bytes <= SHORT_BYTES) return shortest;
    }
    return shortest;
  }

  async #send(job: Job): Promise<void> {
    const { id, source, bounds } = job;
    const limitMs = this.#limits.countMs;
    if (!('json' in source)) {
      this.#start().postMessage({ id, source, limitMs, bounds });
      return;
    }
    // The caller's bytes may still be on their way to an upstream: the worker gets a copy.
    const json = await joinPieces([source.json], source.json.length);
    if (this.#running !== job) return;
    const { members, numbersAreTokens, without = [] } = source;
    const copied: TextToCount = { json, members, numbersAreTokens, without };
    this.#start().postMessage({ id, source: copied, limitMs, bounds }, [json.buffer as ArrayBuffer]);
  }

  #start(): Worker {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB },
    });
    worker.on('message', ({ id, count }: { id: number; count: TokenCount | null }) => {
      if (this.#running?.id === id) this.#finish(this.#running, count);
    });
    worker.on('error', () => this.#lose(worker));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #giveUp(job: Job): void {
    if (this.#running !== job) {
      this.#leaveQueue(job);
      job.resolve(null);
      return;
    }
    const worker = this.#worker;
    this.#lose(worker);
    void worker?.terminate();
  }

  #finish(job: Job, count: TokenCount | null): void {
    clearTimeout(job.timer);
    this.#running = null;
    job.resolve(count);
    this.#next();
  }

  /** A worker that failed or hangs loses the text that it had; the next text gets another worker. */
  #lose(worker: Worker | null): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    if (this.#running !== null) this.#finish(this.#running, null);
  }

  #leaveQueue(job: Job): void {
    clearTimeout(job.timer);
    if (this.#waiting.delete(job)) this.#waitingBytes -= job.bytes;
  }
}

function bytesOf(source: TextToCount): number {
  if ('json' in source) return source.json.length;
  return 'text' in source ? source.text.length : source.escaped.length;
}
