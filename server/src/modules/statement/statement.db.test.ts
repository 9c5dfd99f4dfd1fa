import {
  type LedgerKind,
  logType,
  role,
  type StatementDay,
  statementCalls,
  userCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { type Posting, post } from '../../db/ledger.ts';
import { closeDays } from '../../db/ledger-closings.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeSettlements } from '../../db/settlement-writer.ts';
import { endOfDay, nameOfDay, startOfDay } from '../../platform/zone-days.ts';

const DAY = 86_400;

describe.each(databases)('statements on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  let ann: Person;
  /** Noon of four days. */
  let days: [number, number, number, number];
  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
    const noon = endOfDay(site.now(), 'UTC') + DAY / 2;
    days = [noon, noon + DAY, noon + 2 * DAY, noon + 3 * DAY];
    await change('gift', 1000, days[0]);
    await call(30, days[0] + 1, 2);
    await call(20, days[0] + 60, 1);
    await call(50, days[1], 5);
    site.passTime(days[1] + 60 - site.now());
    admin = await site.signIn('admin');
    await site.ask(userCalls.changeQuota, {
      as: admin,
      params: { id: ann.id },
      input: { quota: -100, remark: 'double payment' },
    });
    await call(7, days[1] + 120, 1);
    await closeDays(site.db, days[2]);
    await call(11, days[3], 12);
    await change('redemption', 500, days[3] + 60, {
      reference_type: 'code',
      reference: '77',
      actor_id: ann.id,
    });
    root = await site.signIn('owner');
    ann = await site.signIn('ann');
  });
  afterAll(() => site.stop());

  const change = (kind: LedgerKind, delta: number, created_at: number, more: Partial<Posting> = {}) =>
    site.db.transaction().execute((trx) =>
      post(trx, {
        ...{ user_id: ann.id, kind, delta, note: '', created_at },
        ...{ reference_type: 'start', reference: '', actor_id: null, ...more },
      }),
    );

  let outbox = 0;
  /** As many calls in one batch that cost so much together. */
  const call = (
    quota: number,
    nowSeconds: number,
    calls: number,
    { userId = ann.id, model = 'm' }: { userId?: number; model?: string } = {},
  ) => {
    outbox += 1;
    const settlements = Array.from(
      { length: calls },
      (_, index): Settlement => ({
        request_id: `req_${outbox}_${index}`,
        user_id: userId,
        created_at: nowSeconds,
        type: logType.consume,
        content: '',
        username: 'ann',
        token_id: 1,
        token_name: 'laptop',
        model_name: model,
        quota: index === 0 ? quota : 0,
        prompt_tokens: 1,
        completion_tokens: 1,
        channel_id: 0,
        request_time: 10,
        is_stream: 0,
        source_ip: '',
        ended_by: 'completed',
        metadata: 'null',
        token_quota: 0,
        group_name: null,
      }),
    );
    return writeSettlements(site.db, { outboxId: `box${outbox}`, firstNumber: 1, settlements, nowSeconds });
  };

  const own = async (query: Record<string, string | number> = {}) =>
    (await site.ask(statementCalls.listSelf, { as: ann, query: { size: 100, ...query } })).body.data;
  const amounts = ({ data }: { data: { delta: number }[] }) => data.map(({ delta }) => delta);

  it('say what, before → after, who and why, newest first', async () => {
    const { status, body } = await site.ask(statementCalls.list, {
      as: admin,
      params: { id: ann.id },
      query: { size: 100 },
    });
    expect(status).toBe(200);
    expect(body.data.total_count).toBe(8);
    expect(body.data.data).toMatchObject([
      { kind: 'redemption', delta: 500, before: 782, after: 1282, by: 'owner', reference: '77', calls: null },
      { kind: 'consumption', delta: -11, before: 793, after: 782, by: 'system', calls: 12 },
      { kind: 'consumption', delta: -7, before: 800, after: 793, calls: 1, reference: 'box4:1-1/1' },
      {
        kind: 'adjustment',
        delta: -100,
        before: 900,
        after: 800,
        reference_type: 'administrator',
        reference: String(admin.id),
        by: 'administrator',
        actor: { id: admin.id, username: 'admin' },
        note: 'double payment',
      },
      { kind: 'consumption', delta: -50, before: 950, after: 900, calls: 5 },
      { kind: 'consumption', delta: -20, before: 970, after: 950, calls: 1 },
      { kind: 'consumption', delta: -30, before: 1000, after: 970, calls: 2, created_at: days[0] + 1 },
      { kind: 'gift', delta: 1000, before: 0, after: 1000, reference_type: 'start', actor: null, note: '' },
    ]);
  });

  it('show the owner the same, but not which administrator it was', async () => {
    const { data } = await own();
    expect(data).toHaveLength(8);
    expect(data[3]).toMatchObject({
      delta: -100,
      by: 'administrator',
      actor: null,
      reference: '',
      note: 'double payment',
    });
    expect(JSON.stringify(data)).not.toContain('admin"');
  });

  it('go on behind a cursor, and are narrowed by time and kind', async () => {
    const all = amounts(await own());
    let page = await own({ size: 3 });
    const walked = amounts(page);
    while (page.next_cursor !== null) {
      page = await own({ size: 3, cursor: page.next_cursor });
      walked.push(...amounts(page));
    }
    expect(walked).toEqual(all);
    expect(amounts(await own({ kind: 'consumption' }))).toEqual([-11, -7, -50, -20, -30]);
    expect(amounts(await own({ kind: 'adjustment' }))).toEqual([-100]);
    expect(amounts(await own({ kind: 'other' }))).toEqual([500, -100, 1000]);
    const dayOne = {
      start_timestamp: startOfDay(days[1], 'UTC'),
      end_timestamp: endOfDay(days[1], 'UTC') - 1,
    };
    expect(amounts(await own(dayOne))).toEqual([-7, -100, -50]);
    expect(amounts(await own({ ...dayOne, kind: 'consumption' }))).toEqual([-7, -50]);
    const bad = await site.ask(statementCalls.listSelf, { as: ann, query: { cursor: 'x' } });
    expect(bad).toMatchObject({ status: 400, body: { fields: [{ field: 'cursor' }] } });
    expect((await site.ask(statementCalls.listSelf, { as: ann, query: { kind: 'theft' } })).status).toBe(400);
  });

  it('say what each day did, also days that no closing has ended', async () => {
    const answer = await site.ask(statementCalls.daysSelf, { as: ann, query: { size: 10 } });
    const name = (time: number) => ({ day: nameOfDay(time, 'UTC') });
    const expected = [
      { ...name(days[3]), before: 793, after: 1282, consumption: -11, other: 500 },
      { ...name(days[1]), before: 950, after: 793, consumption: -57, other: -100 },
      { ...name(days[0]), before: 0, after: 950, consumption: -50, other: 1000 },
    ];
    expect(answer.body.data).toMatchObject({ data: expected, total_count: 3, next_cursor: null });
    expect(answer.body.data.data[1]).toMatchObject({
      from: startOfDay(days[1], 'UTC'),
      to: endOfDay(days[1], 'UTC') - 1,
    });
    const daysOf = async (query: Record<string, string | number>) =>
      (await site.ask(statementCalls.days, { as: admin, params: { id: ann.id }, query })).body.data;
    let page = await daysOf({ size: 1 });
    const walked = [...page.data];
    while (page.next_cursor !== null) {
      page = await daysOf({ size: 1, cursor: page.next_cursor });
      walked.push(...page.data);
    }
    expect(walked).toMatchObject(expected);
    expect((await daysOf({ start_timestamp: startOfDay(days[1], 'UTC') })).data).toMatchObject(
      expected.slice(0, 2),
    );
    const upToNoon = { ...expected[1], to: days[1], after: 900, consumption: -50, other: 0 };
    expect((await daysOf({ end_timestamp: days[1] })).data).toMatchObject([upToNoon, expected[2]]);
    const fromNoon = { ...expected[1], from: days[1] + 1, before: 900, consumption: -7 };
    const behindNoon = { start_timestamp: days[1] + 1, end_timestamp: days[2] };
    expect(await daysOf(behindNoon)).toMatchObject({ data: [fromNoon], total_count: 1 });
    expect(await daysOf({ start_timestamp: days[3] + DAY })).toMatchObject({ data: [], total_count: 0 });
  });

  it('cut days by the time zone that is named, also where its clock changes', async () => {
    const nia = await site.seed.person('nia');
    const second = (iso: string) => Date.parse(iso) / 1000;
    const gifts = [
      ['2026-10-31T03:59:59Z', 10],
      ['2026-10-31T04:30:04Z', 5],
      // The clock of New York is set back at 06:00.
      ['2026-11-01T05:30:00Z', 1],
      ['2026-11-02T04:30:00Z', 3],
      ['2026-11-02T05:00:00Z', 2],
    ] as const;
    for (const [at, points] of gifts) await change('gift', points, second(at), { user_id: nia.id });
    const read = async (query: Record<string, string | number>) =>
      (await site.ask(statementCalls.days, { as: admin, params: { id: nia.id }, query })).body.data;
    const daysIn = async (query: Record<string, string | number>) =>
      (await read(query)).data.map((row: StatementDay) => [row.day, row.before, row.after]);

    const time_zone = 'America/New_York';
    const inNewYork = [
      ['2026-11-02', 19, 21],
      ['2026-11-01', 15, 19],
      ['2026-10-31', 10, 15],
      ['2026-10-30', 0, 10],
    ];
    expect(await daysIn({ time_zone })).toEqual(inNewYork);
    const { data, total_count } = await read({ time_zone });
    expect(total_count).toBe(4);
    const [from, to] = [second('2026-11-01T04:00:00Z'), second('2026-11-02T04:59:59Z')];
    expect(data[1]).toMatchObject({ from, to, consumption: 0, other: 4 });
    expect(await daysIn({ time_zone, start_timestamp: from })).toEqual(inNewYork.slice(0, 2));

    let page = await read({ time_zone, size: 1 });
    const walked = [...page.data];
    while (page.next_cursor !== null) {
      page = await read({ time_zone, size: 1, cursor: page.next_cursor });
      walked.push(...page.data);
    }
    expect(walked).toEqual(data);

    expect(await daysIn({})).toEqual([
      ['2026-11-02', 16, 21],
      ['2026-11-01', 15, 16],
      ['2026-10-31', 0, 15],
    ]);
    expect(await daysIn({ time_zone: 'Asia/Kathmandu' })).toEqual(await daysIn({}));
    const wrong = await site.ask(statementCalls.daysSelf, { as: ann, query: { time_zone: 'GMT+8' } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'time_zone', code: 'field.unknown_time_zone' }] },
    });
  });

  it('sum a range by kind and by model, whatever lies in it', async () => {
    const sumOf = async (query: Record<string, number> = {}) =>
      (await site.ask(statementCalls.sumSelf, { as: ann, query })).body.data;
    expect(await sumOf()).toEqual({
      ...{ before: 0, after: 1282, models: null },
      kinds: [
        { kind: 'consumption', points: -118 },
        { kind: 'redemption', points: 500 },
        { kind: 'gift', points: 1000 },
        { kind: 'adjustment', points: -100 },
      ],
    });
    const dayOne = {
      start_timestamp: startOfDay(days[1], 'UTC'),
      end_timestamp: endOfDay(days[1], 'UTC') - 1,
    };
    expect(await sumOf(dayOne)).toEqual({
      ...{ before: 950, after: 793, models: [{ model: 'm', points: 57 }] },
      kinds: [
        { kind: 'consumption', points: -57 },
        { kind: 'adjustment', points: -100 },
      ],
    });
    const quiet = {
      start_timestamp: startOfDay(days[2], 'UTC'),
      end_timestamp: endOfDay(days[2], 'UTC') - 1,
    };
    expect(await sumOf(quiet)).toEqual({ before: 793, after: 793, kinds: [], models: [] });
    const byAdmin = await site.ask(statementCalls.sum, { as: admin, params: { id: ann.id }, query: dayOne });
    expect(byAdmin.body.data).toMatchObject({ before: 950, after: 793 });
    expect((await site.ask(statementCalls.sum, { as: ann, params: { id: ann.id } })).status).toBe(403);
    expect((await site.ask(statementCalls.sum, { as: admin, params: { id: 9999 } })).status).toBe(404);
  });

  it('sum a range from the first second as one without a start', async () => {
    const sumOf = async (query: Record<string, number>) =>
      (await site.ask(statementCalls.sumSelf, { as: ann, query })).body.data;
    const { before, after, kinds } = await sumOf({});
    expect(await sumOf({ start_timestamp: 1 })).toMatchObject({ before, after, kinds });
  });

  it.each([
    ['ends before it starts', { start_timestamp: 2_000, end_timestamp: 1_999 }, 'end_timestamp', 'too_small'],
    [
      'is later than any calendar',
      { start_timestamp: 8_640_000_000_001, end_timestamp: 8_640_000_000_002 },
      'start_timestamp',
      'too_big',
    ],
  ])('refuse a range that %s', async (_, query, field, code) => {
    const { listSelf, daysSelf, sumSelf, exportSelfCsv } = statementCalls;
    for (const declared of [listSelf, daysSelf, sumSelf, exportSelfCsv]) {
      const { status, body } = await site.ask(declared, { as: ann, query });
      expect(status).toBe(400);
      expect(body.fields?.[0]).toEqual({ field, code });
    }
    const { list, days, sum, exportCsv } = statementCalls;
    for (const declared of [list, days, sum, exportCsv])
      expect((await site.ask(declared, { as: admin, params: { id: ann.id }, query })).status).toBe(400);
  });

  it('sum by model what a range holds of the hours at its ends', async () => {
    const sumOf = async (start_timestamp: number, end_timestamp: number) =>
      (await site.ask(statementCalls.sumSelf, { as: ann, query: { start_timestamp, end_timestamp } })).body
        .data;
    const [noonOne, noonTwo] = [days[0], days[1]];

    for (const [from, to, points] of [
      [noonTwo, noonTwo + 119, 50],
      [noonTwo + 1, noonTwo + 120, 7],
      [noonOne + 2, noonTwo + 60, 20 + 50],
      [noonOne + 1, noonTwo + 120, 30 + 20 + 50 + 7],
    ] as const)
      expect(await sumOf(from, to)).toMatchObject({
        kinds: expect.arrayContaining([{ kind: 'consumption', points: -points }]),
        models: [{ model: 'm', points }],
      });
    expect(await sumOf(noonTwo + 1, noonTwo + 119)).toMatchObject({ models: [] });
  });

  it('sum of many models what the range holds, those that are not told apart too', async () => {
    const bob = await site.seed.person('bob', { quota: 100_000 });
    const hour = days[1] - (days[1] % 3600);
    const models = Array.from({ length: 30 }, (_, number) => `model-${number}`);
    for (const [number, model] of models.entries())
      for (const minute of [10, 40])
        await call(100 + number, hour + minute * 60, 1, { userId: bob.id, model });
    const sumOf = async (start_timestamp: number, end_timestamp: number) => {
      const query = { start_timestamp, end_timestamp };
      const { body } = await site.ask(statementCalls.sum, { as: root, params: { id: bob.id }, query });
      return (body.data.models ?? []) as { model: string; points: number }[];
    };
    const total = models.reduce((sum, _, number) => sum + 100 + number, 0);

    const half = await sumOf(hour, hour + 30 * 60);
    expect(half.reduce((sum, { points }) => sum + points, 0)).toBe(total);
    expect(half).toHaveLength(21);
    expect(half.find(({ model }) => model === '')?.points).toBe(
      models.slice(0, 10).reduce((sum, _, number) => sum + 100 + number, 0),
    );
    expect(await sumOf(hour + 20 * 60, hour + 30 * 60)).toEqual([]);
  });

  it('come as a file', async () => {
    const file = await site.ask(statementCalls.exportSelfCsv, { as: ann, query: { kind: 'adjustment' } });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(String(file.body)).toMatch(
      /^\uFEFFid,created_at,kind,delta,before,after,reference_type,reference,calls,by,note\r\n\d+,\S+Z,adjustment,-100,900,800,administrator,,,administrator,double payment\r\n$/,
    );
    const full = await site.ask(statementCalls.exportCsv, { as: admin, params: { id: ann.id } });
    expect(full.headers['content-disposition']).toBe(`attachment; filename="user-${ann.id}-statement.csv"`);
    expect(String(full.body).split('\r\n')).toHaveLength(10);
    expect(String(full.body)).toContain(',double payment,admin\r\n');
  });

  it('are the owner’s and administrators’ only, and stay when the account is deleted', async () => {
    const list = (as: Person | undefined, id: number) =>
      site.ask(statementCalls.list, { as, params: { id } });
    expect((await list(ann, ann.id)).status).toBe(403);
    expect((await list(undefined, ann.id)).status).toBe(401);
    expect(await list(admin, 9999)).toMatchObject({ status: 404, body: { code: 'user.not_found' } });
    expect((await list(admin, root.id)).status).toBe(200);
    const gone = await site.seed.person('gone', { quota: 5 });
    await site.ask(userCalls.remove, { as: root, params: { id: gone.id } });
    expect((await list(admin, gone.id)).body.data.data).toMatchObject([{ kind: 'opening', delta: 5 }]);
  });
});
