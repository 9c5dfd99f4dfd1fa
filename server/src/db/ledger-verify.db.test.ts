import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerKind } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { insertUser } from '../modules/user/user-repository.ts';
import { endOfDay } from '../platform/zone-days.ts';
import { ledgerHash, post } from './ledger.ts';
import { closeDays } from './ledger-closings.ts';
import { verifyLedger } from './ledger-verify.ts';
import { readDatabase } from './read-database.ts';
import { openStore, type Store } from './store.ts';

const DAY = 86_400;
/** Noon of three days, in whatever time zone the machine has. */
const [first, second, third] = [0, 1, 2].map((day) => endOfDay(1_800_000_000 + day * DAY) - DAY / 2) as [
  number,
  number,
  number,
];

describe.each(databases)('the ledger on $name', (engine) => {
  let database: Awaited<ReturnType<typeof engine.open>>;
  let settings: { databaseUrl: string | null; dataDir: string };
  let store: Store;
  let old: number;
  let ann: number;
  let ben: number;

  beforeAll(async () => {
    database = await engine.open();
    settings = { databaseUrl: database.url, dataDir: mkdtempSync(join(tmpdir(), 'turnpike-test-')) };
    store = await openStore(settings);
    old = await addUser('old', 0);
    ann = await addUser('ann', 100);
    ben = await addUser('ben', 500);
    await addEarlierEntries();
    for (const delta of [-7, -3, 50]) await change(ann, delta, { at: first });
    await change(ann, -11, { at: second });
    await change(ben, -20, { at: second });
    await closeDays(store.db, third);
    for (const delta of [-1, -2, -4]) await change(ann, delta, { at: third });
    for (const delta of [-30, -40]) await change(ben, delta, { at: third, kind: 'consumption' });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
    rmSync(settings.dataDir, { recursive: true, force: true });
  });

  const addUser = (username: string, quota: number) =>
    store.db.transaction().execute((trx) =>
      insertUser(trx, {
        username,
        password_hash: 'x',
        display_name: '',
        role: 1,
        status: 1,
        email: '',
        group: 'default',
        quota,
        created_time: first,
      }),
    );

  const change = (
    user_id: number,
    delta: number,
    { at, kind = 'adjustment' }: { at: number; kind?: LedgerKind },
  ) =>
    store.db.transaction().execute((trx) =>
      post(trx, {
        user_id,
        kind,
        delta,
        reference_type: kind === 'consumption' ? 'batch' : 'administrator',
        reference: kind === 'consumption' ? 'box:1-2/2' : '1',
        actor_id: kind === 'consumption' ? null : 1,
        note: 'as agreed',
        created_at: at,
      }),
    );

  /** As the release before wrote them. */
  async function addEarlierEntries(): Promise<void> {
    let previous_hash = '';
    let balance_after = 0;
    for (const [kind, delta] of [
      ['opening', 90],
      ['manage', 10],
      ['consume', -25],
    ] as const) {
      balance_after += delta;
      const entry = {
        version: 1,
        user_id: old,
        kind,
        account: '',
        delta,
        balance_after,
        reference_type: '',
        reference: 'req_1',
        actor_id: null,
        note: '',
        created_at: third,
        previous_hash,
      } as const;
      previous_hash = ledgerHash(entry, 0);
      await store.db
        .insertInto('ledger')
        .values({ ...entry, hash: previous_hash })
        .execute();
    }
    await store.db.updateTable('users').set({ quota: 75 }).where('id', '=', old).execute();
    for (const [account, points] of [
      ['opening', -90],
      ['adjustment', -10],
      ['revenue', 25],
    ] as const) {
      await sql`update ledger_accounts set points = points + ${points} where account = ${account}`.execute(
        store.db,
      );
    }
  }

  const entriesOf = (userId: number) =>
    store.db.selectFrom('ledger').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  const last = <Row>(rows: Row[], back = 1): Row => rows.at(-back) as Row;

  /** Next to the open store, as next to a running gateway; pages of two, so that accounts span them. */
  const verify = ({ isFull = false } = {}) =>
    readDatabase(settings, (db) => verifyLedger(db, { isFull, pageRows: 2 }));
  const whatIsWrong = async (given?: { isFull: boolean }) => (await verify(given)).difference;

  /** Runs a statement, looks, and puts the tables back as they were. */
  async function altering<Found>(statement: string, look: () => Promise<Found>): Promise<Found> {
    const tables = ['users', 'ledger', 'ledger_accounts', 'ledger_closings'] as const;
    const before = await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute()));
    const changed = await sql.raw(statement).execute(store.db);
    expect(changed.numAffectedRows).toBe(1n);
    try {
      return await look();
    } finally {
      await store.db.transaction().execute(async (trx) => {
        for (const [index, table] of tables.entries()) {
          await trx.deleteFrom(table).execute();
          for (const row of before[index] ?? [])
            await trx
              .insertInto(table)
              .values(row as never)
              .execute();
        }
      });
    }
  }

  it('comes to every balance, from the last closings and from the beginning', async () => {
    expect(await verify()).toEqual({ accounts: 3, entries: 8, rejected: 0, difference: null });
    expect(await verify({ isFull: true })).toEqual({
      accounts: 3,
      entries: 15,
      rejected: 0,
      difference: null,
    });
  });

  it('is fine without entries where the balance is zero', async () => {
    const zoe = await addUser('zoe', 0);
    expect(await verify()).toMatchObject({ accounts: 4, difference: null });
    await store.db.deleteFrom('users').where('id', '=', zoe).execute();
  });

  const alteredEntries = {
    id: '1000',
    version: '1',
    user_id: '1',
    kind: `'gift'`,
    account: `'payment'`,
    delta: 'delta - 1',
    balance_after: 'balance_after + 1',
    reference_type: `'order'`,
    reference: `'2'`,
    actor_id: '2',
    note: `'not agreed'`,
    created_at: 'created_at + 1',
    previous_hash: `'0'`,
    hash: `'0'`,
  };

  it('goes through every column of an entry', async () => {
    const columns = Object.keys((await entriesOf(ann))[0] ?? {});
    expect(Object.keys(alteredEntries).sort()).toEqual(columns.sort());
  });

  it.each(Object.entries(alteredEntries))('names an entry whose %s was altered', async (column, value) => {
    // An entry's own number is in the hash of the one after it.
    const entry = last(await entriesOf(ann), 2);
    const altered = `update ledger set ${column} = ${value} where id = ${entry.id}`;

    const difference = await altering(altered, whatIsWrong);

    const after = last(await entriesOf(ann));
    const isMoved = column === 'user_id' || column === 'id';
    if (column !== 'user_id') {
      expect(difference).toMatchObject({ user_id: ann, entry_id: isMoved ? after.id : entry.id });
    } else expect(difference).toMatchObject({ user_id: 1, entry_id: entry.id });
    const full = await altering(altered, () => whatIsWrong({ isFull: true }));
    expect(full).toEqual(difference);
  });

  it.each(Object.entries(alteredEntries).filter(([column]) => !['id', 'user_id'].includes(column)))(
    'names an entry of the release before whose %s was altered',
    async (column, value) => {
      const entry = last(await entriesOf(old), 2);
      const other = column === 'version' ? '2' : value;

      const difference = await altering(
        `update ledger set ${column} = ${other} where id = ${entry.id}`,
        whatIsWrong,
      );

      expect(difference).toMatchObject({ user_id: old, entry_id: entry.id });
    },
  );

  it('names the newest entry too, and one from before the last closing in a full check', async () => {
    const newest = last(await entriesOf(ben));
    expect(await altering(`update ledger set note = 'x' where id = ${newest.id}`, whatIsWrong)).toMatchObject(
      {
        user_id: ben,
        entry_id: newest.id,
      },
    );
    const [, early] = await entriesOf(ann);
    const altered = `update ledger set note = 'x' where id = ${early?.id}`;
    expect(await altering(altered, whatIsWrong)).toBeNull();
    expect(await altering(altered, () => whatIsWrong({ isFull: true }))).toMatchObject({
      user_id: ann,
      entry_id: early?.id,
      what: 'its hash does not fit its content: it was changed',
    });
  });

  it('names the entry after one whose number was altered, also where the order is the same', async () => {
    const [before, newest] = [last(await entriesOf(ann), 2), last(await entriesOf(ann))];
    const found = await altering(`update ledger set id = 2000 where id = ${newest.id}`, async () => {
      // Nothing stands after it that says its number.
      expect(await whatIsWrong()).toBeNull();
      await store.db.updateTable('ledger').set({ id: 1500 }).where('id', '=', before.id).execute();
      return whatIsWrong();
    });
    expect(found).toMatchObject({ user_id: ann, entry_id: 2000, code: 'entry_changed' });
  });

  it('names the entry after one that was removed', async () => {
    const rows = await entriesOf(ann);
    expect(await altering(`delete from ledger where id = ${last(rows, 2).id}`, whatIsWrong)).toEqual({
      user_id: ann,
      entry_id: last(rows).id,
      code: 'chain_broken',
      what: 'it does not follow the entry before it: one was removed, added or moved',
    });
  });

  it('names the account whose balance was changed past the ledger', async () => {
    expect(await altering(`update users set quota = 1000000 where id = ${ann}`, whatIsWrong)).toEqual({
      user_id: ann,
      entry_id: null,
      code: 'balance_wrong',
      what: 'the ledger comes to 122 points, the balance is 1000000',
    });
  });

  it('names what belongs to an account that is gone', async () => {
    const [entry] = await entriesOf(old);
    expect(await altering(`delete from users where id = ${old}`, whatIsWrong)).toMatchObject({
      user_id: old,
      entry_id: entry?.id,
    });
    expect(await altering(`delete from users where id = ${ben}`, whatIsWrong)).toMatchObject({
      user_id: ben,
    });
  });

  it.each(['revenue', 'promotion', 'adjustment', 'payment', 'fee', 'opening'])(
    'names the counter-account %s where its points or its name were altered',
    async (account) => {
      const points = `update ledger_accounts set points = points + 1 where account = '${account}'`;
      expect((await altering(points, whatIsWrong))?.what).toBe(
        'balances and counter-accounts sum to 1 points instead of 0',
      );
      expect((await altering(points, () => whatIsWrong({ isFull: true })))?.what).toContain(
        `on the counter-account ${account}, it says`,
      );
      const name = `update ledger_accounts set account = 'x${account}' where account = '${account}'`;
      expect((await altering(name, whatIsWrong))?.what).toContain(`x${account}`);
      const row = `delete from ledger_accounts where account = '${account}'`;
      expect((await altering(row, whatIsWrong))?.what).toContain('the counter-accounts are');
    },
  );

  it('names points that were moved from one counter-account to another in a full check', async () => {
    const moved = sql.raw(`update ledger_accounts set points = points + 1 where account = 'fee'`);
    const difference = await altering(
      `update ledger_accounts set points = points - 1 where account = 'payment'`,
      async () => {
        await moved.execute(store.db);
        return whatIsWrong({ isFull: true });
      },
    );
    expect(difference?.what).toMatch(/counter-account (fee|payment)/);
  });

  const alteredClosings = {
    user_id: '1',
    day: 'day + 86400',
    entry_id: 'entry_id - 1',
    balance: 'balance + 1',
    hash: `'0'`,
  };

  it.each(Object.entries(alteredClosings))('names a closing whose %s was altered', async (column, value) => {
    const closings = await store.db
      .selectFrom('ledger_closings')
      .selectAll()
      .where('user_id', '=', ann)
      .orderBy('day')
      .execute();
    expect(Object.keys(closings[0] ?? {}).sort()).toEqual(Object.keys(alteredClosings).sort());
    expect(closings).toHaveLength(2);
    for (const [index, { day }] of closings.entries()) {
      // Only a full check looks at closings before the last.
      const isFull = index === 0;
      const statement = `update ledger_closings set ${column} = ${value} where user_id = ${ann} and day = ${day}`;
      const other = index === 0 && column === 'day' ? statement.replace('86400', '3600') : statement;

      const difference = await altering(other, () => whatIsWrong({ isFull }));

      expect(difference).toMatchObject({ user_id: column === 'user_id' ? 1 : ann });
      expect(difference?.what).toContain('closing');
    }
  });

  it('has no other columns in its counter-accounts', async () => {
    const rows = await store.db.selectFrom('ledger_accounts').selectAll().execute();
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['account', 'points']);
  });
});
