import { logType } from '@turnpike/contract';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { filterByIndex, type LogFilter } from '../../modules/log/log-filter.ts';
import { callEnd } from './0005-call-end.ts';

const ROWS = 20_000;

describe.each(databases)('the end of calls on $name', (engine) => {
  let site: TestManagement;
  const kind = engine.name === 'SQLite' ? 'sqlite' : 'postgres';
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';

  beforeAll(async () => {
    site = await startTestManagement(engine);
    const row = (index: number) => ({
      ...{ request_id: `req_${index}`, user_id: index % 20, created_at: index, type: logType.consume },
      ...{ content: '', username: '', token_id: 0, token_name: '', model_name: 'm', quota: 1 },
      ...{ prompt_tokens: 0, completion_tokens: 0, channel_id: 0, request_time: 0, is_stream: 0 as const },
      ...{ source_ip: '', ended_by: null, metadata: `{"ended_by":"${index % 99 ? 'completed' : 'client'}"}` },
    });
    const notes = { ...row(0), type: logType.topup, metadata: 'null' };
    await site.db.insertInto('logs').values(notes).execute();
    for (let from = 1; from <= ROWS; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => row(from + index));
      await site.db.insertInto('logs').values(rows).execute();
    }
    // As it was before the migration.
    for (const index of ['logs_unfinished', 'logs_user_time', 'logs_user_unfinished'])
      await sql`drop index ${sql.ref(index)}`.execute(site.db);
    await site.db.schema.alterTable('logs').dropColumn('ended_by').execute();
    await callEnd(site.db as never, kind);
    // SQLite's planner decides without counts, as it does in use.
    if (kind === 'postgres') await sql`analyze`.execute(site.db);
  }, 60_000);
  afterAll(() => site.stop());

  it('is taken out of the metadata of the calls that were there before', async () => {
    const { rows } = await sql<{ ended_by: string | null; count: number }>`
      select ended_by, count(*) as count from logs group by 1 order by 2`.execute(site.db);
    expect(rows.map(({ ended_by, count }) => [ended_by, Number(count)])).toEqual([
      [null, 1],
      ['client', Math.floor(ROWS / 99)],
      ['completed', ROWS - Math.floor(ROWS / 99)],
    ]);
  });

  it.each<[string, LogFilter]>([
    ['logs_unfinished', { ended_by: 'failed' }],
    ['logs_unfinished', { ended_by: 'client', start_timestamp: 5, end_timestamp: ROWS }],
    ['logs_unfinished', { ended_by: 'failed', userId: 7 }],
    ['logs_time', { ended_by: 'completed' }],
  ])('is found by %s for %o', async (index, filter) => {
    const rows = filterByIndex(site.db.selectFrom('logs').select(['id', 'content']), filter)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100);
    const { sql: text, parameters } = rows.compile();
    const plan = await site.db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    // PostgreSQL names the indexes of partitions by their columns. These rows are older than all of its months.
    const ofPartition = { logs_unfinished: 'logs_other_\\w+_ended_by_idx', logs_time: 'logs_other_pkey' };
    const name = kind === 'postgres' ? ofPartition[index as keyof typeof ofPartition] : index;
    expect(JSON.stringify(plan.rows)).toMatch(new RegExp(`\\b${name}\\b`));
    expect(JSON.stringify(plan.rows)).not.toMatch(/TEMP B-TREE|Seq Scan on logs_other/);
  });
});
