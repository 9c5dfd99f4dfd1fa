import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { callLimits } from './0013-call-limits.ts';

const LIMITS = ['requests_per_minute', 'tokens_per_minute', 'parallel_calls'];

describe.each(databases)('limits of calls on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('are none for what was there before', async () => {
    await site.seed.person('ann');
    // As it was before the migration.
    for (const [table, columns] of [
      ['users', [...LIMITS, 'reminder_dismissed']],
      ['tokens', [...LIMITS, 'allowed_addresses', 'allowed_models']],
      ['channels', LIMITS],
      ['user_groups', LIMITS.slice(1)],
    ] as const)
      for (const column of columns) await site.db.schema.alterTable(table).dropColumn(column).execute();
    await site.db.schema.dropTable('refused_calls').execute();

    await callLimits(site.db as never, engine.name === 'SQLite' ? 'sqlite' : 'postgres');

    const users = await site.db.selectFrom('users').selectAll().execute();
    const groups = await site.db.selectFrom('user_groups').selectAll().execute();
    const none = { tokens_per_minute: 0, parallel_calls: 0 };
    for (const row of users)
      expect(row).toMatchObject({ ...none, requests_per_minute: 0, reminder_dismissed: 0 });
    for (const row of groups) expect(row).toMatchObject({ ...none, api_rate: 600 });
    expect(await site.db.selectFrom('refused_calls').selectAll().execute()).toEqual([]);
  });
});
