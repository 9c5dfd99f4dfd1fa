import { logCalls, logType, role, statisticsCalls } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { writeSettlements } from '../settlement-writer.ts';
import { coveringIndexes } from './0019-covering-indexes.ts';

const DAY = 86_400;
/** 15 January 2027, 00:00 UTC. */
const TODAY = 1_799_971_200;
const DAYS = 130;
const CALLS = 900;
const counts = 'request_count, quota, prompt_tokens, completion_tokens, request_time';
const countTypes = counts.replaceAll(/(\w+)/g, '$1 bigint not null');

describe.each(databases)('the roll-ups and lists of the release before on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let before: { answers: unknown[]; months: unknown[]; hours: unknown[]; days: unknown[] };
  const isSqlite = engine.name === 'SQLite';

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    const ann = await site.seed.person('ann', { quota: 10_000_000 });
    const settlements = Array.from({ length: CALLS }, (_, index) =>
      callOf(index, index % 3 === 0 ? ann.id : 1000 + (index % 40)),
    );
    await writeSettlements(site.db, { outboxId: 'box', firstNumber: 1, settlements, nowSeconds: TODAY });
    before = await read();
    await bringBack();
    await site.db
      .transaction()
      .execute((trx) => coveringIndexes(trx as never, isSqlite ? 'sqlite' : 'postgres'));
  });
  afterAll(() => site.stop());

  /** Makes the tables as they were before the migration, with what is in them. */
  async function bringBack(): Promise<void> {
    const run = (text: string) => sql.raw(text).execute(site.db);
    await run('drop table statistics_key_months');
    await run('drop index logs_user_unfinished');
    await run('drop index logs_user_time');
    await run('create index logs_user_time on logs (user_id, created_at, id)');
    const rebuild = async (table: string, columns: string, key: string) => {
      await run(`create table earlier as select * from ${table}`);
      await run(`drop table ${table}`);
      const isOrdered = isSqlite && table !== 'statistics_hours';
      await run(`create table ${table} (${columns}, ${countTypes}, constraint ${table}_key primary key (${key}))
        ${isOrdered ? 'without rowid' : ''}`);
      const names = `${key}, ${counts}`;
      await run(`insert into ${table} (${names}) select ${names} from earlier`);
      await run('drop table earlier');
    };
    const keyed = 'dimension text not null, usage_key text not null';
    await rebuild(
      'statistics_hours',
      'hour bigint not null, user_id bigint not null, channel_id bigint not null, model_name text not null',
      'hour, user_id, channel_id, model_name',
    );
    await run('create index statistics_hours_user on statistics_hours (user_id, hour)');
    await rebuild('statistics_key_hours', `${keyed}, hour bigint not null`, 'dimension, usage_key, hour');
    await rebuild('statistics_key_days', `${keyed}, day bigint not null`, 'dimension, day, usage_key');
  }

  async function read() {
    const answers: unknown[] = [];
    for (const utc_offset of [0, 345, 480, -210]) {
      for (const group_type of ['model', 'channel', 'group', 'user']) {
        const range = { start_timestamp: TODAY - DAYS * DAY + 7777, end_timestamp: TODAY - 9999 };
        const query = { group_type, utc_offset, ...range };
        answers.push((await site.ask(statisticsCalls.period, { as: admin, query })).body.data);
      }
    }
    for (const filter of [{}, { token_name: 'key-3' }, { ended_by: 'failed' }, { model_name: 'none' }]) {
      const query = { username: 'ann', size: 50, ...filter };
      answers.push((await site.ask(logCalls.list, { as: admin, query })).body.data);
    }
    const tables = {
      months: site.db.selectFrom('statistics_key_months').selectAll().orderBy('month'),
      days: site.db.selectFrom('statistics_key_days').selectAll().orderBy('day'),
      hours: site.db.selectFrom('statistics_hours').selectAll().orderBy('hour'),
    };
    const sorted = async (rows: Promise<object[]>) =>
      (await rows).map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    return {
      answers,
      months: await sorted(tables.months.execute()),
      days: await sorted(tables.days.execute()),
      hours: await sorted(tables.hours.execute()),
    };
  }

  it('give the same answers after the migration', async () => {
    const after = await read();
    expect(before.answers.flat()).not.toEqual([]);
    expect(after).toEqual(before);
    expect(after.months.length).toBeGreaterThan(5 * 5);
  });

  it('count further calls', async () => {
    const sumOf = async (table: string) => {
      const isKeyed = sql.raw(table === 'statistics_hours' ? 'true' : `dimension = 'all'`);
      const { rows } = await sql<{ quota: number }>`
        select cast(sum(quota) as bigint) as quota from ${sql.table(table)} where ${isKeyed}`.execute(
        site.db,
      );
      return rows[0]?.quota ?? 0;
    };
    const known = await sumOf('statistics_key_months');
    const call = { ...callOf(0, 1000), request_id: 'req_next', quota: 77 };
    const batch = { outboxId: 'box', firstNumber: CALLS + 1, settlements: [call], nowSeconds: TODAY };
    await writeSettlements(site.db, batch);
    for (const table of ['statistics_key_months', 'statistics_key_days', 'statistics_hours'])
      expect(await sumOf(table)).toBe(known + 77);
  });
});

function callOf(index: number, userId: number) {
  const spread = (index * 2_654_435_761) % 4_294_967_296;
  return {
    request_id: `req_${index}`,
    user_id: userId,
    type: logType.consume,
    created_at: TODAY - (spread % (DAYS * DAY)),
    ...{
      content: '',
      username: '',
      token_id: 0,
      token_name: `key-${index % 7}`,
      token_quota: 0,
      group_name: null,
    },
    ...{ model_name: `model-${index % 5}`, quota: spread % 1000, prompt_tokens: 3, completion_tokens: 2 },
    ...{ channel_id: index % 4, request_time: 5, is_stream: 0 as const, source_ip: '192.0.2.1' },
    ended_by: index % 9 === 0 ? ('upstream' as const) : ('completed' as const),
    metadata: '{}',
  };
}
