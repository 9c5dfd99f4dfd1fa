import { expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement } from '../../../test/support/test-management.ts';
import { invitations } from './0038-invitations.ts';
import { knownPersons } from './0044-known-persons.ts';

it.each(databases)('hashes of rewards recognise persons, and rewards stay paid, on $name', async (engine) => {
  const site = await startTestManagement(engine);
  const engineName = engine.name === 'SQLite' ? 'sqlite' : 'postgres';
  // As it was before the two migrations.
  await site.db.schema.dropIndex('users_aff_code').execute();
  for (const column of ['aff_code', 'inviter_id', 'aff_history_quota'])
    await site.db.schema.alterTable('users').dropColumn(column).execute();
  for (const table of ['invitation_rewards', 'invite_codes', 'person_hashes'])
    await site.db.schema.dropTable(table).execute();
  await invitations(site.db as never, engineName);
  const reward = { inviter_id: 1, source: 'registration' as const, points: 5, created_time: 9 };
  const rows = [
    { ...reward, invitee_id: 2, email_hash: 'a', identity_hash: 'b' },
    { ...reward, invitee_id: 3, email_hash: null, identity_hash: 'c' },
    { ...reward, invitee_id: 4, email_hash: null, identity_hash: null },
  ];
  await site.db
    .insertInto('invitation_rewards')
    .values(rows as never)
    .execute();

  await knownPersons(site.db as never, engineName);

  const hashes = await site.db.selectFrom('person_hashes').selectAll().orderBy('hash').execute();
  expect(hashes).toEqual(['a', 'b', 'c'].map((hash) => ({ hash, created_time: 9 })));
  const kept = await site.db.selectFrom('invitation_rewards').selectAll().orderBy('id').execute();
  expect(kept).toEqual(
    [2, 3, 4].map((invitee_id) => ({ ...reward, id: invitee_id - 1, invitee_id, paid_time: 9 })),
  );
  const next = { ...reward, invitee_id: 5, paid_time: null };
  await site.db.insertInto('invitation_rewards').values(next).execute();
  await site.stop();
});
