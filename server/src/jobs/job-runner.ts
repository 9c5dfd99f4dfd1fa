import type { JobView } from '@turnpike/contract';
import type { Db } from '../db/store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { randomText } from '../platform/secrets/random-ids.ts';
import type { Job } from './job.ts';
import { type JobRow, readJobRows, takeJob } from './job-repository.ts';
import { type JobRecord, JobRun, LEASE_MS, type RunDeps } from './job-run.ts';
import { nextRunAfter } from './job-schedule.ts';
import { toJobView } from './job-view.ts';

/** A clock that is set is noticed within this. */
const MAX_TICK_MS = 1_000;
const MIN_TICK_MS = 10;
/** Rows are read again after this at the latest: another process may have run a job, or have died in one. */
const MAX_WAIT_MS = 60_000;
/** Nodes look at a job within this after its time, each at a moment of its own. */
const JITTER_MS = 2_000;
/** The database is asked again after this when it did not answer. */
const RETRY_MS = 5_000;
/** A run planned later than its schedule allows by this much was planned before the clock was set back. */
const CLOCK_SLACK_MS = 86_400_000;

interface Entry {
  job: Job;
  /** Monotonic time of the next look at it. */
  dueMs: number;
  run: JobRun | null;
  /** A run was asked for that has not begun. */
  isWanted: boolean;
  /** The row of this version was first seen at this monotonic time. */
  seen: { version: number; atMs: number };
  /** The only record of a job of the process alone; otherwise unused. */
  record: JobRecord;
}

interface Deps {
  /** For short statements: the runner's own wait behind no job. */
  db: Db;
  clock: Clock;
  log: Log;
  /** From 0 to below 1. */
  random?: () => number;
}

/**
 * Runs all recurring work. Jobs of the site have a row, and a lease by which one process at a time runs them. A lease
 * is free once its row has not changed for `LEASE_MS` of the observer's own monotonic clock. No two clocks are
 * compared for that, so nodes whose clocks differ never run a job at the same time. Only the run of a process that was
 * suspended for longer than the lease may overlap with another one, until its next renewal aborts it.
 */
