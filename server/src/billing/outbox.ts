import type { OutboxFile } from '../db/outbox-file.ts';
import type { DrainReport, SettleRequest } from '../db/store-messages.ts';
import { GatewayError } from '../platform/gateway-error.ts';

/** Where the outbox is drained to. */
export interface SettlementTarget {
  /** Writes what an outbox's file holds after a number, about `limit` settlements. */
  settle(batch: SettleRequest): Promise<DrainReport>;
  /** Moves the file's write-ahead log into the file, away from the thread that appends. */
  checkpoint(file: string): Promise<void>;
}

export interface OutboxEvents {
  /** The database holds every settlement through this number. */
  onDrained(throughNumber: number): void;
  /** The database refused this many settlements for their content; they are kept apart. */
  onRejected(count: number): void;
  /** A try to drain failed; it is tried again. */
  onDrainFailed(error: unknown): void;
  /** The file cannot be written, for example because the disk is full; no new paid call is let in. */
  onAppendFailed(error: unknown): void;
  /** The file can be written again. */
  onAppendRecovered(): void;
  /** The process stops, and these settlements could not be kept. */
  onLost(bodies: readonly string[]): void;
}

interface Waiting {
  body: string;
  resolve: (number: number) => void;
  /** Null for a settlement that waits in memory until it can be kept. */
  reject: ((error: unknown) => void) | null;
}

const BATCH_ROWS = 500;
/** Settlements wait this long for company, unless a batch is full: a transaction costs much more than a row in it. */
const DRAIN_DELAY_MS = 200;
/** The write-ahead log is moved into the file when it has grown by this much: some 1,500 single calls. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Appends wait at most this long for the end of a checkpoint. */
const LONGEST_HOLD_MS = 50;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2000;
/** A file that could not be written is tried this often. */
const PROBE_MS = 500;

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
  readonly #probeMs: number;
  readonly #checkpointBytes: number;
  #waiting: Waiting[] = [];
  #flushPlanned = false;
  #lastNumber: number;
  #drainedThrough: number;
  #deletedThrough: number;
  /** Size of the write-ahead log from which on it is moved into the file. */
  #checkpointAt: number;
  /** Nothing is appended while the last of a checkpoint runs. */
  #isHeld = false;
  #draining: Promise<void> | null = null;
  #drainTimer: NodeJS.Timeout | null = null;
  #retryMs = RETRY_FIRST_MS;
  /** Set while the file cannot be written. */
  #probeTimer: NodeJS.Timeout | null = null;
  /** Settlements of answers that have left, kept in memory until the file can be written. */
  #delayed: Waiting[] = [];
  #closed = false;

  constructor(options: {
    file: OutboxFile;
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

  /** Begins to drain what an earlier process left behind. */
  start(): void {
    if (this.#drainedThrough < this.#lastNumber) this.#planDrain();
  }

  /** Settlements that the database does not hold yet. */
  get backlog(): number {
    return this.#lastNumber - this.#drainedThrough + this.#waiting.length + this.#delayed.length;
  }

  /** Whether the file cannot be written now. */
  get #isFailing(): boolean {
    return this.#probeTimer !== null;
  }

  /** @throws settlement.backlog when a new paid call could not be recorded */
  assertRoom(): void {
    if (!this.hasRoom) throw new GatewayError('settlement.backlog');
  }

  get hasRoom(): boolean {
    return !this.#closed && !this.#isFailing && this.backlog < this.#limitRows;
  }

  /**
   * Keeps a settlement.
   * @param body JSON of a settlement
   * @returns its number, once it is committed; rejects when it cannot be kept now
   */
  append(body: string): Promise<number> {
    return new Promise((resolve, reject) => this.#plan({ body, resolve, reject }));
  }

  /**
   * Keeps the settlement of an answer that has left already, in memory while the file cannot be written. As many
   * can wait as calls were in flight, because no new paid call is let in meanwhile.
   * @returns its number, once it is committed
   */
  appendWhenPossible(body: string): Promise<number> {
    return new Promise((resolve) => {
      const entry = { body, resolve, reject: null };
      if (this.#isFailing) this.#delayed.push(entry);
      else this.#plan(entry);
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
    this.#release();
    if (this.#probeTimer !== null) clearTimeout(this.#probeTimer);
    if (!this.#writeDelayed()) this.#events.onLost(this.#delayed.map(({ body }) => body));
    // What waits is kept by now; the database may hang.
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

  /** Appends in one commit and tells everybody who waits. @returns false when the file could not be written */
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

  /** Tries the file, with what waits for it. Paid calls are let in again when it takes both. */
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

  /** @returns false when something still waits */
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
    // Also while the database is away: the outbox goes on growing.
    if (!this.#closed) await this.#checkpointIfLarge();
  }

  /**
   * SQLite begins its write-ahead log anew only where all of it is in the file. Under a steady load a checkpoint never
   * ends so, because something is always appended meanwhile. Therefore a second one takes the few commits since, and
   * appends wait for that one.
   */
  async #checkpointIfLarge(): Promise<void> {
    try {
      if (this.#file.walBytes() < this.#checkpointAt) return;
      await this.#target.checkpoint(this.#file.path);
      if (this.#closed) return;
      this.#isHeld = true;
      const limit = setTimeout(() => this.#release(), LONGEST_HOLD_MS);
      await this.#target.checkpoint(this.#file.path).finally(() => clearTimeout(limit));
      // The first commit begins the log anew and makes it short.
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
      // Forgotten later: what the database has taken, it does not take again.
      this.#appendFailed(error);
    }
  }
}
