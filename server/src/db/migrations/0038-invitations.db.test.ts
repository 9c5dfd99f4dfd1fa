import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { invitations } from './0038-invitations.ts';

const CODE = expect.stringMatching(/^[0-9a-f]{12}$/);

describe.each(databases)('invitation codes on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('are given to the accounts that were there before, each its own', async () => {
    for (const name of ['ann', 'bob', 'eve']) await site.seed.person(name);
    // As it was before the migration.
    await site.db.schema.dropIndex('users_aff_code').execute();
    for (const column of ['aff_code', 'inviter_id', 'aff_history_quota'])
      await site.db.schema.alterTable('users').dropColumn(column).execute();
    for (const table of ['invitation_rewards', 'invite_codes'])
      await site.db.schema.dropTable(table).execute();

    await invitations(site.db as never, engine.name === 'SQLite' ? 'sqlite' : 'postgres');

    const users = await site.db
      .selectFrom('users')
      .select(['aff_code', 'inviter_id', 'aff_history_quota'])
      .execute();
    expect(users.length).toBeGreaterThanOrEqual(3);
    for (const row of users) expect(row).toEqual({ aff_code: CODE, inviter_id: null, aff_history_quota: 0 });
    expect(new Set(users.map(({ aff_code }) => aff_code)).size).toBe(users.length);
  });
});
