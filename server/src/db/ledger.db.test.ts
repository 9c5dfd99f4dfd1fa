import { accountOfKind, type LedgerKind, ledgerKind, logType, MAX_POINTS } from '@turnpike/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { type Posting, post, postAll } from './ledger.ts';
import { verifyLedger } from './ledger-verify.ts';

describe.each(databases)('a posting on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
  });
  afterAll(() => site.stop());

  const postingOf = (change: Partial<Posting>): Posting => ({
    user_id: ann.id,
    kind: 'adjustment',
    delta: 1,
    reference_type: 'entry',
    reference: '1',
    actor_id: null,
    note: '',
    created_at: site.now(),
    ...change,
  });
  const add = (change: Partial<Posting>) =>
    site.db.transaction().execute((trx) => post(trx, postingOf(change)));
  const pointsOf = async (account: string) =>
    (
      await site.db
        .selectFrom('ledger_accounts')
        .select('points')
        .where('account', '=', account as 'fee')
        .executeTakeFirst()
    )?.points ?? Number.NaN;
  const all = () => Promise.all([site.dump(), verifyLedger(site.db, { isFull: true })]);

  it.each(ledgerKind.filter((kind) => kind !== 'reversal'))(
    'of %s goes to its counter-account',
    async (kind) => {
      const account = accountOfKind[kind as Exclude<LedgerKind, 'reversal'>];
      const before = await pointsOf(account);
      // Consumption only takes.
      const delta = kind === 'consumption' ? -7 : 7;
      expect(await add({ kind, delta })).toMatchObject({ group: 'default' });
      expect(await pointsOf(account)).toBe(before - delta);
      const [, report] = await all();
      expect(report).toMatchObject({ difference: null });
    },
  );

  it('of a reversal goes where the reversed one went', async () => {
    const before = await pointsOf('payment');
    await add({ kind: 'reversal', account: 'payment', delta: -7 });
    expect(await pointsOf('payment')).toBe(before + 7);
    await expect(add({ kind: 'reversal', delta: -7 })).rejects.toThrow('names the counter-account');
  });

  it('that the balance cannot bear, or of nobody, writes nothing', async () => {
    const before = await all();
    expect(await add({ delta: -1_000_000 })).toBeUndefined();
    expect(await add({ delta: MAX_POINTS })).toBeUndefined();
    expect(await add({ user_id: 999 })).toBeUndefined();
    await expect(add({ kind: 'consumption', delta: -1_000_000 })).rejects.toThrow();
    const twice = [postingOf({}), postingOf({})];
    await expect(site.db.transaction().execute((trx) => postAll(trx, twice, async () => {}))).rejects.toThrow(
      'one posting',
    );
    expect(await all()).toEqual(before);
  });

  it('writes the log row with before, after, who and why', async () => {
    const by = { id: 1, username: 'owner' };
    const log = { request_id: 'req_9', username: 'ann', type: logType.manage, source_ip: '10.0.0.1', by };
    const posted = await add({ delta: 5, note: 'thanks', log });
    const row = await site.db
      .selectFrom('logs')
      .select(['quota', 'content', 'metadata', 'created_at'])
      .where('request_id', '=', 'req_9')
      .executeTakeFirstOrThrow();
    expect({ ...row, metadata: JSON.parse(row.metadata) }).toEqual({
      quota: 5,
      content: 'thanks',
      created_at: site.now(),
      metadata: { balance: { before: posted?.before, after: posted?.after, by } },
    });
    expect((posted?.after ?? 0) - (posted?.before ?? 0)).toBe(5);
  });

  it('counts every point of a counter-account that is larger than any balance', async () => {
    const exactly = () =>
      site.db
        .selectFrom('ledger_accounts')
        .select(sql<string>`cast(points as text)`.as('points'))
        .where('account', '=', 'payment')
        .executeTakeFirstOrThrow()
        .then(({ points }) => BigInt(points));
    const people = [];
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
      people.push(await site.seed.person(name));
    const before = await exactly();
    const deltas = people.map((_person, at) => MAX_POINTS - 1 - 2 * at);
    const postings = people.map(({ id }, at) =>
      postingOf({ user_id: id, kind: 'top_up', delta: deltas[at] ?? 0 }),
    );
    for (const posting of postings.slice(0, 3)) await add(posting);
    await site.db.transaction().execute((trx) => postAll(trx, postings.slice(3), async () => {}));
    const sum = deltas.reduce((total, delta) => total + BigInt(delta), 0n);
    expect(await exactly()).toBe(before - sum);
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
    for (const posting of postings) await add({ ...posting, delta: -posting.delta });
    expect(await exactly()).toBe(before);
  });

  it('of many at the same time leaves every chain and sum right', async () => {
    const ben = await site.seed.person('ben', { quota: 1000 });
    const work = Array.from({ length: 24 }, (_, index) =>
      add({
        user_id: index % 2 ? ann.id : ben.id,
        kind: index % 3 ? 'gift' : 'consumption',
        delta: index % 3 ? 2 : -3,
      }),
    );
    await Promise.all(work);
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null });
  });
});
