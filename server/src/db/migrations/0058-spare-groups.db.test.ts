import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { spareGroups } from './0058-spare-groups.ts';

describe.each(databases)('spare groups on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('begin with the one that a key had', async () => {
    const ann = await site.seed.person('ann');
    for (const name of ['with', 'without'])
      await site.ask(
        { method: 'POST', path: '/api/token/' },
        { as: ann, input: { name, expired_time: -1, remain_quota: 0, unlimited_quota: true } },
      );
    // As it was before the migration.
    await site.db.schema.alterTable('tokens').dropColumn('spare_groups').execute();
    await site.db.schema
      .alterTable('tokens')
      .addColumn('backup_group', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await site.db
      .updateTable('tokens')
      .set({ backup_group: 'vip-2_b' } as never)
      .where('name', '=', 'with')
      .execute();

    await spareGroups(site.db as never);

    const rows = await site.db.selectFrom('tokens').selectAll().orderBy('name').execute();
    expect(rows).toMatchObject([{ spare_groups: '["vip-2_b"]' }, { spare_groups: '[]' }]);
    expect(rows[0]).not.toHaveProperty('backup_group');
  });
});
