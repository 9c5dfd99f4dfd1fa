import type { OutboxFile } from '../db/outbox-file.ts';
import type { SettleRequest } from '../db/store-messages.ts';
import { GatewayError } from '../platform/gateway-error.ts';

/** Where the outbox is drained to. */
export interface SettlementTarget {
  /**
   * Writes what an outbox's file holds after a number, at most `limit` settlements.
   * @returns the last number that is in the database
   */
  settle(batch: SettleRequest): Promise<number>;
  checkpoint(file: string): Promise<void>;
}

export interface OutboxEvents {
  /** The database holds every settlement through this number. */
  onDrained(throughNumber: number): void;
  /** A try to drain failed; it is tried again. */
  onDrainFailed(error: unknown): void;
}

interface Waiting {
  body: string;
  resolve: (number: number) => void;
  reject: (error: unknown) => void;
}

const BATCH_ROWS = 500;
/** Settlements wait this long for company, unless a batch is full: a transaction costs much more than a row in it. */
const DRAIN_DELAY_MS = 200;
const CHECKPOINT_ROWS = 5000;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2000;

/**
 * Keeps every settlement from the moment before its answer's last byte until the database holds it. All
 * settlements of one turn of the event loop share a commit: a timer instead of `setImmediate` would add a
 * millisecond to every call.
 */
export class Outbox {
  readonly #file: OutboxFile;
  readonly #target: SettlementTarget;
  readonly #events: OutboxEvents;
  readonly #nowSeconds: () => number;
  readonly #limitRows: number;
  readonly #drainDelayMs: number;
  #waiting: Waiting[] = [];
  #flushPlanned = false;
  #lastNumber: number;
  #drainedThrough: number;
  #deletedThrough: number;
  #checkpointedAt = 0;
  #draining: Promise<void> | null = null;
  #drainTimer: NodeJS.Timeout | null = null;
  #retryMs = RETRY_FIRST_MS;
  #closed = false;

  constructor(options: {
    file: OutboxFile;
    target: SettlementTarget;
    events: OutboxEvents;
    nowSeconds: () => number;
    limitRows: number;
    drainDelayMs?: number;
  }) {
    this.#file = options.file;
    this.#target = options.target;
    this.#events = options.events;
    this.#nowSeconds = options.nowSeconds;
    this.#limitRows = options.limitRows;
    this.#drainDelayMs = options.drainDelayMs ?? DRAIN_DELAY_MS;
    this.#lastNumber = this.#file.lastNumber();
    const { first } = this.#file.bounds();
    this.#drainedThrough = first === 0 ? this.#lastNumber : first - 1;
    this.#deletedThrough = this.#drainedThrough;
  }

  /** Settlements that the database does not hold yet. */
  get backlog(): number {
    return this.#lastNumber - this.#drainedThrough + this.#waiting.length;
  }

  /** @throws settlement.backlog when the outbox is full: a new paid call could not be recorded */
  assertRoom(): void {
    if (this.#closed || this.backlog >= this.#limitRows) throw new GatewayError('settlement.backlog');
  }

  /**
   * Keeps a settlement.
   * @param body JSON of a settlement
   * @returns its number, once it is committed
   */
  append(body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, resolve, reject });
      if (this.#flushPlanned) return;
      this.#flushPlanned = true;
      setImmediate(() => this.#flush());
    });
  }

  /** Writes everything to the database; resolves when it is there. */
  async drainNow(): Promise<void> {
    if (this.#flushPlanned) this.#flush();
    while (this.#drainedThrough < this.#lastNumber && !this.#closed) {
      await this.#drain();
      if (this.#drainedThrough < this.#lastNumber)
        await new Promise((resolve) => setTimeout(resolve, this.#retryMs));
    }
    this.#forgetDrained();
  }

  /** Ends draining; what is left is drained at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#drainTimer) clearTimeout(this.#drainTimer);
    await this.#draining;
    if (this.#flushPlanned) this.#flush();
    this.#file.close();
  }

  #flush(): void {
    this.#flushPlanned = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    try {
      const forget = this.#drainedThrough > this.#deletedThrough ? this.#drainedThrough : 0;
      const last = this.#file.append(
        waiting.map(({ body }) => body),
        forget,
      );
      if (forget > 0) this.#deletedThrough = forget;
      this.#lastNumber = last;
      for (const [index, { resolve }] of waiting.entries()) resolve(last - waiting.length + 1 + index);
      this.#planDrain();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  #planDrain(): void {
    if (this.#closed || this.#draining !== null) return;
    const isFailing = this.#retryMs > RETRY_FIRST_MS;
    const isFull = !isFailing && this.#lastNumber - this.#drainedThrough >= BATCH_ROWS;
    if (this.#drainTimer !== null) {
      if (!isFull) return;
      clearTimeout(this.#drainTimer);
      this.#drainTimer = null;
    }
    if (isFull) {
      void this.#drain();
      return;
    }
    this.#drainTimer = setTimeout(
      () => {
        this.#drainTimer = null;
        void this.#drain();
      },
      isFailing ? this.#retryMs : this.#drainDelayMs,
    );
  }

  #drain(): Promise<void> {
    this.#draining ??= this.#drainOnce().finally(() => {
      this.#draining = null;
      if (this.#drainedThrough < this.#lastNumber) this.#planDrain();
      else this.#forgetDrained();
    });
    return this.#draining;
  }

  async #drainOnce(): Promise<void> {
    try {
      this.#drainedThrough = await this.#target.settle({
        outboxId: this.#file.outboxId,
        outboxFile: this.#file.path,
        afterNumber: this.#drainedThrough,
        limit: BATCH_ROWS,
        nowSeconds: this.#nowSeconds(),
      });
      this.#retryMs = RETRY_FIRST_MS;
      this.#events.onDrained(this.#drainedThrough);
      if (this.#drainedThrough - this.#checkpointedAt >= CHECKPOINT_ROWS) {
        this.#checkpointedAt = this.#drainedThrough;
        await this.#target.checkpoint(this.#file.path);
      }
    } catch (error) {
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
      this.#events.onDrainFailed(error);
    }
  }

  #forgetDrained(): void {
    if (this.#closed || this.#drainedThrough <= this.#deletedThrough) return;
    this.#file.append([], this.#drainedThrough);
    this.#deletedThrough = this.#drainedThrough;
  }
}
