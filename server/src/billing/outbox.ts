import { GatewayError } from '../platform/gateway-error.ts';
import type { OutboxRows, SettlementTarget } from './settlement-target.ts';

export interface OutboxEvents {
  /** The database holds every settlement up to and including this number. */
  onDrained(throughNumber: number): void;
  /** The database refused this many settlements for their content; they are stored separately. */
  onRejected(count: number): void;
  /** An attempt to drain failed and will be repeated. */
  onDrainFailed(error: unknown): void;
  /** The file cannot be written, for example because the disk is full. New paid calls are refused. */
  onAppendFailed(error: unknown): void;
  /** The file can be written again. */
  onAppendRecovered(): void;
  /** The process is stopping, and these settlements could not be stored. */
  onLost(bodies: readonly string[]): void;
}

interface Waiting {
  body: string;
  resolve: (number: number) => void;
  /** Null for a settlement that waits in memory until it can be stored. */
  reject: ((error: unknown) => void) | null;
}

const BATCH_ROWS = 500;
/**
 * Time to collect settlements before a drain, unless a batch is full: a transaction costs much more than a
 * row.
 */
const DRAIN_DELAY_MS = 200;
/** Growth of the write-ahead log that triggers a checkpoint: about 1,500 single calls. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Maximum time that appends wait for the end of a checkpoint. */
const LONGEST_HOLD_MS = 50;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2000;
/** Interval of write attempts while the file cannot be written. */
const PROBE_MS = 500;

/**
 * Stores every settlement before the last byte of its answer leaves, until the database holds it. All
 * settlements of one turn of the event loop share a commit. A timer instead of `setImmediate` would add a
 * millisecond to every call.
 */
export class Outbox {
  readonly #file: OutboxRows;
  readonly #target: SettlementTarget;
  readonly #events: OutboxEvents;
  readonly #nowSeconds: () => number;
  readonly #limitRows: number;
  readonly #drainDelayMs: number;
  readonly #probeMs: number;
  readonly #checkpointBytes: number;
  #waiting: Waiting[] = [];
  #flushPlanned = false;
  #lastNumber: number;
  #drainedThrough: number;
  #deletedThrough: number;
  /** Size of the write-ahead log at which the next checkpoint starts. */
  #checkpointAt: number;
  /** True during the last part of a checkpoint; nothing is appended meanwhile. */
  #isHeld = false;
  #draining: Promise<void> | null = null;
  #drainTimer: NodeJS.Timeout | null = null;
  #retryMs = RETRY_FIRST_MS;
  /** Set while the file cannot be written. */
  #probeTimer: NodeJS.Timeout | null = null;
  /** Settlements of answers that were already sent, kept in memory until the file can be written. */
  #delayed: Waiting[] = [];
  #closed = false;

  constructor(options: {
    file: OutboxRows;
    target: SettlementTarget;
    events: OutboxEvents;
    nowSeconds: () => number;
    limitRows: number;
    drainDelayMs?: number;
    probeMs?: number;
    checkpointBytes?: number;
  }) {
    this.#file = options.file;
    this.#target = options.target;
    this.#events = options.events;
    this.#nowSeconds = options.nowSeconds;
    this.#limitRows = options.limitRows;
    this.#drainDelayMs = options.drainDelayMs ?? DRAIN_DELAY_MS;
    this.#probeMs = options.probeMs ?? PROBE_MS;
    this.#checkpointBytes = options.checkpointBytes ?? CHECKPOINT_BYTES;
    this.#checkpointAt = this.#checkpointBytes;
    this.#lastNumber = this.#file.lastNumber();
    this.#drainedThrough = this.#file.forgottenThrough();
    this.#deletedThrough = this.#drainedThrough;
  }

  /** Starts to drain the settlements of an earlier process. */
  start(): void {
    if (this.#drainedThrough < this.#lastNumber) this.#planDrain();
  }

  /** Settlements that the database does not hold yet. */
  get backlog(): number {
    return this.#lastNumber - this.#drainedThrough + this.#waiting.length + this.#delayed.length;
  }

  /** Whether the file currently cannot be written. */
  get #isFailing(): boolean {
    return this.#probeTimer !== null;
  }

  /** @throws settlement.backlog if the settlement of a new paid call could not be recorded */
  assertRoom(): void {
    if (!this.hasRoom) throw new GatewayError('settlement.backlog');
  }

  get hasRoom(): boolean {
    return !this.#closed && !this.#isFailing && this.backlog < this.#limitRows;
  }

