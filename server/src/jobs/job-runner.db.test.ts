import { rmSync } from 'node:fs';
import { jobCalls, role } from '@turnpike/contract';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { reuseStoreThread } from '../../test/support/store-threads.ts';
import { makeTestDataDir } from '../../test/support/test-data-dir.ts';
import { startTestManagement } from '../../test/support/test-management.ts';
import { databaseLimits, postgresPool } from '../db/postgres-dialect.ts';
import { type Db, openStore } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { Job, JobContext } from './job.ts';
import { JobRunner } from './job-runner.ts';

const START_SECONDS = 1_800_000_000;
const HOUR = 3600;

/** A job whose runs the test ends. */
function heldJob(given: Partial<Job> = {}) {
  const runs: (JobContext & { end(): void; fail(text: string): void })[] = [];
  const job: Job = {
    name: 'mail',
    schedule: { everySeconds: HOUR },
    maxRunSeconds: HOUR,
    run: (context) =>
      new Promise((resolve, reject) => {
        runs.push({ ...context, end: () => resolve(), fail: (text) => reject(new Error(text)) });
      }),
    ...given,
  };
  return { job, runs };
}

describe.each(databases)('the job runner on $name', (engine) => {
  let nowSeconds: number;
  let database: Awaited<ReturnType<typeof engine.open>>;
  let dataDir: string;
  let open: { db: Db; close(): Promise<void> }[];
  let logged: { text: string; facts: object }[];

  beforeEach(async () => {
    nowSeconds = START_SECONDS;
    database = await engine.open();
    dataDir = makeTestDataDir({ databaseUrl: database.url });
    open = [];
    logged = [];
  });
  afterEach(async () => {
    await Promise.all(open.map(({ close }) => close()));
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Connections of their own, as another process has them. */
  const connect = async (): Promise<Db> => {
    const { url } = database;
    if (url === null) {
      const store = await openStore({ databaseUrl: null, dataDir }, reuseStoreThread);
      open.push({ db: store.db, close: () => store.close() });
      return store.db;
    }
    const { dialect } = postgresPool(url, { max: 3, limits: databaseLimits.answer, onError: () => {} });
    const db = new Kysely<Tables>({ dialect });
    open.push({ db, close: () => db.destroy() });
    return db;
  };
  const passTime = (seconds: number) => {
    nowSeconds += seconds;
  };
  /** @param wallShiftSeconds how far the wall clock of this process is off */
  const startRunner = async (jobs: Job[], wallShiftSeconds = 0) => {
    const keepLog = (facts: object, text: string) => void logged.push({ text, facts });
    const runner = new JobRunner({
      db: await connect(),
      clock: {
        nowMs: () => (nowSeconds + wallShiftSeconds) * 1000,
        nowSeconds: () => nowSeconds + wallShiftSeconds,
        monotonicMs: () => (nowSeconds - START_SECONDS + 7 + wallShiftSeconds) * 1000,
      },
      log: { info: keepLog, warn: keepLog, error: keepLog },
      random: () => 0,
    });
    runner.add(jobs);
    await runner.look();
    return runner;
  };
  const row = async () => (await open.at(-1)?.db.selectFrom('jobs').selectAll().executeTakeFirst()) ?? {};
  /** Lets what a run left behind be written. */
  const written = (expected: object) => expect.poll(row).toMatchObject(expected);

  it('runs a job after its interval, and once at a time', async () => {
    const { job, runs } = heldJob();
    const runner = await startRunner([job]);
    expect(runs).toHaveLength(0);
    passTime(HOUR);
    await runner.look();
    expect(runs).toMatchObject([{ lastRunAt: null }]);
    passTime(30);
    await runner.look();
    expect(runs).toHaveLength(1);

    runs[0]?.end();
    await written({
      run_id: '',
      next_run_at: nowSeconds + HOUR,
      last_started_at: nowSeconds - 30,
      last_succeeded_at: nowSeconds,
    });
    passTime(HOUR - 1);
    await runner.look();
    expect(runs).toHaveLength(1);
    passTime(1);
    await runner.look();
    expect(runs).toMatchObject([{}, { lastRunAt: nowSeconds - HOUR }]);
  });

  it('runs a job at once when asked, and once more when asked during a run', async () => {
    const { job, runs } = heldJob();
    const runner = await startRunner([job]);
    runner.runSoon(job.name);
    await expect.poll(() => runs.length).toBe(1);
    for (let count = 0; count < 3; count++) runner.runSoon(job.name);
    runs[0]?.end();
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    await written({ run_id: '', next_run_at: nowSeconds + HOUR });
    await runner.look();
    expect(runs).toHaveLength(2);
  });

  it('runs a job once more when one process asks during the run of another', async () => {
    const first = heldJob();
    const second = heldJob();
    const holder = await startRunner([first.job]);
    const other = await startRunner([second.job]);
    holder.runSoon('mail');
    await expect.poll(() => first.runs.length).toBe(1);

    for (let count = 0; count < 3; count++) other.runSoon('mail');
    await other.look();
    // Read after what was asked for has been written, if it is.
    await other.list();
    expect(second.runs).toHaveLength(0);
    first.runs[0]?.end();
    await written({ run_id: '' });
    passTime(5);
    await other.look();
    expect(second.runs).toHaveLength(1);
    second.runs[0]?.end();
    await written({ run_id: '', next_run_at: nowSeconds + HOUR });
    passTime(60);
    await Promise.all([holder.look(), other.look()]);
    expect([first.runs.length, second.runs.length]).toEqual([1, 1]);
  });

  it('runs a job that was asked for at the next start when a stop ends its run', async () => {
    const abortable = heldJob({
      run: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    });
    const before = await startRunner([abortable.job]);
    before.runSoon('mail');
    await written({ run_id: expect.stringMatching(/./) });
    await before.stop();

    const { job, runs } = heldJob();
    await startRunner([job]);
    expect(runs).toHaveLength(1);
  });

  it('runs a job that was missed once at the start, however many times it was due', async () => {
    const { job, runs } = heldJob({ schedule: { cron: '0 3 * * *', timeZone: 'Asia/Tokyo' } });
    const before = await startRunner([job]);
    await before.stop();
    passTime(10 * 24 * HOUR);
    const runner = await startRunner([job]);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await written({ run_id: '', next_run_at: expect.closeTo(nowSeconds, -6) });
    const { next_run_at } = (await row()) as { next_run_at: number };
    expect(new Date(next_run_at * 1000).toISOString()).toContain('T18:00:00');
    expect(next_run_at).toBeGreaterThan(nowSeconds);
    passTime(60);
    await runner.look();
    expect(runs).toHaveLength(1);
  });

  it('runs a job again, once, after the process that ran it was killed', async () => {
    const killed = heldJob();
    const before = await startRunner([killed.job]);
    passTime(HOUR);
    await before.look();
    expect(killed.runs).toHaveLength(1);

    // The first runner is never called again, as if its process were dead.
    const { job, runs } = heldJob();
    const runner = await startRunner([job]);
    passTime(59);
    await runner.look();
    expect(runs).toHaveLength(0);
    passTime(1);
    await runner.look();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await written({ run_id: '', next_run_at: nowSeconds + HOUR });
    for (let minute = 1; minute < 60; minute += 1) {
      passTime(60);
      await runner.look();
    }
    expect(runs).toHaveLength(1);
  });

  it('takes no lease that is renewed, and does not compare clocks for it', async () => {
    const first = heldJob();
    const second = heldJob();
    const holder = await startRunner([first.job]);
    passTime(HOUR);
    await holder.look();
    const other = await startRunner([second.job], 5 * HOUR);
    const versionAfterLook = async () => {
      await holder.look();
      return ((await row()) as { version: number }).version;
    };
    for (let version = 2; version < 17; version += 1) {
      passTime(20);
      await expect.poll(versionAfterLook).toBe(version);
      await other.look();
    }
    expect(first.runs).toHaveLength(1);
    expect(first.runs[0]?.signal.aborted).toBe(false);
    expect(second.runs).toHaveLength(0);
  });

  it('lets one of two processes run a job that is due in both', async () => {
    const a = heldJob();
    const b = heldJob();
    const runners = [await startRunner([a.job]), await startRunner([b.job])];
    for (let round = 1; round <= 20; round += 1) {
      passTime(HOUR + 60);
      await Promise.all(runners.map((runner) => runner.look()));
      const runs = [...a.runs, ...b.runs];
      expect(runs).toHaveLength(round);
      for (const run of runs) run.end();
      await written({ run_id: '', last_succeeded_at: nowSeconds });
    }
  });

  it('aborts a run whose lease another process took, and keeps the record of that one', async () => {
    const slow = heldJob();
    const paused = await startRunner([slow.job]);
    passTime(HOUR);
    await paused.look();
    const { job, runs } = heldJob();
    const other = await startRunner([job]);
    passTime(60);
    await other.look();
    expect(runs).toHaveLength(1);

    await paused.look();
    await expect.poll(() => slow.runs[0]?.signal.aborted).toBe(true);
    const { run_id } = (await row()) as { run_id: string };
    slow.runs[0]?.end();
    await paused.stop();
    expect(await row()).toMatchObject({ run_id, last_succeeded_at: 0 });
    expect(logged.map(({ text }) => text)).toEqual(['a job was aborted because its lease was lost']);
  });

  it('aborts at a stop, frees the lease, and runs the job again at the next start', async () => {
    const { job, runs } = heldJob({
      run: async (context) => {
        runs.push({ ...context, end: () => {}, fail: () => {} });
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      },
    });
    const before = await startRunner([job]);
    passTime(HOUR);
    await before.look();
    await before.stop();
    expect(await row()).toMatchObject({ run_id: '', last_succeeded_at: 0, failures: 0 });
    await startRunner([job]);
    expect(runs).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  it('waits longer after each failure, keeps the error, and logs only the change', async () => {
    const { job, runs } = heldJob();
    const runner = await startRunner([job]);
    passTime(HOUR);
    for (const [index, pause] of [60, 120, 240].entries()) {
      await runner.look();
      runs[index]?.fail('no\0 answer');
      await written({
        failures: index + 1,
        last_error: 'Error: no answer',
        last_failed_at: nowSeconds,
        next_run_at: nowSeconds + pause,
      });
      passTime(pause - 1);
      await runner.look();
      expect(runs).toHaveLength(index + 1);
      passTime(1);
    }
    await runner.look();
    runs[3]?.end();
    await written({ failures: 0, last_error: 'Error: no answer', next_run_at: nowSeconds + HOUR });
    expect(logged).toEqual([
      { text: 'a job failed and is tried again', facts: { job: 'mail', error: 'Error: no answer' } },
      { text: 'a job works again', facts: { job: 'mail', failures: 3 } },
    ]);
  });

  it('counts a run that takes too long as failed, and begins no other before it has ended', async () => {
    const { job, runs } = heldJob({ maxRunSeconds: 30 });
    const runner = await startRunner([job]);
    passTime(HOUR);
    await runner.look();
    passTime(31);
    await runner.look();
    expect(runs[0]?.signal.aborted).toBe(true);
    passTime(2 * HOUR);
    await runner.look();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await written({ run_id: '', last_error: 'Error: ran for more than 30 seconds', failures: 1 });
  });

  it('runs again earlier where the job asks for it', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return { againAtMs: (nowSeconds + 5) * 1000 };
    };
    const runner = await startRunner([heldJob({ run }).job]);
    passTime(HOUR);
    await runner.look();
    await written({ run_id: '', next_run_at: nowSeconds + 5 });
    passTime(5);
    await runner.look();
    expect(runs).toBe(2);
  });

  it('does not wait a year for a run that was planned before the clock was set back', async () => {
    const { job, runs } = heldJob();
    const before = await startRunner([job], 365 * 24 * HOUR);
    await before.stop();
    await startRunner([job]);
    expect(runs).toHaveLength(1);
  });

  it('runs jobs of the process alone at once and without a row', async () => {
    const { job, runs } = heldJob({ isPerProcess: true, schedule: { everySeconds: 15 } });
    const runner = await startRunner([job]);
    runs[0]?.end();
    await expect.poll(async () => (await runner.list())[0]?.last_succeeded_at).toBe(nowSeconds);
    passTime(14);
    await runner.look();
    expect(runs).toHaveLength(1);
    passTime(1);
    await runner.look();
    expect(runs).toMatchObject([{}, { lastRunAt: nowSeconds - 15 }]);
    expect(await row()).toEqual({});
  });

  it('goes on after the database was away, and logs the outage once', async () => {
    const { job, runs } = heldJob();
    const runner = await startRunner([job]);
    const db = open.at(-1)?.db as Db;
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute();
    passTime(HOUR);
    for (let look = 0; look < 3; look += 1) {
      await runner.look();
      passTime(5);
    }
    await db.schema.alterTable('jobs_away').renameTo('jobs').execute();
    await runner.look();
    expect(runs).toHaveLength(1);
    expect(logged.map(({ text }) => text)).toEqual([
      'jobs could not be read from the database',
      'jobs can be read from the database again',
    ]);
  });

  it('shows administrators its jobs', async () => {
    const site = await startTestManagement(engine);
    try {
      const admin = await site.seed.person('admin', { role: role.admin });
      const { job } = heldJob({ schedule: { cron: '0 3 * * *', timeZone: 'Asia/Tokyo' } });
      (site.deps.jobRunner as JobRunner).add([job, heldJob({ name: 'files', isPerProcess: true }).job]);
      await (site.deps.jobRunner as JobRunner).look();
      const { body } = await site.ask(jobCalls.list, { as: admin });
      const never = { last_started_at: null, last_succeeded_at: null, last_failed_at: null, last_error: '' };
      expect(body.data).toEqual([
        {
          ...{ ...never, name: 'files', is_per_process: true, is_running: true, failures: 0 },
          schedule: { every_seconds: HOUR, cron: null, time_zone: null },
          next_run_at: site.now(),
        },
        {
          ...{ ...never, name: 'mail', is_per_process: false, is_running: false, failures: 0 },
          schedule: { every_seconds: null, cron: '0 3 * * *', time_zone: 'Asia/Tokyo' },
          next_run_at: expect.any(Number),
        },
      ]);
    } finally {
      await site.stop();
    }
  });
});
