import type { Outbox } from '../billing/outbox.ts';
import { countRejected } from '../db/rejected-settlements.ts';
import type { Db } from '../db/store.ts';
import type { LedgerCheck } from '../modules/ledger/ledger-check.ts';

/**
 * Body of `/healthz`. The status is 200 even when degraded: a restart would lose the data waiting in memory.
 */
export interface Health {
  /** `degraded`: paid calls are refused, charges wait for an operator, or the ledger is not right. */
  status: 'ok' | 'degraded';
  settlements: {
    /** Finished calls that the database does not hold yet. */
    waiting: number;
    /** Charges that the database refused; `npm run turnpike -- settlements` shows them. */
    rejected: number;
  };
  /** Result of the last ledger check; null before the first. The console shows the difference. */
  ledger: { checked_at: number; is_right: boolean } | null;
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

export function healthOf({
  outbox,
  rejected,
  ledgerCheck,
}: {
  outbox: Outbox;
  rejected: RejectedCount;
  ledgerCheck: LedgerCheck;
}): Health {
  const settlements = { waiting: outbox.backlog, rejected: rejected.current };
  const { last } = ledgerCheck.state;
  const ledger = last && { checked_at: last.started_at, is_right: last.difference === null };
  const isDegraded = !outbox.hasRoom || settlements.rejected > 0 || ledger?.is_right === false;
  return { status: isDegraded ? 'degraded' : 'ok', settlements, ledger };
}
