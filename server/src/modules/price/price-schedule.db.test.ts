import {
  type Price,
  type PriceSchedule,
  priceCalls,
  priceScheduleCalls,
  priceVersionCalls,
  role,
} from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { priceOf } from '../../../test/support/test-prices.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { priceListJob } from '../../jobs/price-list-job.ts';
import { AddressError } from '../../platform/net/guarded-fetch.ts';
import { endOfDay } from '../../platform/zone-days.ts';
import { PriceListSchedule } from './price-schedule.ts';

const DAY = 86_400;
const URL = 'https://prices.test/list.json';

describe.each(databases)('the schedule of price lists on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let asked: string[];

  beforeAll(async () => {
    site = await startTestManagement(engine);
    await site.seed.person('ann', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    asked = [];
    // Noon, so that an hour is the same day.
    site.passTime(endOfDay(site.now()) - site.now() + DAY / 2);
    // Sessions end in so many days.
    ann = await site.signIn('ann');
    for (const table of ['prices', 'price_versions', 'price_changes', 'price_schedules'] as const)
      await site.db.deleteFrom(table).execute();
    for (const one of [priceOf('m'), priceOf('ours'), priceOf('kept', { locked: true })])
      await site.ask(priceCalls.create, { as: ann, input: one });
  });

  const answering = (list: unknown) => {
    site.fakes.guardedFetch = async (url) => {
      asked.push(url);
      return {
        status: 200,
        bytes: Buffer.from(typeof list === 'string' ? list : JSON.stringify(list)),
        contentType: '',
        headers: {},
      };
    };
  };
  const plan = (given: Partial<PriceSchedule> = {}) =>
    site.ask(priceScheduleCalls.update, {
      as: ann,
      input: { period: 'daily', url: URL, mode: 'merge', ...given },
    });
  const last = async () => (await site.ask(priceScheduleCalls.get, { as: ann })).body.data.last;
  /** A process that was just started. */
  const started = () => new PriceListSchedule(site.deps);
  const runs = async (): Promise<boolean> => started().runIfDue(new AbortController().signal);
  const inUse = async () =>
    Object.fromEntries(
      ((await site.ask(priceCalls.list, {})).body.data as Price[]).map(({ model, input }) => [model, input]),
    );

  it('is off until it is set, and rejects what is no address', async () => {
    answering([priceOf('m', { input: 3 })]);
    expect((await site.ask(priceScheduleCalls.get, { as: ann })).body.data).toEqual({
      period: 'off',
      url: '',
      mode: 'update',
      last: null,
    });
    expect(await runs()).toBe(false);
    expect((await plan({ url: 'prices.json' })).body.fields).toEqual([
      { field: 'url', code: 'field.invalid_address' },
    ]);
    await plan({ period: 'off' });
    expect(await runs()).toBe(false);
    expect(asked).toEqual([]);
  });

  it('runs once a day, also after restarts, and by one of two', async () => {
    answering([priceOf('m', { input: 3 })]);
    await plan();
    expect((await Promise.all([runs(), runs()])).sort()).toEqual([false, true]);
    expect(asked).toEqual([URL]);
    for (const seconds of [60, 3600, 10_000]) {
      site.passTime(seconds);
      expect(await runs()).toBe(false);
    }
    site.passTime(DAY - 13_660);
    expect(await runs()).toBe(true);
    expect(await runs()).toBe(false);
    // Some days later only once more.
    site.passTime(5 * DAY);
    expect([await runs(), await runs()]).toEqual([true, false]);
    expect(asked).toHaveLength(3);
  });

  it('runs once a week', async () => {
    answering([priceOf('m')]);
    await plan({ period: 'weekly' });
    expect(await runs()).toBe(true);
    const days = [];
    for (let day = 1; day <= 15; day += 1) {
      site.passTime(DAY);
      if (await runs()) days.push(day);
    }
    expect(days).toEqual([7, 14]);
  });

  it('takes a list by its mode, leaves locked prices and what looks like a slip, and can be undone', async () => {
    answering([
      priceOf('m', { input: 3 }),
      priceOf('kept', { input: 3 }),
      priceOf('new', { locked: true }),
      priceOf('ours', { input: 11 }),
      priceOf('free', { input: 0, output: 0 }),
    ]);
    await plan();
    site.changed.length = 0;
    await runs();

    expect(await inUse()).toEqual({ m: 3, kept: 1, new: 1, ours: 1 });
    expect(site.changed).toEqual(['routing']);
    const { change_id, ...result } = await last();
    expect(result).toEqual({
      ran_at: site.now(),
      added: 1,
      changed: 1,
      removed: 0,
      locked: 1,
      left_out: ['free', 'ours'],
      bad: [],
      failure: '',
    });
    const changes = (await site.ask(priceVersionCalls.changes, { as: ann })).body.data.data;
    expect(changes[0]).toMatchObject({ id: change_id, kind: 'list', username: '', count: 2 });
    const undone = await site.ask(priceVersionCalls.undo, { as: ann, params: { id: change_id } });
    expect(undone.body.data).toEqual({ restored: 2, kept: [] });
    expect(await inUse()).toEqual({ m: 1, kept: 1, ours: 1 });
  });

  it.each([
    ['add', { m: 1, kept: 1, ours: 1, new: 1 }],
    ['update', { m: 3, kept: 1, ours: 1 }],
    ['overwrite', { m: 3, kept: 1, new: 1 }],
  ] as const)('takes a list by the mode "%s"', async (mode, after) => {
    answering([priceOf('m', { input: 3 }), priceOf('kept', { input: 3 }), priceOf('new')]);
    await plan({ mode });
    await runs();
    expect(await inUse()).toEqual(after);
  });

  it('changes nothing by a wrong list, names each bad entry, and tries again after an hour', async () => {
    const before = await inUse();
    for (const [list, failure, bad] of [
      [
        [priceOf('m', { input: 3 }), priceOf('x', { input: -1 }), priceOf('y', { channel_type: 0 })],
        'price_list.has_bad_entries',
        [
          { place: 2, model: 'x', field: 'input', code: 'too_small' },
          { place: 3, model: 'y', field: 'channel_type', code: 'price.owner_required' },
        ],
      ],
      [[], 'price_list.unreadable', []],
      ['<html>', 'price_list.unreadable', []],
    ] as const) {
      answering(list);
      await plan({ mode: 'overwrite' });
      expect(await runs()).toBe(true);
      expect(await last()).toMatchObject({ failure, bad, added: 0, changed: 0, removed: 0, change_id: null });
      expect(await inUse()).toEqual(before);
    }
    site.passTime(3599);
    expect(await runs()).toBe(false);
    site.passTime(1);
    answering([priceOf('m', { input: 3 })]);
    expect(await runs()).toBe(true);
    expect(await last()).toMatchObject({ failure: '', changed: 1, removed: 1 });
  });

  it('says that an address gave no answer', async () => {
    site.fakes.guardedFetch = async () => {
      throw new AddressError('private_network');
    };
    await plan();
    await runs();
    expect(await last()).toMatchObject({ failure: 'price_list.private_network' });
  });

  it('takes the built-in list where no address is given', async () => {
    await plan({ url: '', mode: 'add' });
    await runs();
    expect((await inUse())['gpt-4o']).toBe(1.25);
  });

  it('makes a run again that a stop broke off', async () => {
    answering([priceOf('m', { input: 3 })]);
    await plan();
    const stopping = new AbortController();
    site.fakes.guardedFetch = async (_url, { signal }) => {
      stopping.abort();
      throw signal.reason;
    };
    await started().runIfDue(stopping.signal);
    expect(await last()).toBeNull();
    answering([priceOf('m', { input: 3 })]);
    expect(await runs()).toBe(false);
    site.passTime(3600);
    expect(await runs()).toBe(true);
    expect(await inUse()).toMatchObject({ m: 3 });
  });

  it('is looked at by a job, every minute', async () => {
    answering([priceOf('m', { input: 3 })]);
    const runner = new JobRunner({ ...site.deps, random: () => 0 });
    runner.add([priceListJob(started())]);
    await runner.look();
    await plan();
    site.passTime(60);
    await runner.look();
    await expect.poll(async () => (await last())?.changed).toBe(1);
    await runner.stop();
  });
});
