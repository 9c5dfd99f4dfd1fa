import { ledgerCalls, role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { healthOf } from '../../app/health.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { ledgerCheckJob } from '../../jobs/ledger-check-job.ts';
import { endOfDay, siteTimeZone } from '../../platform/zone-days.ts';
import { LedgerCheck } from './ledger-check.ts';

describe.each(databases)('the check of the ledger on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  beforeEach(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin, quota: 70 });
  });
  afterEach(() => site.stop());

  const state = async () => (await site.ask(ledgerCalls.check, { as: admin })).body.data;
  const check = async (input = {}) => {
    const started = await site.ask(ledgerCalls.startCheck, { as: admin, input });
    await vi.waitFor(async () => expect((await state()).running).toBeNull(), { timeout: 30_000 });
    return started.body.data;
  };
  const health = () =>
    healthOf({
      outbox: { backlog: 0, hasRoom: true } as never,
      rejected: { current: 0 } as never,
      ledgerCheck: site.deps.ledgerCheck,
    });
  const robAdmin = () => site.db.updateTable('users').set({ quota: 71 }).where('id', '=', admin.id).execute();

  it('is started by hand, runs behind the answer, and its result is kept', async () => {
    expect(await state()).toEqual({ running: null, last: null, time_zone: siteTimeZone() });
    expect(health()).toMatchObject({ status: 'ok', ledger: null });

    const started = await check();

    expect(started).toEqual({
      running: { started_at: site.now(), is_full: false, accounts: 0, entries: 0 },
      last: null,
      time_zone: siteTimeZone(),
    });
    const { last } = await state();
    expect(last).toMatchObject({
      started_at: site.now(),
      accounts: 2,
      entries: 2,
      difference: null,
      failure: '',
    });
    expect(health()).toMatchObject({ status: 'ok', ledger: { checked_at: site.now(), is_right: true } });
    const again = await LedgerCheck.load(site.deps as never);
    expect(again.state).toEqual({ running: null, last, time_zone: siteTimeZone() });
  });

  it('names the first difference, also in the health', async () => {
    await robAdmin();
    await check({ is_full: true });
    expect((await state()).last).toMatchObject({
      is_full: true,
      difference: {
        user_id: admin.id,
        entry_id: null,
        what: 'the ledger comes to 70 points, the balance is 71',
      },
    });
    expect(health()).toMatchObject({ status: 'degraded', ledger: { is_right: false } });
    expect(site.logged).toContainEqual(expect.objectContaining({ text: 'the ledger is not right' }));
  });

  it('says why it could not be finished', async () => {
    const settings = { ...site.settings, dataDir: '/nowhere', databaseUrl: null };
    const broken = await LedgerCheck.load({ ...site.deps, settings });
    await broken.run({ isFull: false });
    expect(broken.state.last).toMatchObject({
      difference: null,
      failure: 'There is no database: /nowhere/turnpike.db',
    });
  });

  it('is tried again by its job where it could not be finished', async () => {
    const settings = { ...site.settings, dataDir: '/nowhere', databaseUrl: null };
    const job = ledgerCheckJob(await LedgerCheck.load({ ...site.deps, settings }));
    const { signal } = new AbortController();
    await expect(job.run({ signal, lastRunAt: null })).rejects.toThrow('There is no database');
  });

  it('ends when its job is aborted', async () => {
    const { ledgerCheck } = site.deps;
    const stopping = new AbortController();
    const running = ledgerCheck.run({ isFull: false, signal: stopping.signal });
    stopping.abort();
    await running;
    expect(ledgerCheck.state).toMatchObject({ running: null, last: { failure: 'the check was broken off' } });
  });

  it('leaves no result where the gateway stops meanwhile', async () => {
    const { ledgerCheck } = site.deps;
    const running = ledgerCheck.run({ isFull: true });
    ledgerCheck.stop();
    await running;
    expect(await site.db.selectFrom('ledger_checks').select('id').execute()).toEqual([]);
    expect(site.logged).toEqual([]);
  });

  it('is made once a night, also after nights that were missed, and closes the days', async () => {
    const { ledgerCheck } = site.deps;
    const runner = new JobRunner({ ...site.deps, random: () => 0 });
    runner.add([ledgerCheckJob(ledgerCheck)]);
    await runner.look();
    const midnight = endOfDay(site.now());
    site.passTime(midnight - site.now());
    await runner.look();
    expect(ledgerCheck.state).toMatchObject({ running: null, last: null });
    site.passTime(3 * 86_400 + 3600);
    await runner.look();
    const isEnded = { running: null, last: expect.anything() };
    await vi.waitFor(() => expect(ledgerCheck.state).toMatchObject(isEnded), { timeout: 30_000 });
    const { last } = ledgerCheck.state;
    site.passTime(3600);
    await runner.look();
    expect(ledgerCheck.state).toMatchObject({ running: null, last });
    await runner.stop();

    expect(ledgerCheck.state.last).toMatchObject({ is_full: false, accounts: 2, entries: 0, failure: '' });
    const closings = await site.db.selectFrom('ledger_closings').select(['day', 'balance']).execute();
    expect(closings).toEqual(expect.arrayContaining([{ day: midnight, balance: 70 }]));
    expect(closings).toHaveLength(2);
  });

  it('keeps the last hundred results', async () => {
    const row = {
      started_at: 1,
      duration_ms: 1,
      is_full: 0,
      accounts: 1,
      entries: 1,
      difference: '',
      failure: '',
    };
    await site.db
      .insertInto('ledger_checks')
      .values(Array.from({ length: 150 }, () => ({ ...row, is_full: 0 as const })))
      .execute();
    await check();
    expect(await site.db.selectFrom('ledger_checks').select('id').execute()).toHaveLength(100);
  });
});
