import { logCalls, logType, role, statisticsCalls, TOLD_APART } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeSettlements } from '../../db/settlement-writer.ts';
import { startOfDay } from '../../platform/zone-days.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** 15 January 2027, 00:00 UTC. */
const TODAY = 1_799_971_200;
/** Back to September, so that the clocks of many zones are changed meanwhile. */
const DAYS = 110;
const STRANGERS = TOLD_APART + 5;
/** Halfway, Ann is moved to another group. */
const HALFWAY = 600;
const CALLS = 1200;

/** The same calls every time, spread over days, people, models and channels. */
function randomCalls(people: readonly number[]): Settlement[] {
  let state = 42;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 8) % below;
  };
  return Array.from({ length: CALLS }, (_, index) => ({
    ...{ request_id: `req_${index}`, user_id: people[next(people.length)] ?? 0, type: logType.consume },
    ...{ created_at: TODAY - next(DAYS * DAY), content: '', username: '', token_id: 0, token_name: '' },
    ...{
      model_name: `model-${next(4)}`,
      quota: next(1000),
      prompt_tokens: next(50),
      completion_tokens: next(9),
    },
    ...{ channel_id: next(3), request_time: next(4000), is_stream: 0, source_ip: '' },
    ...{ ended_by: 'completed' as const, metadata: '{}' },
    token_quota: 0,
    group_name: null,
  }));
}

