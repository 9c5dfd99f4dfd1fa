import { type FilterField, logFilterFields } from '@turnpike/contract';
import { CompiledQuery, type RootOperationNode, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeSettlements } from '../../db/settlement-writer.ts';
import type { Tables } from '../../db/tables.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import type { LogFilter } from '../log/log-filter.ts';
import { listLogs } from '../log/log-repository.ts';
import { listRedemptions } from '../redemption/redemption-repository.ts';
import { listRefused } from '../refused-call/refused-call-repository.ts';
import { listStatementDays } from '../statement/statement-days.ts';
import { groupUsageOf, modelUsageOf } from './usage-views.ts';

const DAY = 86_400;
const CALLS = 2000;
const ANN = 7;

/** Fields of a search: the index of a user's rows has their columns. Retried calls have an index of their own. */
const searched = Object.entries<FilterField>(logFilterFields).filter(
  ([name, { index }]) => index === 'user' && name !== 'retried',
);
const soughtBy = (name: string) =>
  ({ ended_by: 'completed', log_type: 3, channel_id: 2, channel_tried: 2 })[name] ?? 'none';

describe.each(databases)('how lists and charts are read on $name', (engine) => {
  let site: TestManagement;
  const isSqlite = engine.name === 'SQLite';
  beforeAll(async () => {
    site = await startTestManagement(engine);
    const now = site.now();
    const settlements = Array.from({ length: CALLS }, (_, index) => ({
      ...{ request_id: `req_${index}`, user_id: index % 40, type: 2, created_at: now - index * 9000 },
      ...{
        content: '',
        username: '',
        token_id: 0,
        token_name: `key-${index % 7}`,
        token_quota: 0,
        group_name: null,
      },
      ...{ model_name: `model-${index % 5}`, quota: 9, prompt_tokens: 3, completion_tokens: 2 },
      ...{ channel_id: index % 4, request_time: 5, is_stream: 0, source_ip: '192.0.2.1', metadata: '{}' },
      ended_by: index % 9 === 0 ? 'upstream' : 'completed',
    })) as Settlement[];
    await writeSettlements(site.db, { outboxId: 'box', firstNumber: 1, settlements, nowSeconds: now });
    if (isSqlite) return;
    for (const table of ['logs', 'statistics_hours', 'statistics_key_hours', 'statistics_key_days'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(site.db);
  });
  afterAll(() => site.stop());

  /** Plans of every statement, without the option of reading whole tables because they are small. */
  async function plansOf(work: (db: Transaction<Tables>) => Promise<unknown>): Promise<string> {
    const nodes: RootOperationNode[] = [];
    const lines: string[] = [];
    await site.db.transaction().execute(async (trx) => {
      if (!isSqlite) {
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_bitmapscan = off`.execute(trx);
      }
      await work(
        trx.withPlugin({
          transformQuery: ({ node }) => {
            nodes.push(node);
            return node;
          },
          transformResult: async ({ result }) => result,
        }) as Transaction<Tables>,
      );
      for (const node of nodes) {
        const { sql: text, parameters } = trx.getExecutor().compileQuery(node, { queryId: 'plan' });
        const explain = isSqlite ? 'explain query plan' : 'explain';
        const { rows } = await trx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
        lines.push(...rows.map((row) => String(Object.values(row as object).at(-1))));
      }
    });
    return lines.join('\n');
  }

  const page = { page: 1, size: 20, order: undefined };
  it.each<[string, LogFilter]>([
    ...searched.map(([name]): [string, LogFilter] => [name, { [name]: soughtBy(name) }]),
    ['a channel and an address', { channel_id: 2, source_ip: '192.0.2.9' }],
  ])('finds rows of one user by %s in an index alone', async (_, filter) => {
    const plans = await plansOf((db) => listLogs(db, { ...filter, userId: ANN }, page as never));
    if (isSqlite) {
      expect(plans).toMatch(/SEARCH logs USING COVERING INDEX logs_user_time \(user_id=\?\)/);
      expect(plans).not.toMatch(/logs USING INDEX/);
    } else {
      expect(plans).toMatch(/Index Only Scan .*using logs_\d+_\d+_user_id_created_at/);
      expect(plans).not.toMatch(/Seq Scan on logs/);
    }
  });

  it("finds one user's failed calls in an index of those alone", async () => {
    const plans = await plansOf((db) => listLogs(db, { userId: ANN, ended_by: 'limit' }, page as never));
    expect(plans).toMatch(
      isSqlite ? /SEARCH logs USING COVERING INDEX logs_user_unfinished/ : /Index Only Scan .*ended_by_idx/,
    );
    expect(plans).not.toMatch(/Seq Scan on logs|logs_user_time/);
  });

  it.each([undefined, ANN])('finds retried calls of user %s in an index of those alone', async (userId) => {
    const filter = { userId, retried: 'yes', channel_tried: 2 } as const;
    const plans = await plansOf((db) => listLogs(db, filter, page as never));
    const name = userId === undefined ? 'logs_retried' : 'logs_user_retried';
    expect(plans).toMatch(
      isSqlite
        ? new RegExp(`(SCAN|SEARCH) logs USING COVERING INDEX ${name}`)
        : /Index Only Scan .*tried_channels/,
    );
    expect(plans).not.toMatch(/Seq Scan on logs|logs_user_time/);
  });

  it('finds a call of one user by its request', async () => {
    const plans = await plansOf((db) => listLogs(db, { userId: ANN, request_id: 'req_7' }, page as never));
    expect(plans).toMatch(isSqlite ? /SEARCH logs USING INDEX logs_request/ : /Index Scan .*request_id_idx/);
    expect(plans).not.toMatch(/logs_user_time|user_id_created_at/);
  });

  it.each([undefined, ANN])(
    'finds a refused call of user %s by its request in the rows of its minutes',
    async (userId) => {
      const query = { page: 1, size: 20, request_id: newRequestId(site.now() * 1000) };
      const plans = await plansOf((db) => listRefused(db, query, userId));
      expect(plans).toMatch(
        isSqlite
          ? /SEARCH refused_calls USING (COVERING )?INDEX \S+ \(minute>\? AND minute<\?\)/
          : /Index Scan .*using refused_calls_key/,
      );
      expect(plans).not.toMatch(/SCAN refused_calls|refused_calls_user|refused_calls_pkey/);
    },
  );

  it('finds the days of a statement in an index alone', async () => {
    const { id: userId } = await site.seed.person('rich', { quota: 5 });
    const plans = await plansOf((db) =>
      listStatementDays(db, { userId, time_zone: 'America/New_York' }, { size: 10 }),
    );
    const steps = isSqlite
      ? /SEARCH ledger USING COVERING INDEX ledger_user_time \(user_id=\? AND created_at>\? AND created_at<\?\)/
      : /Index Only Scan (Backward )?using ledger_user_time/;
    expect(plans).toMatch(steps);
    expect(plans).not.toMatch(/(SCAN|Seq Scan on) ledger/);
  });

  it.each<[string, { reason?: string; group_name?: string }]>([
    ['a group', { group_name: 'vip' }],
    ['a reason', { reason: 'token.expired' }],
    ['both', { group_name: 'vip', reason: 'token.expired' }],
  ])('finds refused calls by %s in an index, of everybody and of one user', async (_, filter) => {
    for (const userId of [undefined, ANN]) {
      const plans = await plansOf((db) => listRefused(db, { page: 1, size: 20, ...filter }, userId));
      expect(plans).toMatch(/refused_calls_(group|reason|user)/);
      expect(plans).not.toMatch(/SCAN refused_calls|refused_calls_pkey|TEMP B-TREE|Sort/);
    }
  });

  it.each(['name', '-name'])('lists codes of a name by %s in the order of an index', async (order) => {
    for (const status of [undefined, 1]) {
      const query = { page: 1, size: 20, order, keyword: 'spring', status };
      const plans = await plansOf((db) => listRedemptions(db, query));
      expect(plans).toMatch(/redemptions_(lower|status)_name/);
      expect(plans).not.toMatch(/SCAN redemptions$|Seq Scan|TEMP B-TREE|Sort/);
    }
  });

  it('reads charts without a scan of a whole roll-up', async () => {
    const end = site.now();
    const range = { start: end - 200 * DAY, end, interval: 'day', timeZone: 'America/New_York' } as const;
    const plans = await plansOf(async (db) => {
      for (const groupType of ['model', 'channel', 'group', 'user'] as const)
        await groupUsageOf(db, { range, groupType });
      await modelUsageOf(db, ANN, range);
    });
    expect(plans).toMatch(/statistics_hours/);
    expect(plans).not.toMatch(/(SCAN|Seq Scan on) (logs|statistics_)/);
  });
});
