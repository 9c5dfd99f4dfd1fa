import { role, statisticsCalls, TOLD_APART } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { fillUsageRollUps } from '../../db/migrations/0004-usage-roll-up.ts';
import { fillKeyMonths } from '../../db/migrations/0019-covering-indexes.ts';
import type { StatisticsHourTable } from '../../db/tables/usage-tables.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** 15 January 2027, 00:00 UTC; the test's clock stands at 08:00 of that day. */
const TODAY = 1_799_971_200;
const { dashboard, rate, totals, period } = statisticsCalls;

describe.each(databases)('statistics on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let channelId: number;

  const hour = (
    person: Person,
    at: number,
    given: Partial<StatisticsHourTable> = {},
  ): StatisticsHourTable => ({
    ...{
      hour: TODAY + at,
      user_id: person.id,
      channel_id: channelId,
      model_name: 'gpt-4o',
      request_count: 1,
    },
    ...{ quota: 100, prompt_tokens: 20, completion_tokens: 5, request_time: 1500 },
    ...given,
  });

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 700 });
    bob = await site.seed.person('bob', { group: 'vip', quota: 50 });
    const channel = await site.ask(
      { method: 'POST', path: '/api/channel/' },
      { as: admin, input: { type: 1000, name: 'Demo', key: '', models: 'demo-chat' } },
    );
    channelId = channel.body.data.id;
    await addHours([
      hour(ann, 0, { quota: 3 }),
      hour(ann, HOUR, { quota: 4, request_count: 2 }),
      hour(ann, HOUR, { quota: 10, model_name: 'claude-x' }),
      hour(ann, -HOUR, { quota: 50 }),
      hour(ann, -7 * DAY, { quota: 60 }),
      hour(ann, -7 * DAY - HOUR, { quota: 1000 }),
      hour(bob, HOUR, { quota: 500, channel_id: 0 }),
    ]);
  });
  afterAll(() => site.stop());

  /** As a site of an earlier version has them when it is brought up to date. */
  const addHours = async (rows: StatisticsHourTable[]) => {
    await site.db.insertInto('statistics_hours').values(rows).execute();
    await site.db.deleteFrom('statistics_key_hours').execute();
    await site.db.deleteFrom('statistics_key_days').execute();
    await site.db.deleteFrom('statistics_key_months').execute();
    const [first, last] = [TODAY - 30 * DAY, TODAY + DAY];
    for (const fill of [...fillUsageRollUps(first, last), ...fillKeyMonths(first, last)])
      await sql.raw(fill).execute(site.db);
  };

  const read = async (declared: typeof dashboard | typeof period, as: Person, query = {}) =>
    (await site.ask(declared, { as, query })).body.data;

  it("sums one's own use by day and model: today and the seven days before", async () => {
    expect(await read(dashboard, ann)).toEqual([
      usage('2027-01-08', 'gpt-4o', { Quota: 60 }),
      usage('2027-01-14', 'gpt-4o', { Quota: 50 }),
      usage('2027-01-15', 'claude-x', { Quota: 10 }),
      usage('2027-01-15', 'gpt-4o', {
        ...{ Quota: 7, RequestCount: 3, PromptTokens: 40, CompletionTokens: 10, RequestTime: 3000 },
      }),
    ]);
  });

  it("begins days at the reader's midnight", async () => {
    const inHongKong = await read(dashboard, ann, { days: 0, time_zone: 'Asia/Hong_Kong' });
    expect(inHongKong).toEqual([
      usage('2027-01-15', 'claude-x', { Quota: 10 }),
      usage('2027-01-15', 'gpt-4o', {
        ...{ Quota: 57, RequestCount: 4, PromptTokens: 60, CompletionTokens: 15, RequestTime: 4500 },
      }),
    ]);
    const hoursIn = async (zone: object) =>
      (await read(dashboard, ann, { days: 1, interval: 'hour', ...zone })).map(
        (row: { Date: string; Quota: number }) => [row.Date, row.Quota],
      );
    const inNewYork = [
      ['2027-01-14 18:00', 50],
      ['2027-01-14 19:00', 3],
      ['2027-01-14 20:00', 10],
      ['2027-01-14 20:00', 4],
    ];
    expect(await hoursIn({ time_zone: 'America/New_York' })).toEqual(inNewYork);
    expect(await hoursIn({ utc_offset: -300 })).toEqual(inNewYork);
    // Counts are kept per hour of UTC.
    expect(await hoursIn({ time_zone: 'Asia/Kolkata' })).toEqual([
      ['2027-01-15 04:30', 50],
      ['2027-01-15 05:30', 3],
      ['2027-01-15 06:30', 10],
      ['2027-01-15 06:30', 4],
    ]);
  });

  it("takes an hour that begins before the reader's midnight for the day before", async () => {
    await addHours([
      hour(bob, 18 * HOUR - 2 * DAY, { quota: 8 }),
      hour(bob, 19 * HOUR - 2 * DAY, { quota: 9 }),
    ]);
    const query = { time_zone: 'Asia/Kolkata', user_id: bob.id, group_type: 'user' };
    const midnight = TODAY - 2 * DAY + 18.5 * HOUR;
    const daysFrom = async (start_timestamp: number) => {
      const range = { start_timestamp, end_timestamp: midnight + DAY - 1 };
      const { channel_statistics } = await read(period, admin, { ...query, ...range });
      return channel_statistics.map((row: { Date: string; Quota: number }) => [row.Date, row.Quota]);
    };
    expect(await daysFrom(midnight)).toEqual([['2027-01-14', 9]]);
    expect(await daysFrom(midnight - 60)).toEqual([
      ['2027-01-13', 8],
      ['2027-01-14', 9],
    ]);
  });

  it('shows seven days of the zone where a range names no start', async () => {
    const midnight = TODAY - 6 * DAY - 8 * HOUR;
    await addHours([
      hour(bob, -6 * DAY - 8 * HOUR, { quota: 31 }),
      hour(bob, -6 * DAY - 9 * HOUR, { quota: 32 }),
    ]);
    const query = { group_type: 'model', time_zone: 'Asia/Hong_Kong', user_id: bob.id };
    const unnamed = await read(period, admin, query);
    expect(unnamed.channel_statistics[0]).toMatchObject({ Date: '2027-01-09', Quota: 31 });
    expect(unnamed).toEqual(await read(period, admin, { ...query, start_timestamp: midnight }));
  });

  it('takes 400 days of a zone, one of which has 25 hours', async () => {
    const end_timestamp = Date.parse('2026-12-06T04:59:59Z') / 1000;
    const start_timestamp = Date.parse('2025-11-01T04:00:00Z') / 1000;
    const query = { end_timestamp, start_timestamp, time_zone: 'America/New_York' };
    expect(end_timestamp - start_timestamp).toBeGreaterThan(400 * DAY);
    expect((await site.ask(period, { as: admin, query })).status).toBe(200);
  });

  it('says how much of the allowed rate is used, and nothing for a group that is gone', async () => {
    Object.assign(site.lastMinute, { calls: 7, tokens: 1234 });
    const api_rate = 21;
    await site.db.updateTable('user_groups').set({ api_rate }).where('symbol', '=', 'vip').execute();
    const lost = await site.seed.person('lost', { group: 'no-such' });
    expect((await site.ask(rate, { as: bob })).body.data).toEqual({
      ...{ rpm: 7, maxRPM: 21, usageRpmRate: 33.33, tpm: 1234, maxTPM: 0, usageTpmRate: 0 },
    });
    expect((await site.ask(rate, { as: lost })).body.data).toMatchObject({ maxRPM: 0, usageRpmRate: 0 });
    await site.db.deleteFrom('users').where('id', '=', lost.id).execute();
  });

  it('sums accounts and channels', async () => {
    const { body } = await site.ask(totals, { as: admin });
    const owner = await site.root();
    const { quota } = (await site.ask({ method: 'GET', path: '/api/user/self' }, { as: owner })).body.data;
    expect(body.data).toEqual({
      user_statistics: {
        ...{ total_quota: quota + 750, total_used_quota: 0, total_user: 4, total_inviter_user: 0 },
      },
      channel_statistics: [{ total_channels: 1, status: 1 }],
      redemption_statistic: [],
      order_statistics: [],
    });
  });

  const range = { start_timestamp: TODAY, end_timestamp: TODAY + HOUR };

  it.each([
    [
      'model',
      [
        ['claude-x', 0, 10],
        ['gpt-4o', 0, 507],
      ],
    ],
    [
      'model_type',
      [
        ['', 0, 10],
        ['OpenAI', 0, 507],
      ],
    ],
    [
      'group',
      [
        ['default', 0, 17],
        ['vip', 0, 500],
      ],
    ],
  ])('tells use apart by %s', async (group_type, expected) => {
    const { channel_statistics } = await read(period, admin, { ...range, group_type });
    expect(shown(channel_statistics)).toEqual(expected);
  });

  it('tells use apart by channel and by user, with their numbers', async () => {
    const by = async (group_type: string) =>
      shown((await read(period, admin, { ...range, group_type })).channel_statistics);
    expect(await by('channel')).toEqual([
      ['', 0, 500],
      ['Demo', channelId, 17],
    ]);
    expect(await by('')).toEqual(await by('channel'));
    expect(await by('user')).toEqual([
      ['ann', ann.id, 17],
      ['bob', bob.id, 500],
    ]);
  });

  it('narrows every part to one user', async () => {
    const query = { ...range, end_timestamp: TODAY + DAY, group_type: 'user', user_id: bob.id };
    const { channel_statistics, user_statistics } = await read(period, admin, query);
    expect(shown(channel_statistics)).toEqual([['bob', bob.id, 500]]);
    expect(user_statistics).toEqual([{ date: '2027-01-15', user_count: 1, inviter_user_count: 0 }]);
    const everybody = await read(period, admin, { ...query, user_id: 0 });
    expect(everybody.user_statistics).toEqual([{ date: '2027-01-15', user_count: 4, inviter_user_count: 0 }]);
  });

  it('sums what is left where there are very many', async () => {
    const many = Array.from({ length: TOLD_APART + 5 }, (_, index) =>
      hour(bob, -20 * DAY, { model_name: `model-${index}`, quota: index + 1 }),
    );
    await addHours(many);
    const query = { start_timestamp: TODAY - 20 * DAY, end_timestamp: TODAY - 19 * DAY, group_type: 'model' };
    const { channel_statistics } = await read(period, admin, query);
    expect(channel_statistics).toHaveLength(TOLD_APART + 1);
    const rest = channel_statistics.filter(({ Id }: { Id: number }) => Id === -1);
    expect(rest).toMatchObject([{ Channel: '', Quota: 1 + 2 + 3 + 4 + 5, RequestCount: 5 }]);
  });

  it.each([
    [{ start_timestamp: TODAY, end_timestamp: TODAY - 1 }, 'end_timestamp', 'too_small'],
    [{ start_timestamp: TODAY - 401 * DAY, end_timestamp: TODAY }, 'end_timestamp', 'too_big'],
    [
      { start_timestamp: TODAY - 9 * DAY, end_timestamp: TODAY, interval: 'hour' },
      'end_timestamp',
      'too_big',
    ],
    [{ start_timestamp: 8_640_000_000_001, end_timestamp: TODAY }, 'start_timestamp', 'too_big'],
    [{ group_type: 'colour' }, 'group_type', 'invalid_value'],
    [{ utc_offset: 900 }, 'utc_offset', 'too_big'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'field.unknown_time_zone'],
    [{ time_zone: '2027-01-01T00:00[UTC]' }, 'time_zone', 'field.unknown_time_zone'],
    [{ time_zone: 'x'.repeat(65) }, 'time_zone', 'too_big'],
  ])('refuses %j', async (query, field, code) => {
    const { status, body } = await site.ask(period, { as: admin, query });
    expect(status).toBe(400);
    expect(body.fields).toMatchObject([{ field, code }]);
  });

  it('refuses more days than it keeps apart', async () => {
    expect((await site.ask(dashboard, { as: ann, query: { days: 400 } })).status).toBe(400);
    expect((await site.ask(dashboard, { as: ann, query: { days: 8, interval: 'hour' } })).status).toBe(400);
    expect((await site.ask(dashboard, { as: ann, query: { days: 399 } })).status).toBe(200);
  });

  it('shows a person his own use and administrators everybody', async () => {
    for (const declared of [totals, period]) {
      expect((await site.ask(declared, { as: ann })).status).toBe(403);
      expect((await site.ask(declared)).status).toBe(401);
    }
    for (const declared of [dashboard, rate]) expect((await site.ask(declared)).status).toBe(401);
    expect(await read(dashboard, admin)).toEqual([]);
  });
});

const usage = (day: string, ModelName: string, given: object) => ({
  ...{ Date: day, ModelName, RequestCount: 1, PromptTokens: 20, CompletionTokens: 5, RequestTime: 1500 },
  ...given,
});

const shown = (rows: { Channel: string; Id: number; Quota: number }[]) =>
  rows.map(({ Channel, Id, Quota }) => [Channel, Id, Quota]);
