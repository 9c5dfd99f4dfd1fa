import {
  type PriceListView,
  type PriceSchedule,
  type PriceScheduleRun,
  type PriceScheduleView,
  priceJumps,
} from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { isObject, readStoredJson } from '../../platform/json/stored-values.ts';
import type { Log } from '../../platform/log.ts';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { startOfDay } from '../../platform/zone-days.ts';
import type { Changes } from '../changes.ts';
import { readBuiltInList } from './built-in-list.ts';
import { readPriceList } from './price-list-reader.ts';
import { syncPrices } from './price-sync.ts';

interface Deps {
  db: Db;
  clock: Pick<Clock, 'nowSeconds'>;
  changes: Pick<Changes, 'routingChanged'>;
  guardedFetch: GuardedFetch;
  jobRunner: { runSoon(name: string): void };
  log: Log;
}

/** The one row. */
const ID = 1;
/** A run that failed, or that a stop aborted, is made again after this. */
const RETRY_SECONDS = 3600;
/** A day may have 23 hours. */
const WEEK_SECONDS = 7 * 86_400 - 7_200;
/** Models and entries that a result names. */
const NAMED = 200;

/** Takes a price list by itself: once a day or a week, whatever is restarted meanwhile. */
export class PriceListSchedule {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async view(): Promise<PriceScheduleView> {
    const { period, url, mode, result } = await this.#read();
    return { period, url, mode, last: toRun(result) };
  }

  async update(schedule: PriceSchedule): Promise<PriceScheduleView> {
    const fresh = { ...schedule, ran_at: 0, result: '' };
    const { result: _, ...changed } = fresh;
    await this.#deps.db
      .insertInto('price_schedules')
      .values({ id: ID, ...fresh })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute();
    return this.view();
  }

  /** @returns whether a run was due and made here, however it ended */
  async runIfDue(signal: AbortSignal): Promise<boolean> {
    const { db, clock, log } = this.#deps;
    const schedule = await this.#read();
    const now = clock.nowSeconds();
    if (!isDue(schedule, now)) return false;
    // The process that marks the day runs it.
    const claimed = await db
      .updateTable('price_schedules')
      .set({ ran_at: now, result: '' })
      .where('id', '=', ID)
      .where('ran_at', '=', schedule.ran_at)
      .returning('id')
      .executeTakeFirst();
    if (claimed === undefined) return false;
    const run = await this.#run(schedule, now, signal);
    if (signal.aborted) return true;
    if (run.failure !== '')
      log.warn({ code: run.failure, url: schedule.url }, 'the price list was not taken');
    await db
      .updateTable('price_schedules')
      .set({ result: JSON.stringify(run) })
      .where('id', '=', ID)
      .where('ran_at', '=', now)
      .execute();
    return true;
  }

  async #run(
    { url, mode }: PriceSchedule,
    nowSeconds: number,
    signal: AbortSignal,
  ): Promise<PriceScheduleRun> {
    const { db, changes } = this.#deps;
    const nothing = { added: 0, changed: 0, removed: 0, locked: 0, change_id: null, left_out: [], bad: [] };
    let bad: PriceListView['bad'] = [];
    try {
      const list = await this.#list(url, signal);
      bad = list.bad.slice(0, NAMED);
      // A list that is wrong in one place may be wrong in others.
      if (list.bad.length > 0) throw new GatewayError('price_list.has_bad_entries');
      if (list.prices.length === 0) throw new GatewayError('price_list.unreadable');
      const { changeId, leftOut, ...counts } = await db.transaction().execute((trx) =>
        syncPrices(trx, {
          list: list.prices.map((price) => ({ ...price, locked: false })),
          mode,
          facts: { nowSeconds, actor: null, isConfirmed: true },
          leavesOut: (before, after) => priceJumps(before, after).length > 0,
        }),
      );
      if (changeId !== null) {
        this.#deps.jobRunner.runSoon('notifications');
        await changes.routingChanged();
      }
      return {
        ...{ ran_at: nowSeconds, ...counts, change_id: changeId },
        ...{ left_out: leftOut.slice(0, NAMED), bad: [], failure: '' },
      };
    } catch (error) {
      return { ...nothing, ran_at: nowSeconds, bad, failure: toGatewayError(error).code };
    }
  }

  async #list(url: string, signal: AbortSignal): Promise<Pick<PriceListView, 'prices' | 'bad'>> {
    return url === ''
      ? { prices: await readBuiltInList(), bad: [] }
      : readPriceList(this.#deps.guardedFetch, url, signal);
  }

  async #read(): Promise<PriceSchedule & { ran_at: number; result: string }> {
    const row = await this.#deps.db
      .selectFrom('price_schedules')
      .select(['period', 'url', 'mode', 'ran_at', 'result'])
      .where('id', '=', ID)
      .executeTakeFirst();
    if (row === undefined) return { period: 'off', url: '', mode: 'update', ran_at: 0, result: '' };
    return {
      ...row,
      period: row.period as PriceSchedule['period'],
      mode: row.mode as PriceSchedule['mode'],
    };
  }
}

function isDue(
  { period, ran_at, result }: PriceSchedule & { ran_at: number; result: string },
  now: number,
): boolean {
  if (period === 'off') return false;
  // A clock that was set back must not keep it from running.
  if (ran_at === 0 || ran_at > now + 86_400) return true;
  const failed = (toRun(result)?.failure ?? 'unfinished') !== '';
  if (failed && now - ran_at >= RETRY_SECONDS) return true;
  const days = startOfDay(now) - startOfDay(ran_at);
  return period === 'daily' ? days > 0 : days >= WEEK_SECONDS;
}

const toRun = (json: string): PriceScheduleRun | null =>
  json === '' ? null : readStoredJson<PriceScheduleRun | null>(json, isObject, null);