  /**
   * Stores a settlement.
   * @param body JSON of a settlement
   * @returns its number after the commit; rejects if it cannot be stored now
   */
  append(body: string): Promise<number> {
    return new Promise((resolve, reject) => this.#plan({ body, resolve, reject }));
  }

  /**
   * Stores the settlement of an answer that was already sent; it waits in memory while the file cannot be
   * written. New paid calls are refused meanwhile, so at most the calls in flight can wait.
   * @returns its number after the commit
   */
  appendWhenPossible(body: string): Promise<number> {
    return new Promise((resolve) => {
      const entry = { body, resolve, reject: null };
      if (this.#isFailing) this.#delayed.push(entry);
      else this.#plan(entry);
    });
  }

  /** Drains everything; resolves when the database holds it. */
  async drainNow(): Promise<void> {
    if (this.#flushPlanned) this.#flush();
    while (this.#drainedThrough < this.#lastNumber && !this.#closed) {
      await this.#drain();
      if (this.#drainedThrough < this.#lastNumber)
        await new Promise((resolve) => setTimeout(resolve, this.#retryMs));
    }
    this.#forgetDrained();
  }

  /** Stops draining. The next start drains the rest. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#drainTimer) clearTimeout(this.#drainTimer);
    this.#release();
    if (this.#probeTimer !== null) clearTimeout(this.#probeTimer);
    if (!this.#writeDelayed()) this.#events.onLost(this.#delayed.map(({ body }) => body));
    // Everything is stored by now; the database may hang.
    await this.#draining;
    this.#file.close();
  }

  #plan(entry: Waiting): void {
    this.#waiting.push(entry);
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#isHeld) return;
    this.#flushPlanned = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#write(waiting);
  }

  /**
   * Appends in one commit and settles the waiting promises. @returns false when the file could not be written
   */
  #write(entries: readonly Waiting[]): boolean {
    const forget = this.#drainedThrough > this.#deletedThrough ? this.#drainedThrough : 0;
    let last: number;
    try {
      last = this.#file.append(
        entries.map(({ body }) => body),
        forget,
      );
    } catch (error) {
      this.#appendFailed(error);
      for (const entry of entries) {
        if (entry.reject === null) this.#delayed.push(entry);
        else entry.reject(error);
      }
      return false;
    }
    if (forget > 0) this.#deletedThrough = forget;
    this.#lastNumber = last;
    for (const [index, { resolve }] of entries.entries()) resolve(last - entries.length + 1 + index);
    this.#planDrain();
    return true;
  }

  #appendFailed(error: unknown): void {
    if (this.#closed || this.#isFailing) return;
    this.#events.onAppendFailed(error);
    this.#probeTimer = setTimeout(() => this.#probe(), this.#probeMs);
  }

  /**
   * Tries to write to the file, including the waiting settlements. On success, paid calls are accepted again.
   */
  #probe(): void {
    if (this.#canAppend()) {
      this.#probeTimer = null;
      this.#events.onAppendRecovered();
    } else this.#probeTimer = setTimeout(() => this.#probe(), this.#probeMs);
  }

  #canAppend(): boolean {
    try {
      this.#file.probe();
    } catch {
      return false;
    }
    return this.#writeDelayed();
  }

  /** @returns false if a settlement still waits */
  #writeDelayed(): boolean {
    const delayed = this.#delayed;
    this.#delayed = [];
    return delayed.length === 0 || this.#write(delayed);
  }

  #planDrain(): void {
    if (this.#closed || this.#draining !== null) return;
    const isRetrying = this.#retryMs > RETRY_FIRST_MS;
    const isFull = !isRetrying && this.#lastNumber - this.#drainedThrough >= BATCH_ROWS;
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
      isRetrying ? this.#retryMs : this.#drainDelayMs,
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
      const { lastNumber, rejected } = await this.#target.settle({
        outboxId: this.#file.outboxId,
        outboxFile: this.#file.path,
        afterNumber: this.#drainedThrough,
        limit: BATCH_ROWS,
        nowSeconds: this.#nowSeconds(),
      });
      this.#drainedThrough = lastNumber;
      this.#retryMs = RETRY_FIRST_MS;
      if (rejected > 0) this.#events.onRejected(rejected);
      this.#events.onDrained(this.#drainedThrough);
    } catch (error) {
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
      this.#events.onDrainFailed(error);
    }
    // Also while the database is unavailable, because the outbox keeps growing.
    if (!this.#closed) await this.#checkpointIfLarge();
  }

  /**
   * SQLite restarts its write-ahead log only when all of it is in the file. Under steady load, appends during
   * a checkpoint prevent that. A second checkpoint therefore takes the few commits since, while appends wait.
   */
  async #checkpointIfLarge(): Promise<void> {
    try {
      if (this.#file.walBytes() < this.#checkpointAt) return;
      await this.#target.checkpoint(this.#file.path);
      if (this.#closed) return;
      this.#isHeld = true;
      const limit = setTimeout(() => this.#release(), LONGEST_HOLD_MS);
      await this.#target.checkpoint(this.#file.path).finally(() => clearTimeout(limit));
      // The first commit restarts the log, which makes it short.
      if (this.#isHeld) this.#canAppend();
      this.#checkpointAt = this.#file.walBytes() + this.#checkpointBytes;
    } catch (error) {
      this.#events.onDrainFailed(error);
    } finally {
      this.#release();
    }
  }

  #release(): void {
    this.#isHeld = false;
    if (this.#flushPlanned) this.#flush();
  }

  #forgetDrained(): void {
    if (this.#closed || this.#drainedThrough <= this.#deletedThrough) return;
    try {
      this.#file.append([], this.#drainedThrough);
      this.#deletedThrough = this.#drainedThrough;
    } catch (error) {
      // The next drain deletes them. The database does not accept a settlement twice.
      this.#appendFailed(error);
    }
  }
}
