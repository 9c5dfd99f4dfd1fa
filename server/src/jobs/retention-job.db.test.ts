import { logType, type OptionKey } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { seedTask } from '../../test/support/seed-task.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { verifyLedger } from '../db/ledger-verify.ts';
import { listLogMonths, makeLogMonths } from '../db/log-months.ts';
import { writeSettlements } from '../db/settlement-writer.ts';
import { deleteCalls } from '../modules/log/call-deletion.ts';
import { runRetention } from './retention-job.ts';

const DAY = 86_400;

describe.each(databases)('retention on $name', (engine) => {
  const kind = engine.name === 'SQLite' ? 'sqlite' : 'postgres';
  let site: TestManagement;
  let ann: Person;
  /** Noon of the site. */
  let now: number;
  let lastNumber = 0;

  beforeEach(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1_000_000 });
    now = site.now();
    lastNumber = 0;
  });
  afterEach(() => site.stop());

  const makeMonths = async () => kind === 'postgres' && (await makeLogMonths(site.db, now));
  /** Calls of so many days ago, one point each. */
  const charge = (daysAgo: readonly number[]) =>
    writeSettlements(site.db, {
      outboxId: 'o',
      firstNumber: lastNumber + 1,
      nowSeconds: now,
      settlements: daysAgo.map((days) => ({
        ...{ request_id: `call_${++lastNumber}`, user_id: ann.id, created_at: now - days * DAY, type: 2 },
        ...{ content: '', username: 'ann', token_id: 1, token_name: 'laptop', model_name: 'm', quota: 1 },
        ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: 3, request_time: 10, is_stream: 1 as const },
        ...{
          source_ip: '',
          ended_by: 'completed' as const,
          token_quota: 0,
          group_name: null,
          metadata: 'null',
        },
      })),
    });
  const note = (daysAgo: number) =>
    site.db
      .insertInto('logs')
      .values({
        ...{ created_at: now - daysAgo * DAY, request_id: 'note', user_id: ann.id, username: 'ann' },
        ...{ type: logType.topup, quota: 5, content: '', source_ip: '', token_id: 0, token_name: '' },
        ...{ model_name: '', prompt_tokens: 0, completion_tokens: 0, channel_id: 0, request_time: 0 },
        ...{ is_stream: 0, metadata: 'null' },
      })
      .execute();
  const ages = async (type: number = logType.consume) =>
    (
      await site.db
        .selectFrom('logs')
        .select('created_at')
        .where('type', '=', type)
        .where('user_id', '=', ann.id)
        .orderBy('created_at')
        .execute()
    ).map(({ created_at }) => (now - created_at) / DAY);
  const removed: string[] = [];
  const run = (limits: Partial<Record<OptionKey, number>>) =>
    runRetention({
      jobs: site.db,
      options: { number: (key) => limits[key] ?? 0 },
      clock: { nowMs: () => now * 1000, nowSeconds: () => now, monotonicMs: () => now * 1000 },
      log: site.deps.log,
      taskFiles: {
        async remove(copies) {
          removed.push(...copies);
          await meanwhile();
        },
      },
    });
  /** Work of others while copies are deleted. */
  let meanwhile = async (): Promise<void> => {};
  const sums = async () => ({
    days: await site.db.selectFrom('statistics_key_days').selectAll().orderBy('day').execute(),
    hours: await site.db.selectFrom('statistics_hours').selectAll().orderBy('hour').execute(),
    ledger: await site.db.selectFrom('ledger').selectAll().orderBy('id').execute(),
  });

  it('keeps everything by default', async () => {
    await charge([400, 40, 0]);
    await run({});
    expect(await ages()).toEqual([400, 40, 0]);
  });

  it('deletes calls older than the days, over months; notes, sums and the ledger stay', async () => {
    await charge([400, 95, 95, 62, 33, 31, 30, 2, 0]);
    await note(95);
    await makeMonths();
    const before = await sums();
    expect(before.ledger).not.toEqual([]);

    await run({ LogAutoDeleteDays: 30 });

    expect(await ages()).toEqual([30, 2, 0]);
    expect(await ages(logType.topup)).toEqual([95]);
    expect(await sums()).toEqual(before);
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
    await run({ LogAutoDeleteDays: 30 });
    expect(await ages()).toEqual([30, 2, 0]);
  });

  it.each([
    [1, [1, 0.5, 0]],
    [4, [1.75, 1, 0.5, 0]],
    [5, [9.5, 1.75, 1, 0.5, 0]],
    [7, [9.5, 9.5, 9.5, 1.75, 1, 0.5, 0]],
    [8, [50, 9.5, 9.5, 9.5, 1.75, 1, 0.5, 0]],
    [9, [60, 50, 9.5, 9.5, 9.5, 1.75, 1, 0.5, 0]],
    [10, [60, 50, 9.5, 9.5, 9.5, 1.75, 1, 0.5, 0]],
  ])('keeps the newest %i calls, and those of the last day', async (rows, kept) => {
    await charge([60, 50, 9.5, 9.5, 9.5, 1.75, 1, 0.5, 0]);
    await run({ LogAutoDeleteRows: rows });
    expect(await ages()).toEqual(kept);
    // An hour that has lost a part of its calls is not taken for a full one.
    for (const limit of [rows, rows + 1]) {
      await run({ LogAutoDeleteRows: limit });
      expect(await ages()).toEqual(kept);
    }
  });

  it('deletes ended tasks older than the days, with the copies of their results', async () => {
    const age = (days: number) => ({ created_at: now - days * DAY, user_id: ann.id });
    const files = JSON.stringify([{ kind: 'video', url: 'https://vendor.example/v', copy: 'task_old-1' }]);
    await seedTask(site.db, { task_id: 'task_old', ...age(31), files });
    await seedTask(site.db, { task_id: 'task_old_picture', ...age(31), is_midjourney: 1 });
    await seedTask(site.db, { task_id: 'task_open', ...age(31), settled_at: 0, status: 'IN_PROGRESS' });
    await seedTask(site.db, { task_id: 'task_new', ...age(29) });
    // It took days, or its notice is on its way.
    await seedTask(site.db, { task_id: 'task_long', ...age(31), finished_at: now - 60 });
    await seedTask(site.db, { task_id: 'task_notice', ...age(31), notice_due_at: now });
    const left = async () =>
      (await site.db.selectFrom('tasks').select('task_id').orderBy('id').execute()).map((row) => row.task_id);
    await run({});
    expect(await left()).toHaveLength(6);
    await run({ TaskDays: 30 });
    expect(await left()).toEqual(['task_open', 'task_new', 'task_long', 'task_notice']);
    expect(removed).toEqual(['task_old-1']);
  });

  it('deletes a copy that was made meanwhile with its task in the next run', async () => {
    removed.length = 0;
    await seedTask(site.db, { task_id: 'task_copied', created_at: now - 31 * DAY, user_id: ann.id });
    meanwhile = async () => {
      const files = JSON.stringify([{ kind: 'video', url: '', copy: 'task_copied-1' }]);
      await site.db.updateTable('tasks').set({ files }).execute();
    };
    await run({ TaskDays: 30 });
    expect(removed).toEqual([]);
    meanwhile = async () => {};
    await run({ TaskDays: 30 });
    expect(removed).toEqual(['task_copied-1']);
    expect(await site.db.selectFrom('tasks').select('id').execute()).toEqual([]);
  });

  it('lets settlements in: none is lost, and each waits for the batch under way at most', async () => {
    await charge(Array.from({ length: 200 }, () => 5));
    await charge([0]);
    const settledBefore: number[] = [];
    let batches = 0;
    const deleted = await deleteCalls(site.db, {
      before: { created_at: now - DAY, id: 0 },
      atOnce: 10,
      pause: async () => {},
      onDeleted: async () => {
        batches += 1;
        const settled = charge([0]).then(() => settledBefore.push(batches));
        // PostgreSQL writes it next to the batch, which is still open here; SQLite after it and before the next.
        if (kind === 'postgres') await settled;
      },
    });
    expect(deleted).toBe(200);
    await expect.poll(() => settledBefore.length).toBe(20);
    expect(settledBefore).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await ages()).toEqual(Array.from({ length: 21 }, () => 0));
    const { quota } = await site.db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(quota).toBe(1_000_000 - 221);
  });

  // After the first of what goes: on PostgreSQL a month that is not dropped yet. Later: between two batches.
  it.each([1, 3])('is finished by the next run where it was broken off after %i rows', async (rows) => {
    await charge([95, 62, 5, 5, 5, 5, 0]);
    await note(62);
    await makeMonths();
    const broken = deleteCalls(site.db, {
      before: { created_at: now - 3 * DAY, id: 0 },
      atOnce: 2,
      pause: async () => {},
      onDeleted: async (_, deleted) => {
        if (deleted >= rows) throw new Error('the process ends here');
      },
    });
    await expect(broken).rejects.toThrow('ends here');
    expect((await ages()).filter((age) => age > 3).length).toBeGreaterThan(0);

    await run({ LogAutoDeleteDays: 3 });

    expect(await ages()).toEqual([0]);
    expect(await ages(logType.topup)).toEqual([62]);
  });

  it('deletes refused calls by days and by rows', async () => {
    await site.db
      .insertInto('refused_calls')
      .values(
        [50, 40, 31, 30, 3, 2, 1].map((days) => ({
          ...{ minute: now - days * DAY, user_id: ann.id, token_id: 0, reason: `r${days}` },
          ...{ count: 1, examples: '[]' },
        })),
      )
      .execute();
    const kept = async () =>
      (await site.db.selectFrom('refused_calls').select('reason').orderBy('id').execute()).map(
        ({ reason }) => reason,
      );
    await run({});
    expect(await kept()).toHaveLength(7);
    await run({ RefusedCallDays: 30 });
    expect(await kept()).toEqual(['r30', 'r3', 'r2', 'r1']);
    await run({ RefusedCallRows: 2 });
    expect(await kept()).toEqual(['r2', 'r1']);
  });

  it('deletes events of orders by days', async () => {
    await site.db
      .insertInto('order_events')
      .values(
        Array.from({ length: 1200 }, (_, index) => ({
          ...{ created_at: now - (index < 1100 ? 91 : 90) * DAY, gateway_id: 1, trade_no: '' },
          ...{ source: 'callback' as const, ip: '', verdict: 'refused' as const, reason: '', content: '' },
        })),
      )
      .execute();
    const kept = async () => (await site.db.selectFrom('order_events').select('id').execute()).length;
    await run({});
    expect(await kept()).toBe(1200);
    await run({ OrderEventDays: 90 });
    expect(await kept()).toBe(100);
  });

  if (kind === 'postgres') {
    const placesOf = async () =>
      (
        await sql<{ place: string }>`select tableoid::regclass::text as place from logs
          where type = 2 order by created_at`.execute(site.db)
      ).rows.map(({ place }) => place);

    it('has a partition for the next month before it begins, and moves what came into none', async () => {
      // The clock of the tests stands in January 2027; months were made for the machine's own.
      await makeMonths();
      await charge([0]);
      now += 31 * DAY;
      await charge([0]);
      expect(await placesOf()).toEqual(['logs_2027_01', 'logs_2027_02']);

      // Nothing ran for months: no row is refused, and none stays apart.
      now += 300 * DAY;
      await charge([0]);
      expect((await placesOf()).at(-1)).toBe('logs_other');
      now += 100 * DAY;
      await run({});
      expect(await placesOf()).toEqual(['logs_2027_01', 'logs_2027_02', 'logs_2027_12']);
      expect(site.logged).toContainEqual(expect.objectContaining({ facts: { rows: 1 } }));
    });

    it('drops a month after whoever reads it, and lets settlements through meanwhile', async () => {
      await charge([95, 0]);
      await makeMonths();
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const reading = site.db.transaction().execute(async (trx) => {
        await sql`select count(*) from logs`.execute(trx);
        begun.resolve();
        await ended.promise;
      });
      await begun.promise;
      expect(await placesOf()).toHaveLength(2);
      const dropped = run({ LogAutoDeleteDays: 3 });
      const waitsForLock = async () =>
        (
          await sql`select 1 from pg_locks where not granted and database =
          (select oid from pg_database where datname = current_database())`.execute(site.db)
        ).rows.length;
      try {
        await expect.poll(waitsForLock, { interval: 5 }).toBe(1);

        await charge([0]);

        expect(await placesOf()).toHaveLength(3);
      } finally {
        ended.resolve();
      }
      await Promise.all([reading, dropped]);
      expect(await ages()).toEqual([0, 0]);
    });

    it('drops whole months at once', async () => {
      await charge([95, 95, 5, 0]);
      await makeMonths();
      expect(await placesOf()).toEqual(['logs_2026_10', 'logs_2026_10', 'logs_2027_01', 'logs_2027_01']);
      await run({ LogAutoDeleteDays: 3 });
      expect((await listLogMonths(site.db)).map(({ name }) => name)).not.toContain('logs_2026_10');
      expect(await placesOf()).toEqual(['logs_2027_01']);
      const left = await sql`select tablename from pg_tables where tablename like 'logs_leaving%'`.execute(
        site.db,
      );
      expect(left.rows).toEqual([]);
    });
  }
});
