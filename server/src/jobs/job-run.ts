import type { Db } from '../db/store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Job } from './job.ts';
import { type JobRow, updateJobRun } from './job-repository.ts';
import { backOffMs, nextRunAfter } from './job-schedule.ts';

/** A lease that is not renewed for this long is free. */
export const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
/** A run that could not renew its lease for this long is aborted, before another process may begin. */
const ABORT_MS = 45_000;
const MAX_ERROR_LENGTH = 500;

export type JobRecord = Omit<JobRow, 'name' | 'run_id' | 'version'>;

export interface RunDeps {
  db: Db;
  clock: Clock;
  log: Log;
}

/** The process stops: the run counts neither as made nor as failed. */
class Stopped extends Error {}
/** Another process may run the job; this run writes nothing about it. */
class LeaseLost extends Error {}

/** One run of a job, from its start to the record of its end. */
export class JobRun {
  readonly #deps: RunDeps;
  readonly #job: Job;
  readonly #record: JobRecord;
  /** Null for a job of the process alone. */
  readonly #runId: string | null;
  readonly #abort = new AbortController();
  readonly #startedMs: number;
  #renewedMs: number;
  #isRenewing = false;
  /** Never rejected. */
  readonly ended: Promise<{ record: JobRecord; nextRunMs: number }>;

  constructor(deps: RunDeps, { job, record, runId }: { job: Job; record: JobRecord; runId: string | null }) {
    this.#deps = deps;
    this.#job = job;
    this.#record = { ...record, last_started_at: deps.clock.nowSeconds() };
    this.#runId = runId;
    this.#startedMs = deps.clock.monotonicMs();
    this.#renewedMs = this.#startedMs;
    this.ended = this.#carryOut();
  }

  /** Renews the lease and ends what takes too long; called about once a second. */
  watch(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const { maxRunSeconds } = this.#job;
    if (nowMs - this.#startedMs > maxRunSeconds * 1000) {
      this.#abort.abort(new Error(`ran for more than ${maxRunSeconds} seconds`));
    }
    if (this.#runId === null) return;
    const silentMs = nowMs - this.#renewedMs;
    if (silentMs > ABORT_MS) this.#abort.abort(new LeaseLost());
    if (silentMs >= RENEW_MS && !this.#isRenewing) void this.#renew(this.#runId, nowMs);
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Stopped());
    await this.ended;
  }

  /** @param nowMs before the statement: observers count from a moment after it */
  async #renew(runId: string, nowMs: number): Promise<void> {
    this.#isRenewing = true;
    try {
      if (await updateJobRun(this.#deps.db, { name: this.#job.name, runId })) this.#renewedMs = nowMs;
      else this.#abort.abort(new LeaseLost());
    } catch {
      // The next look tries again, until the lease counts as lost.
    }
    this.#isRenewing = false;
  }

  async #carryOut(): Promise<{ record: JobRecord; nextRunMs: number }> {
    const { signal } = this.#abort;
    const { clock, log } = this.#deps;
    let againAtMs = Number.POSITIVE_INFINITY;
    let failure: unknown;
    try {
      const lastRunAt = this.#record.last_succeeded_at || null;
      againAtMs = (await this.#job.run({ signal, lastRunAt }))?.againAtMs ?? againAtMs;
    } catch (error) {
      failure = error ?? new Error('unknown');
    }
    // A run that was aborted may have ended early without an error.
    if (signal.aborted) failure = signal.reason;
    if (failure instanceof LeaseLost) {
      log.warn({ job: this.#job.name }, 'a job was aborted because its lease was lost');
      return { record: this.#record, nextRunMs: clock.nowMs() + LEASE_MS };
    }
    const ended = this.#after(failure, againAtMs);
    await this.#write(ended.record);
    return ended;
  }

  #after(failure: unknown, againAtMs: number): { record: JobRecord; nextRunMs: number } {
    const record = this.#record;
    const { schedule } = this.#job;
    const nowMs = this.#deps.clock.nowMs();
    const at = Math.floor(nowMs / 1000);
    if (failure instanceof Stopped) {
      // A run that was asked for began before its planned time.
      return { record: { ...record, next_run_at: Math.min(record.next_run_at, at) }, nextRunMs: nowMs };
    }
    this.#report(failure);
    const failures = failure === undefined ? 0 : record.failures + 1;
    const nextRunMs =
      failure === undefined
        ? Math.min(nextRunAfter(schedule, nowMs), Math.max(againAtMs, nowMs))
        : nowMs + backOffMs(schedule, failures);
    const next_run_at = Math.ceil(nextRunMs / 1000);
    return failure === undefined
      ? { record: { ...record, failures, next_run_at, last_succeeded_at: at }, nextRunMs }
      : {
          record: { ...record, failures, next_run_at, last_failed_at: at, last_error: toText(failure) },
          nextRunMs,
        };
  }

  /** Logs a change of state, not every failure. */
  #report(failure: unknown): void {
    const { log } = this.#deps;
    const { name } = this.#job;
    const { failures } = this.#record;
    if (failure !== undefined && failures === 0) {
      log.warn({ job: name, error: toText(failure) }, 'a job failed and is tried again');
    }
    if (failure === undefined && failures > 0) log.info({ job: name, failures }, 'a job works again');
  }

  async #write(record: JobRecord): Promise<void> {
    if (this.#runId === null) return;
    const key = { name: this.#job.name, runId: this.#runId };
    try {
      await updateJobRun(this.#deps.db, key, { ...record, run_id: '' });
    } catch (error) {
      // The lease runs out, and the job runs again.
      this.#deps.log.warn({ job: key.name, error: String(error) }, 'the end of a job could not be written');
    }
  }
}

/** PostgreSQL stores no text with a zero character. */
const toText = (failure: unknown): string => String(failure).replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);
