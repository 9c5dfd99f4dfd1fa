import {
  channelCalls,
  channelStatus,
  channelTestCalls,
  KEPT_CHANNEL_TESTS,
  optionCalls,
  role,
  type TestScheduleView,
} from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { writeTestRun } from './channel-test-repository.ts';
import { runDueTests } from './scheduled-tests.ts';

describe.each(databases)('the scheduled tests of channels on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  beforeEach(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterEach(() => site.stop());

  const make = async (name: string, models = 'm'): Promise<number> => {
    const input = { type: 8, name, base_url: 'https://x.example', models, key: `sk-${name}` };
    return (await site.ask(channelCalls.create, { as: admin, input })).body.data.id;
  };
  const setOptions = async (values: Record<string, string>) => {
    const root = await site.root();
    for (const [key, value] of Object.entries(values))
      await site.ask(optionCalls.update, { as: root, input: { key, value } });
  };
  const test = () => runDueTests(site.deps, new AbortController().signal);
  const schedule = async (): Promise<TestScheduleView> =>
    (await site.ask(channelTestCalls.schedule, { as: admin })).body.data;
  const runNow = async (): Promise<TestScheduleView> =>
    (await site.ask(channelTestCalls.runNow, { as: admin })).body.data;
  const historyOf = async (id: number) =>
    (await site.ask(channelTestCalls.history, { as: admin, params: { id } })).body.data;

  it('show how far they are, and afterwards what came of them and when the next ones are due', async () => {
    const [good, bad] = [await make('good'), await make('bad')];
    expect(await schedule()).toEqual({ running: null, is_wanted: false, last: null, next_run_at: null });
    await setOptions({ ChannelTestMinutes: '60', AutomaticDisableChannelEnabled: 'true' });
    const seen: TestScheduleView[] = [];
    site.fakes.testChannel = async ({ channelKey }) => {
      if (channelKey === 'sk-bad') throw new GatewayError('upstream.key_refused');
      // The other one has ended by then.
      while ((await schedule()).running?.failed !== 1);
      seen.push(await schedule(), await runNow());
      return { timeSeconds: 0.25 };
    };
    await test();
    expect(seen[0]).toMatchObject({
      running: { total: 2, passed: 0, failed: 1, disabled: 1, testing: [{ id: good, name: 'good' }] },
      last: null,
    });
    expect(seen[1]?.is_wanted).toBe(false);
    const counts = { total: 2, passed: 1, failed: 1, skipped: 0, disabled: 1, enabled: 0 };
    expect(await schedule()).toEqual({
      running: null,
      is_wanted: false,
      last: { ...counts, started_at: site.now(), ended_at: site.now() },
      next_run_at: site.now() + 3600,
    });
    const one = { id: expect.any(Number), time: site.now() };
    expect(await historyOf(good)).toEqual([{ ...one, code: '', duration_ms: 250 }]);
    expect(await historyOf(bad)).toEqual([{ ...one, code: 'upstream.key_refused', duration_ms: 0 }]);
  });

  it('leave a channel without a model to ask until its next turn, with the reason', async () => {
    const id = await make('wild', 'gpt-*');
    await setOptions({ ChannelTestMinutes: '60', AutomaticDisableChannelEnabled: 'true' });
    await test();
    await test();
    expect(await historyOf(id)).toMatchObject([{ code: 'channel.test_model_required', duration_ms: 0 }]);
    expect((await schedule()).last).toMatchObject({ total: 1, skipped: 1, failed: 0 });
    const channel = (await site.ask(channelCalls.get, { as: admin, params: { id } })).body.data;
    expect(channel).toMatchObject({
      ...{ status: channelStatus.enabled, test_time: site.now() },
      test_error: 'channel.test_model_required',
    });
    site.passTime(3600);
    await test();
    expect(await historyOf(id)).toHaveLength(2);
  });

  it('run when somebody asks, once, also where the schedule is off', async () => {
    const id = await make('one');
    await test();
    expect(await historyOf(id)).toEqual([]);
    expect(await runNow()).toMatchObject({ is_wanted: true, running: null });
    await runNow();
    await test();
    expect(await schedule()).toMatchObject({ is_wanted: false, last: { total: 1, passed: 1 } });
    await make('later');
    site.passTime(100);
    await test();
    expect((await schedule()).last).toMatchObject({ total: 1 });
  });

  it('of a process that ended are not shown as running for ever', async () => {
    await make('one');
    await writeTestRun(site.db, { started_at: site.now(), total: 9, testing: '[{"id":1,"name":"one"}]' });
    expect((await schedule()).running).toMatchObject({ total: 9 });
    await test();
    expect(await schedule()).toMatchObject({ running: null, last: { total: 9, ended_at: site.now() } });
  });

  it('are kept to a number for each channel', async () => {
    const [many, other] = [await make('many'), await make('other')];
    for (let count = 0; count < KEPT_CHANNEL_TESTS + 3; count += 1)
      await site.ask(channelCalls.test, { as: admin, params: { id: many } });
    await site.ask(channelCalls.test, { as: admin, params: { id: other } });
    const rows = await site.db.selectFrom('channel_tests').select(['id', 'channel_id']).execute();
    expect(rows.filter(({ channel_id }) => channel_id === many)).toHaveLength(KEPT_CHANNEL_TESTS);
    expect(rows.filter(({ channel_id }) => channel_id === other)).toHaveLength(1);
    const ids = (await historyOf(many)).map((one: { id: number }) => one.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    const missing = await site.ask(channelTestCalls.history, { as: admin, params: { id: 999 } });
    expect(missing.status).toBe(404);
  });
});
