import { createHash } from 'node:crypto';
import { userCalls } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { verifyLedger } from '../ledger-verify.ts';
import { wholeLedger } from './0011-whole-ledger.ts';

describe.each(databases)('the ledger of the release before on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let ann: Person;
  let before: unknown[];
  const kind = engine.name === 'SQLite' ? 'sqlite' : 'postgres';

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    ann = await site.seed.person('ann');
    // As it was before the migration.
    await site.db.deleteFrom('ledger').execute();
    for (const index of ['ledger_user_time', 'ledger_user_other']) {
      await site.db.schema.dropIndex(index).execute();
    }
    for (const column of ['version', 'account', 'reference_type', 'actor_id', 'note']) {
      await site.db.schema.alterTable('ledger').dropColumn(column).execute();
    }
    for (const table of ['ledger_accounts', 'ledger_closings', 'ledger_checks']) {
      await site.db.schema.dropTable(table).execute();
    }
    await addEntries(root.id, [['opening', 25_000_000, '']]);
    await addEntries(ann.id, [
      ['opening', 700, ''],
      ['manage', 300, 'req_1'],
      ['consume', -250, 'box:1-7'],
      ['manage', -50, 'req_2'],
    ]);
    before = await stored();

    await wholeLedger(site.db as never, kind);
  });
  afterAll(() => site.stop());

  const columns = ['id', 'user_id', 'kind', 'delta', 'balance_after', 'reference', 'created_at'] as const;
  const stored = () =>
    site.db.selectFrom('ledger').select(columns).select(['previous_hash', 'hash']).orderBy('id').execute();

  /** The statement and the hash of that release. */
  async function addEntries(user_id: number, entries: [string, number, string][]): Promise<void> {
    let previous_hash = '';
    let balance_after = 0;
    for (const [kind, delta, reference] of entries) {
      balance_after += delta;
      const created_at = site.now();
      const fields = [previous_hash, user_id, kind, delta, balance_after, reference, created_at];
      const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
      await sql`insert into ledger
        (user_id, kind, delta, balance_after, reference, created_at, previous_hash, hash) values
        (${user_id}, ${kind}, ${delta}, ${balance_after}, ${reference}, ${created_at}, ${previous_hash}, ${hash})`.execute(
        site.db,
      );
      previous_hash = hash;
    }
    await site.db.updateTable('users').set({ quota: balance_after }).where('id', '=', user_id).execute();
  }

  it('keeps every entry as it is, and adds up what they posted', async () => {
    expect(await stored()).toEqual(before);
    const added = ['version', 'account', 'reference_type', 'actor_id', 'note'] as const;
    for (const row of await site.db.selectFrom('ledger').select(added).execute()) {
      expect(row).toEqual({ version: 1, account: '', reference_type: '', actor_id: null, note: '' });
    }
    const accounts = await site.db.selectFrom('ledger_accounts').selectAll().orderBy('account').execute();
    expect(accounts).toEqual([
      { account: 'adjustment', points: -250 },
      { account: 'fee', points: 0 },
      { account: 'opening', points: -25_000_700 },
      { account: 'payment', points: 0 },
      { account: 'promotion', points: 0 },
      { account: 'revenue', points: 250 },
    ]);
  });

  it('is right, goes on with entries of version 2, and is right then', async () => {
    const right = { accounts: 2, entries: 5, difference: null };
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject(right);

    const asked = { as: root, params: { id: ann.id }, input: { quota: 40, remark: 'thanks' } };
    expect((await site.ask(userCalls.changeQuota, asked)).status).toBe(200);

    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ ...right, entries: 6 });
    const entry = await site.db.selectFrom('ledger').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(entry).toMatchObject({
      version: 2,
      kind: 'adjustment',
      account: 'adjustment',
      delta: 40,
      balance_after: 740,
      reference_type: 'administrator',
      reference: String(root.id),
      actor_id: root.id,
      note: 'thanks',
    });
  });
});
