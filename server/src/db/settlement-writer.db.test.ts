import { logType, MAX_POINTS } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { verifyLedger } from './ledger-verify.ts';
import { formatSettlement, parseSettlement, type Settlement } from './settlement.ts';
import { writeSettlements } from './settlement-writer.ts';

describe.each(databases)('settlements written to $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 100_000 });
  });
  afterAll(() => site.stop());

  const settlement = (number: number): Omit<Settlement, 'metadata'> => ({
    ...{ request_id: `req_${number}`, user_id: ann.id, created_at: 1_799_971_200, type: logType.consume },
    ...{ content: '', username: 'ann', token_id: 1, token_name: 'laptop', model_name: 'm', quota: number },
    ...{ prompt_tokens: number, completion_tokens: 1, channel_id: 0, request_time: 10, is_stream: 0 },
    ...{ source_ip: '', ended_by: 'completed', token_quota: 0, group_name: null },
  });
  const metadata = (number: number) => ({ note: `two\nlines of ${number} 行`, left_out: undefined });
  /** As they come out of the outbox. */
  const kept = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      parseSettlement(formatSettlement(settlement(index + 1), metadata(index + 1))),
    );
  const write = (settlements: Settlement[]) =>
    writeSettlements(site.db, { outboxId: 'box', firstNumber: 1, settlements, nowSeconds: 0 });

  it('are all there once, each with its own numbers, however many come in a batch and however often', async () => {
    expect(await write(kept(203))).toBe(203);
    await write(kept(203));
    await write(kept(207));

    const rows = await site.db.selectFrom('logs').selectAll().orderBy('id').execute();
    expect(rows).toHaveLength(207);
    for (const [index, row] of rows.entries()) {
      const { token_quota, ...expected } = settlement(index + 1);
      expect(row).toEqual({
        id: row.id,
        tried_channels: null,
        ...expected,
        metadata: JSON.stringify(metadata(index + 1)),
      });
    }
    const user = await site.db
      .selectFrom('users')
      .select(['quota', 'used_quota', 'request_count'])
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    const sum = (207 * 208) / 2;
    expect(user).toEqual({ quota: 100_000 - sum, used_quota: sum, request_count: 207 });
  });

  it('leave an entry for each user and batch, and go to the revenue', async () => {
    const entries = await site.db
      .selectFrom('ledger')
      .selectAll()
      .where('user_id', '=', ann.id)
      .where('kind', '=', 'consumption')
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { reference_type: 'batch', reference: 'box:1-203/203', delta: -(203 * 204) / 2, account: 'revenue' },
      {
        reference_type: 'batch',
        reference: 'box:204-207/4',
        delta: -(204 + 205 + 206 + 207),
        actor_id: null,
      },
    ]);
    const revenue = await site.db
      .selectFrom('ledger_accounts')
      .select('points')
      .where('account', '=', 'revenue')
      .executeTakeFirst();
    expect(revenue).toEqual({ points: (207 * 208) / 2 });
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
  });

  it('know their end also when an earlier version kept them', () => {
    const { ended_by, ...earlier } = settlement(1);
    const text = formatSettlement(earlier as Settlement, { ended_by: 'client' });
    expect(parseSettlement(text).ended_by).toBe('client');
    expect(parseSettlement(formatSettlement(earlier as Settlement, {})).ended_by).toBeNull();
    const { group_name, ...ungrouped } = settlement(1);
    const grouped = parseSettlement(formatSettlement(ungrouped as Settlement, { group_name: 'vip' }));
    expect(grouped.group_name).toBe('vip');
  });

  it('are in every roll-up what they are in the log', async () => {
    const counts = [
      sql<number>`cast(sum(quota) as bigint)`.as('quota'),
      sql<number>`cast(sum(prompt_tokens) as bigint)`.as('prompt_tokens'),
      sql<number>`cast(sum(completion_tokens) as bigint)`.as('completion_tokens'),
      sql<number>`cast(sum(request_time) as bigint)`.as('request_time'),
    ] as const;
    const requests = sql<number>`cast(sum(request_count) as bigint)`.as('request_count');
    const logged = await site.db
      .selectFrom('logs')
      .select([...counts, sql<number>`cast(count(*) as bigint)`.as('request_count')])
      .executeTakeFirstOrThrow();
    expect(logged.request_count).toBe(207);
    const hours = site.db.selectFrom('statistics_hours').select([...counts, requests]);
    expect(await hours.executeTakeFirst()).toEqual(logged);
    for (const table of ['statistics_key_hours', 'statistics_key_days', 'statistics_key_months'] as const) {
      const rows = await site.db
        .selectFrom(table)
        .select(['dimension', 'usage_key', ...counts, requests])
        .groupBy(['dimension', 'usage_key'])
        .orderBy('dimension')
        .execute();
      const keys = { all: '', channel: '0', group: 'default', model: 'm', user: String(ann.id) };
      expect(rows).toEqual(
        Object.entries(keys).map(([dimension, usage_key]) => ({ dimension, usage_key, ...logged })),
      );
    }
  });

  it('leave a sum that can be read, however much was used', async () => {
    const bob = await site.seed.person('bob', { quota: MAX_POINTS });
    await site.db
      .updateTable('users')
      .set({ used_quota: Number.MAX_SAFE_INTEGER - 10 })
      .where('id', '=', bob.id)
      .execute();
    const most = parseSettlement(
      formatSettlement({ ...settlement(1), request_id: 'req_most', user_id: bob.id, quota: MAX_POINTS }, {}),
    );
    await writeSettlements(site.db, {
      outboxId: 'other',
      firstNumber: 1,
      settlements: [most],
      nowSeconds: 0,
    });

    const { quota, used_quota } = await site.db
      .selectFrom('users')
      .select(['quota', 'used_quota'])
      .where('id', '=', bob.id)
      .executeTakeFirstOrThrow();
    expect([quota, used_quota]).toEqual([0, Number.MAX_SAFE_INTEGER]);
  });

  it('count also where a call costs nothing, and leave no entry then', async () => {
    const guest = await site.seed.person('guest', { quota: 10 });
    const free = { ...settlement(1), user_id: guest.id, quota: 0, metadata: 'null' };
    await writeSettlements(site.db, {
      outboxId: 'free',
      firstNumber: 1,
      settlements: [free],
      nowSeconds: 0,
    });
    const user = await site.db
      .selectFrom('users')
      .select(['quota', 'request_count'])
      .where('id', '=', guest.id)
      .executeTakeFirst();
    expect(user).toEqual({ quota: 10, request_count: 1 });
    const entries = await site.db
      .selectFrom('ledger')
      .select('kind')
      .where('user_id', '=', guest.id)
      .execute();
    expect(entries).toEqual([{ kind: 'opening' }]);
  });
});
