import type { LedgerCheckState, LedgerCheckView } from '@turnpike/contract';
import type { Insertable, Selectable } from 'kysely';
import { type RunningLedgerWork, startLedgerWork } from '../../db/ledger-work.ts';
import type { Db } from '../../db/store.ts';
import type { LedgerCheckTable } from '../../db/tables/call-tables.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { siteTimeZone } from '../../platform/zone-days.ts';
import type { Settings } from '../../settings/settings.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>;
}

/** Checks that are kept; the oldest go. */
const MAX_KEPT = 100;

/** Closes days and checks the ledger, one check at a time, and keeps what it came to. */
export class LedgerCheck {
  readonly #deps: Deps;
  #running: LedgerCheckState['running'] = null;
  #work: RunningLedgerWork | null = null;
  #last: LedgerCheckView | null = null;
  #isStopped = false;

  private constructor(deps: Deps) {
    this.#deps = deps;
  }

  static async load(deps: Deps): Promise<LedgerCheck> {
    const check = new LedgerCheck(deps);
    const row = await deps.db
      .selectFrom('ledger_checks')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    check.#last = row === undefined ? null : toView(row);
    return check;
  }

  get state(): LedgerCheckState {
    return {
      running: this.#running && { ...this.#running },
      last: this.#last,
      time_zone: siteTimeZone(),
    };
  }

  /**
   * Starts a check unless one runs. @returns when it has ended, however it did; resolves at once where one ran
   * @param signal aborts it; it then could not be finished
   */
  async run({ isFull, signal }: { isFull: boolean; signal?: AbortSignal }): Promise<void> {
    if (this.#running !== null || this.#isStopped) return;
    const { clock, log, settings } = this.#deps;
    const started_at = clock.nowSeconds();
    const startedMs = clock.monotonicMs();
    const progress = { accounts: 0, entries: 0 };
    this.#running = { started_at, is_full: isFull, ...progress };
    const result = { difference: null as LedgerCheckView['difference'], failure: '' };
    const abort = () => this.#work?.stop();
    signal?.addEventListener('abort', abort);
    try {
      this.#work = startLedgerWork({ settings, nowSeconds: started_at, isFull }, (so_far) => {
        this.#running = { started_at, is_full: isFull, ...Object.assign(progress, so_far) };
      });
      const { accounts, entries, difference } = await this.#work.done;
      Object.assign(progress, { accounts, entries });
      result.difference = difference;
    } catch (error) {
      result.failure = error instanceof Error ? error.message : String(error);
    }
    signal?.removeEventListener('abort', abort);
    this.#work = null;
    if (this.#isStopped) return;
    this.#last = {
      started_at,
      duration_ms: Math.max(0, Math.round(clock.monotonicMs() - startedMs)),
      is_full: isFull,
      ...progress,
      ...result,
    };
    if (result.difference !== null) log.error(result.difference, 'the ledger is not right');
    if (result.failure !== '') log.warn({ error: result.failure }, 'the ledger could not be checked');
    await this.#keep(this.#last);
    this.#running = null;
  }

  /** Aborts what runs; the next start makes it again. */
  stop(): void {
    this.#isStopped = true;
    this.#work?.stop();
  }

  async #keep(check: LedgerCheckView): Promise<void> {
    const { db, log } = this.#deps;
    try {
      const { id } = await db
        .insertInto('ledger_checks')
        .values(toRow(check))
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('ledger_checks')
        .where('id', '<=', id - MAX_KEPT)
        .execute();
    } catch (error) {
      log.warn({ error: String(error) }, 'the result of the ledger’s check could not be kept');
    }
  }
}

const toRow = ({ is_full, difference, ...check }: LedgerCheckView): Insertable<LedgerCheckTable> => ({
  ...check,
  is_full: is_full ? 1 : 0,
  difference: difference === null ? '' : JSON.stringify(difference),
});

const toView = ({ id: _, is_full, difference, ...row }: Selectable<LedgerCheckTable>): LedgerCheckView => ({
  ...row,
  is_full: is_full === 1,
  difference: difference === '' ? null : JSON.parse(difference),
});
