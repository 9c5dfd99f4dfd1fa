import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { makeLogMonths } from '../../db/log-months.ts';
import type { Tables } from '../../db/tables.ts';
import type { LogFilter } from './log-filter.ts';
import { listLogs } from './log-repository.ts';

const DAY = 86_400;
const DAYS = 150;
const ROWS = 20_000;
const engines = databases.filter(({ name }) => name === 'PostgreSQL');

describe.each(engines)('lists over several months of the log on $name', (engine) => {
  let site: TestManagement;
  let start: number;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    start = site.now() - DAYS * DAY;
    await sql`insert into logs (request_id, user_id, created_at, type, content, username, token_id, token_name,
        model_name, quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, ended_by,
        tried_channels, metadata)
      select 'req_' || i, i % 100, ${start}::bigint + i * ${DAYS * DAY}::bigint / ${ROWS}::bigint, 2, '', '', 1,
        'key', 'model-' || i % 20, 1, 1, 1, 1, 1, 1, '', case when i % 99 = 0 then 'upstream' else 'completed' end,
        case when i % 99 = 0 then ' 1 2 ' end, 'null'
      from generate_series(1, ${sql.lit(ROWS)}) i`.execute(site.db);
    await makeLogMonths(site.db, site.now());
    await sql`analyze logs`.execute(site.db);
  }, 60_000);
  afterAll(() => site.stop());

  const first = { page: 1, size: 100 };
  const middle = () => start + 70 * DAY;
  // Without any filter the count, which is bounded, reads the first rows it meets.
  it.each<[string, () => LogFilter]>([
    ['a user', () => ({ userId: 7 })],
    ['a time range', () => ({ start_timestamp: middle(), end_timestamp: middle() + 3 * DAY })],
    ['a request', () => ({ request_id: 'req_7777' })],
    ['failed calls', () => ({ ended_by: 'failed' })],
    ['failed calls of a user', () => ({ userId: 7, ended_by: 'failed' })],
    ['retried calls', () => ({ retried: 'yes' })],
    ['retried calls of a user at a channel', () => ({ userId: 7, retried: 'yes', channel_tried: 2 })],
    ['a model', () => ({ model_name: 'model-7' })],
    ['a model of a user', () => ({ userId: 7, model_name: 'model-7' })],
    ['a key that never was', () => ({ token_name: 'none' })],
  ])('read no month from its beginning for %s', async (_, filter) => {
    await site.db.transaction().execute(async (trx) => {
      const before = await wholeScans(trx);
      const page = await listLogs(trx, filter(), first);
      if (page.next_cursor !== null) await listLogs(trx, filter(), { ...first, cursor: page.next_cursor });
      expect(await wholeScans(trx)).toEqual(before);
    });
  });

  /** Sequential scans of months with rows by this connection, as far as they are not reported yet. */
  async function wholeScans(trx: Transaction<Tables>) {
    const { rows } = await sql`select relname as name, seq_scan as times from pg_stat_xact_user_tables
      where relname like 'logs_20%' and relid in (select oid from pg_class where reltuples > 100)
      order by 1`.execute(trx);
    return rows;
  }

  it('show the same rows, in the same order, over pages that cross months', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLogs(site.db, { userId: 7 }, { ...first, size: 60, cursor });
      seen.push(...page.data.map(({ created_at }) => created_at));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(ROWS / 100);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });
});
