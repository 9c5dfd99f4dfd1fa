import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { appendLedgerEntry } from '../db/ledger.ts';
import { readDatabase } from '../db/read-database.ts';
import { openStore, type Store } from '../db/store.ts';
import { insertUser } from '../modules/user/user-repository.ts';
import { verifyLedger } from './ledger-verify.ts';

describe.each(databases)('the ledger on $name', (engine) => {
  let database: Awaited<ReturnType<typeof engine.open>>;
  let settings: { databaseUrl: string | null; dataDir: string };
  let store: Store;
  let ann: number;
  let ben: number;

  beforeEach(async () => {
    database = await engine.open();
    settings = { databaseUrl: database.url, dataDir: mkdtempSync(join(tmpdir(), 'turnpike-test-')) };
    store = await openStore(settings);
    ann = await addUser('ann', 100);
    ben = await addUser('ben', 500);
    for (const delta of [-7, -3, 50, -1]) await change(ann, delta);
    for (const delta of [-20, -30]) await change(ben, delta);
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
    rmSync(settings.dataDir, { recursive: true, force: true });
  });

  const addUser = (username: string, quota: number) =>
    store.db.transaction().execute((trx) =>
      insertUser(trx, {
        ...{ username, password_hash: 'x', display_name: '', role: 1, status: 1 },
        ...{ email: '', group: 'default', quota, created_time: 1 },
      }),
    );

  const change = (userId: number, delta: number) =>
    store.db.transaction().execute(async (trx) => {
      const { quota } = await trx
        .updateTable('users')
        .set((eb) => ({ quota: eb('quota', '+', delta) }))
        .where('id', '=', userId)
        .returning('quota')
        .executeTakeFirstOrThrow();
      const entry = { user_id: userId, delta, balance_after: quota, created_at: 2 };
      await appendLedgerEntry(trx, { ...entry, kind: 'manage', reference: 'test' });
    });

  const entriesOf = (userId: number) =>
    store.db.selectFrom('ledger').selectAll().where('user_id', '=', userId).orderBy('id').execute();

  /** Beside the open store, as beside a running gateway; pages of two, so that accounts span them. */
  const verify = () => readDatabase(settings, (db) => verifyLedger(db, { pageRows: 2 }));

  it('comes to every balance', async () => {
    expect(await verify()).toEqual({ accounts: 2, entries: 8, rejected: 0, difference: null });
  });

  it('is fine without entries where the balance is zero', async () => {
    await addUser('zoe', 0);

    expect(await verify()).toMatchObject({ accounts: 3, difference: null });
  });

  it('names an entry that was changed', async () => {
    const [, , third] = await entriesOf(ben);
    await store.db
      .updateTable('ledger')
      .set({ delta: -3 })
      .where('id', '=', third?.id ?? 0)
      .execute();

    const { difference } = await verify();

    expect(difference).toMatchObject({ userId: ben, entryId: third?.id });
    expect(difference?.what).toContain('was changed');
  });

  it('names the entry after one that was removed', async () => {
    const [, second, third] = await entriesOf(ann);
    await store.db
      .deleteFrom('ledger')
      .where('id', '=', second?.id ?? 0)
      .execute();

    const { difference } = await verify();

    expect(difference).toMatchObject({ userId: ann, entryId: third?.id });
    expect(difference?.what).toContain('removed');
  });

  it('names the account whose balance was changed past the ledger', async () => {
    await store.db.updateTable('users').set({ quota: 1_000_000 }).where('id', '=', ann).execute();

    expect(await verify()).toMatchObject({
      accounts: 0,
      difference: {
        userId: ann,
        entryId: null,
        what: 'the ledger comes to 139 points, the balance is 1000000',
      },
    });
  });

  it('names an entry whose account is gone', async () => {
    await store.db.deleteFrom('users').where('id', '=', ann).execute();

    const [first] = await entriesOf(ann);
    expect((await verify()).difference).toMatchObject({ userId: ann, entryId: first?.id });
  });
});
