import type { Outbox } from '../billing/outbox.ts';
import { countRejected } from '../db/rejected-settlements.ts';
import type { Db } from '../db/store.ts';

/** What `/healthz` answers. Status 200 also when degraded: a restart would lose what waits in memory. */
export interface Health {
  /** `degraded`: paid calls are refused, or charges wait for an operator. */
  status: 'ok' | 'degraded';
  settlements: {
    /** Finished calls that the database does not hold yet. */
    waiting: number;
    /** Charges that the database refused; `npm run turnpike -- settlements` shows them. */
    rejected: number;
  };
}

const RECOUNT_MS = 5_000;

/** Knows how many settlements were rejected without asking the database for each look. */
export class RejectedCount {
  #count = 0;
  #countedAtMs = 0;
  readonly #db: Db;
  readonly #nowMs: () => number;

  constructor(db: Db, nowMs: () => number) {
    this.#db = db;
    this.#nowMs = nowMs;
  }

  add(count: number): void {
    this.#count += count;
  }

  /** The last count. Above zero it is counted again in the background: another process may have repaired them. */
  get current(): number {
    if (this.#count > 0 && this.#nowMs() - this.#countedAtMs > RECOUNT_MS) void this.recount();
    return this.#count;
  }

  async recount(): Promise<void> {
    this.#countedAtMs = this.#nowMs();
    // Without the database the last count stands.
    this.#count = await countRejected(this.#db).catch(() => this.#count);
  }
}

export function healthOf({ outbox, rejected }: { outbox: Outbox; rejected: RejectedCount }): Health {
  const settlements = { waiting: outbox.backlog, rejected: rejected.current };
  const isDegraded = !outbox.hasRoom || settlements.rejected > 0;
  return { status: isDegraded ? 'degraded' : 'ok', settlements };
}