export class JobRunner {
  readonly #deps: Deps;
  readonly #random: () => number;
  #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | null = null;
  #isUnreadable = false;
  #isStopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#random = deps.random ?? Math.random;
  }

  /** Adds jobs; those of the process alone are due at once. */
  add(jobs: readonly Job[]): void {
    const dueMs = this.#deps.clock.monotonicMs();
    for (const job of jobs) {
      // A schedule that cannot be read fails here, not at night.
      nextRunAfter(job.schedule, this.#deps.clock.nowMs());
      const record = { ...nothingYet, next_run_at: this.#deps.clock.nowSeconds() };
      this.#entries.push({
        job,
        dueMs,
        run: null,
        isWanted: false,
        seen: { version: -1, atMs: dueMs },
        record,
      });
    }
  }

  /** Looks from now on whether a job is due. */
  start(): void {
    void this.look();
    this.#plan();
  }

  /** Starts the runs that are due. @returns once they have begun */
  look(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    const nowMs = this.#deps.clock.monotonicMs();
    for (const { run } of this.#entries) run?.watch();
    const due = this.#entries.filter(({ run, dueMs }) => run === null && dueMs <= nowMs);
    for (const entry of due) if (entry.job.isPerProcess) this.#begin(entry, entry.record, null);
    if (due.some(({ job }) => !job.isPerProcess)) {
      this.#reading ??= this.#takeDue().finally(() => {
        this.#reading = null;
      });
    }
    return this.#reading ?? Promise.resolve();
  }

  /**
   * Runs a job of the site now, or once more after its present run, in any process. Call it after the commit of what
   * the job shall find.
   */
  runSoon(name: string): void {
    const entry = this.#entries.find(({ job }) => job.name === name);
    if (entry === undefined) return;
    entry.isWanted = true;
    entry.dueMs = this.#deps.clock.monotonicMs();
    void this.look();
  }

  /** Jobs by name, with their last run and last error. */
  async list(): Promise<JobView[]> {
    const rows = new Map((await this.#readRows(this.#siteEntries())).map((row) => [row.name, row]));
    return this.#entries
      .map(({ job, run, record }) => {
        const row = rows.get(job.name);
        const isRunning = row === undefined ? run !== null : row.run_id !== '';
        return toJobView(job, { record: row ?? record, isRunning });
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Aborts the runs. @returns once they have ended and their leases are free */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const stopRuns = () => Promise.all(this.#entries.map(({ run }) => run?.stop()));
    const stopped = stopRuns();
    // It may be taking one more job.
    await this.#reading;
    await Promise.all([stopped, stopRuns()]);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const nowMs = this.#deps.clock.monotonicMs();
    const waits = this.#entries.map(({ dueMs }) => dueMs - nowMs).filter((ms) => ms > 0);
    const waitMs = Math.max(MIN_TICK_MS, Math.min(MAX_TICK_MS, ...waits));
    this.#timer = setTimeout(() => this.start(), waitMs).unref();
  }

  #siteEntries(): Entry[] {
    return this.#entries.filter(({ job }) => !job.isPerProcess);
  }

  #readRows(entries: readonly Entry[]): Promise<JobRow[]> {
    const { db, clock } = this.#deps;
    const firstRun = ({ schedule }: Job) => Math.ceil(nextRunAfter(schedule, clock.nowMs()) / 1000);
    const rows = entries.map(({ job }) => ({ name: job.name, next_run_at: firstRun(job) }));
    return rows.length === 0 ? Promise.resolve([]) : readJobRows(db, rows);
  }

  /** Reads the rows of all jobs that do not run here, and takes those that are due and free. */
  async #takeDue(): Promise<void> {
    const { clock, log } = this.#deps;
    const entries = this.#siteEntries().filter(({ run }) => run === null);
    try {
      const rows = new Map((await this.#readRows(entries)).map((row) => [row.name, row]));
      for (const entry of entries) {
        const row = rows.get(entry.job.name);
        if (row !== undefined) await this.#takeIfDue(entry, row);
      }
      if (this.#isUnreadable) log.info({}, 'jobs can be read from the database again');
      this.#isUnreadable = false;
    } catch (error) {
      for (const entry of entries) entry.dueMs = clock.monotonicMs() + RETRY_MS;
      if (!this.#isUnreadable) log.warn({ error: String(error) }, 'jobs could not be read from the database');
      this.#isUnreadable = true;
    }
  }

  async #takeIfDue(entry: Entry, row: JobRow): Promise<void> {
    const { db, clock } = this.#deps;
    const nowMs = clock.monotonicMs();
    if (entry.seen.version !== row.version) entry.seen = { version: row.version, atMs: nowMs };
    const waitMs =
      row.run_id === '' ? this.#waitMs(entry, row.next_run_at * 1000) : entry.seen.atMs + LEASE_MS - nowMs;
    if (waitMs > 0) {
      // The run of another process may have begun before what this one wants it to find.
      this.#wait(entry, entry.isWanted ? Math.min(waitMs, MAX_TICK_MS) : waitMs);
      return;
    }
    const runId = randomText(16);
    // Where another process was faster, the next look reads its lease.
    entry.dueMs = nowMs + MAX_TICK_MS;
    if (this.#isStopped || !(await takeJob(db, row, { runId, nowSeconds: clock.nowSeconds() }))) return;
    this.#begin(entry, row, runId);
  }

  #wait(entry: Entry, ms: number): void {
    const nowMs = this.#deps.clock.monotonicMs();
    entry.dueMs = entry.job.isPerProcess
      ? nowMs + ms
      : nowMs + Math.min(ms, MAX_WAIT_MS) + this.#random() * JITTER_MS;
  }

  #waitMs({ job: { schedule }, isWanted }: Entry, plannedMs: number): number {
    if (isWanted) return 0;
    const nowMs = this.#deps.clock.nowMs();
    const wasSetBack = plannedMs > nextRunAfter(schedule, nowMs) + CLOCK_SLACK_MS;
    return wasSetBack ? 0 : plannedMs - nowMs;
  }

  #begin(entry: Entry, record: JobRecord, runId: string | null): void {
    const { clock } = this.#deps;
    const run = new JobRun(this.#deps satisfies RunDeps, { job: entry.job, record, runId });
    entry.run = run;
    entry.isWanted = false;
    void run.ended.then(({ record: after, nextRunMs }) => {
      entry.run = null;
      entry.record = after;
      this.#wait(entry, Math.max(0, nextRunMs - clock.nowMs()));
      if (entry.isWanted) this.runSoon(entry.job.name);
      if (this.#timer !== undefined && !this.#isStopped) this.#plan();
    });
  }
}

const nothingYet = {
  last_started_at: 0,
  last_succeeded_at: 0,
  last_failed_at: 0,
  last_error: '',
  failures: 0,
};