describe.each(databases)('use by day on $name, from calls as they were settled', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  let calls: Settlement[];
  /** The group that a call was made in. */
  let groupOf: (call: Settlement) => string;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 10_000_000 });
    const bob = await site.seed.person('bob', { quota: 10_000_000, group: 'vip' });
    const strangers = Array.from({ length: STRANGERS }, (_, index) => 1000 + index);
    calls = randomCalls([ann.id, ann.id, bob.id, ...strangers]);
    const write = (firstNumber: number, end: number) =>
      writeSettlements(site.db, {
        ...{
          outboxId: 'box',
          firstNumber,
          settlements: calls.slice(firstNumber - 1, end),
          nowSeconds: TODAY,
        },
      });
    await write(1, 7);
    await write(8, HALFWAY);
    await write(8, HALFWAY);
    await site.db.updateTable('users').set({ group: 'vip' }).where('id', '=', ann.id).execute();
    // A batch whose first half was written before the crash.
    await write(301, 800);
    await write(801, CALLS);
    groupOf = ({ user_id, request_id }) => {
      if (user_id >= 1000) return '';
      return user_id === bob.id || Number(request_id.slice(4)) >= HALFWAY ? 'vip' : 'default';
    };
  });
  afterAll(() => site.stop());

  const ask = async (group_type: string, query: object) =>
    (
      await site.ask(statisticsCalls.period, {
        as: admin,
        query: { group_type, start_timestamp: TODAY - DAYS * DAY, end_timestamp: TODAY, ...query },
      })
    ).body.data.channel_statistics as Usage[];

  /** Adds up the calls themselves. */
  const expected = (
    keyOf: (call: Settlement) => string,
    { zone = 'UTC', from = 0, to = TODAY }: { zone?: string; from?: number; to?: number },
  ) => {
    const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    const sums = new Map<string, number[]>();
    for (const call of calls) {
      const hour = call.created_at - (call.created_at % HOUR);
      if (hour < from - (from % HOUR) || hour > to) continue;
      const place = `${dates.format(hour * 1000)} ${keyOf(call)}`;
      const sum = sums.get(place) ?? [0, 0, 0, 0, 0];
      const counts = [1, call.quota, call.prompt_tokens, call.completion_tokens, call.request_time];
      sums.set(
        place,
        sum.map((value, index) => value + (counts[index] ?? 0)),
      );
    }
    return Object.fromEntries(sums);
  };
  const shown = (rows: Usage[], keyOf: (row: Usage) => string | number) =>
    Object.fromEntries(
      rows.map((row) => [
        `${row.Date} ${keyOf(row)}`,
        [row.RequestCount, row.Quota, row.PromptTokens, row.CompletionTokens, row.RequestTime],
      ]),
    );

  it.each([
    [{}, 'UTC'],
    [{ time_zone: 'Europe/Berlin' }, 'Europe/Berlin'],
    [{ time_zone: 'America/New_York' }, 'America/New_York'],
    [{ time_zone: 'America/Santiago' }, 'America/Santiago'],
    [{ time_zone: 'Africa/Cairo' }, 'Africa/Cairo'],
    [{ time_zone: 'Australia/Lord_Howe' }, 'Australia/Lord_Howe'],
    [{ time_zone: 'Asia/Kathmandu' }, 'Asia/Kathmandu'],
    [{ time_zone: 'pacific/kiritimati', utc_offset: 60 }, 'Pacific/Kiritimati'],
    [{ time_zone: '+05:30' }, 'Asia/Kolkata'],
    [{ utc_offset: 480 }, '+08:00'],
    [{ utc_offset: 720 }, '+12:00'],
    [{ utc_offset: -210 }, '-03:30'],
    [{ utc_offset: -840 }, '-14:00'],
  ])('equals the sums of the calls for %j', async (query, zone) => {
    expect(shown(await ask('model', query), ({ Channel }) => Channel)).toEqual(
      expected(({ model_name }) => model_name, { zone }),
    );
    expect(shown(await ask('channel', query), ({ Id }) => Id)).toEqual(
      expected(({ channel_id }) => String(channel_id), { zone }),
    );
    expect(shown(await ask('group', query), ({ Channel }) => Channel)).toEqual(expected(groupOf, { zone }));
    const rows = await ask('user', query);
    const named = new Set(rows.map(({ Id }) => Id).filter((id) => id !== -1));
    expect(named.size).toBe(TOLD_APART);
    expect(shown(rows, ({ Id }) => Id)).toEqual(
      expected(({ user_id }) => String(named.has(user_id) ? user_id : -1), { zone }),
    );
  });

  it('takes a range that begins and ends within days by its hours', async () => {
    const range = {
      start_timestamp: TODAY - 9 * DAY + 5 * HOUR + 9,
      end_timestamp: TODAY - 3 * DAY - 7 * HOUR,
    };
    expect(
      shown(await ask('model', { ...range, time_zone: 'Asia/Tokyo' }), ({ Channel }) => Channel),
    ).toEqual(
      expected(({ model_name }) => model_name, {
        ...{ zone: 'Asia/Tokyo', from: range.start_timestamp, to: range.end_timestamp },
      }),
    );
  });

  it.each(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'])(
    'counts in the seven days of %s the calls that the log lists in them',
    async (time_zone) => {
      const now = site.now();
      const start_timestamp = startOfDay(now, time_zone, -6);
      const listed = async (call: typeof logCalls.list | typeof logCalls.listSelf, as: Person) =>
        (await site.ask(call, { as, query: { start_timestamp, log_type: logType.consume } })).body.data
          .total_count;
      const counted = (rows: Usage[]) => rows.reduce((sum, { RequestCount }) => sum + RequestCount, 0);
      const own = await site.ask(statisticsCalls.dashboard, { as: ann, query: { days: 6, time_zone } });
      const everybody = await ask('model', { start_timestamp, end_timestamp: now, time_zone });

      expect(counted(everybody)).toBe(await listed(logCalls.list, admin));
      expect(counted(own.body.data)).toBe(await listed(logCalls.listSelf, ann));
      expect(counted(everybody)).toBeGreaterThan(50);
    },
  );

  it('tells the costliest apart', async () => {
    const costs = new Map<number, number>();
    for (const { user_id, quota } of calls) costs.set(user_id, (costs.get(user_id) ?? 0) + quota);
    const costliest = [...costs].sort((a, b) => b[1] - a[1]).slice(0, TOLD_APART);
    const named = new Set((await ask('user', {})).map(({ Id }) => Id).filter((id) => id !== -1));
    expect(named).toEqual(new Set(costliest.map(([id]) => id)));
  });

  it('shows one user by his model, his channel and himself', async () => {
    const user_id = 1003;
    const time_zone = 'America/New_York';
    const own = (keyOf: (call: Settlement) => string) => {
      const all = expected((call) => `${call.user_id} ${keyOf(call)}`, { zone: time_zone });
      return Object.fromEntries(
        Object.entries(all)
          .filter(([place]) => place.slice(11).startsWith(`${user_id} `))
          .map(([place, sum]) => [place.replace(`${user_id} `, ''), sum]),
      );
    };
    const read = (group_type: string) => ask(group_type, { user_id, time_zone });
    expect(shown(await read('model'), ({ Channel }) => Channel)).toEqual(own(({ model_name }) => model_name));
    expect(shown(await read('channel'), ({ Id }) => Id)).toEqual(own(({ channel_id }) => String(channel_id)));
    expect(shown(await read('user'), ({ Id }) => Id)).toEqual(own(() => String(user_id)));
    expect(shown(await read('group'), ({ Channel }) => Channel)).toEqual(own(() => ''));
  });
});

interface Usage {
  Date: string;
  Channel: string;
  Id: number;
  RequestCount: number;
  Quota: number;
  PromptTokens: number;
  CompletionTokens: number;
  RequestTime: number;
}
