import { type LogView, logCalls, role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { ledgerHash } from '../../db/ledger.ts';

describe.each(databases)('changing a balance by hand on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
  });
  afterAll(() => site.stop());

  const change = (as: Person | undefined, target: { id: number }, quota: number, remark?: string) =>
    site.ask(userCalls.changeQuota, { as, params: { id: target.id }, input: { quota, remark } });
  const balance = async ({ id }: Person) =>
    (await site.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota;
  const ledger = ({ id }: Person) =>
    site.db.selectFrom('ledger').selectAll().where('user_id', '=', id).orderBy('id').execute();
  const balances = ({ body }: Awaited<ReturnType<typeof change>>) =>
    (body.data.data as LogView[]).map(({ metadata }) => metadata?.balance);
  const available = ({ id }: Person) =>
    site.quotaBook.left({ userId: id, limitedTokenId: null, budgets: [] }).available;

  it('moves balance, ledger, log and quota book together', async () => {
    const ann = await site.seed.person('ann', { quota: 100 });

    expect((await change(admin, ann, 50, 'thanks')).status).toBe(200);
    expect((await change(admin, ann, -30)).status).toBe(200);

    expect(await balance(ann)).toBe(120);
    expect(available(ann)).toBe(120);
    const entries = await ledger(ann);
    expect(entries.map(({ kind, delta, balance_after }) => [kind, delta, balance_after])).toEqual([
      ['opening', 100, 100],
      ['adjustment', 50, 150],
      ['adjustment', -30, 120],
    ]);
    for (const [index, entry] of entries.entries()) {
      expect(entry.previous_hash).toBe(entries[index - 1]?.hash ?? '');
      expect(entry.hash).toBe(ledgerHash(entry, entries[index - 1]?.id ?? 0));
    }
    const rows = await site.db
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', ann.id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { type: 3, quota: 50, content: 'thanks', username: 'ann', source_ip: '127.0.0.1' },
      { type: 3, quota: -30, content: '' },
    ]);
    expect(entries[1]).toMatchObject({
      account: 'adjustment',
      reference_type: 'administrator',
      reference: String(admin.id),
      actor_id: admin.id,
      note: 'thanks',
    });
  });

  it('pays a debt out of the next credit, and no more than that', async () => {
    const dora = await site.seed.person('dora', { quota: 0 });
    await site.db.updateTable('users').set({ debt: 70 }).where('id', '=', dora.id).execute();
    const amounts = () =>
      site.db.selectFrom('users').select(['quota', 'debt']).where('id', '=', dora.id).executeTakeFirst();

    await change(admin, dora, 50);
    expect(await amounts()).toEqual({ quota: 0, debt: 20 });
    await change(admin, dora, 50);
    expect(await amounts()).toEqual({ quota: 30, debt: 0 });
    expect(available(dora)).toBe(30);
    expect(
      (await ledger(dora)).map(({ kind, reference_type, delta }) => [kind, reference_type, delta]),
    ).toEqual([
      ['adjustment', 'administrator', 50],
      ['consumption', 'debt', -50],
      ['adjustment', 'administrator', 50],
      ['consumption', 'debt', -20],
    ]);
  });

  it('tells administrators before, after and by whom; the account’s owner not by whom', async () => {
    const kim = await site.seed.person('kim', { quota: 100 });
    await change(admin, kim, 50, 'thanks');
    await change(admin, kim, -30);
    const by = { id: admin.id, username: 'admin' };

    const seen = await site.ask(logCalls.list, { as: admin, query: { username: 'kim' } });
    const own = await site.ask(logCalls.listSelf, { as: kim });
    expect(balances(seen)).toEqual([
      { before: 150, after: 120, by },
      { before: 100, after: 150, by },
    ]);
    expect(balances(own)).toEqual([
      { before: 150, after: 120 },
      { before: 100, after: 150 },
    ]);
    expect(own.body.data.data[1]).toMatchObject({ quota: 50, content: 'thanks', source_ip: '' });

    const file = await site.ask(logCalls.exportCsv, { as: admin, query: { username: 'kim' } });
    expect(String(file.body)).toMatch(/,50,0,0,127\.0\.0\.1,,thanks,100,150,,\d+,kim,0,admin\r\n/);
    const ownFile = await site.ask(logCalls.exportSelfCsv, { as: kim });
    expect(String(ownFile.body)).toMatch(/,50,0,0,,,thanks,100,150,\r\n/);
  });

  it('never takes more than the balance has beyond what calls hold', async () => {
    const bob = await site.seed.person('bob', { quota: 100 });
    const payers = { userId: bob.id, limitedTokenId: null, budgets: [] };
    await site.quotaBook.load(payers);
    const hold = await site.quotaBook.reserve(payers, { most: 40, least: 40 });

    expect(await change(admin, bob, -61)).toMatchObject({
      status: 409,
      body: { code: 'user.quota_too_low' },
    });
    expect((await change(admin, bob, -60)).status).toBe(200);
    site.quotaBook.release(hold);

    const answers = await Promise.all(Array.from({ length: 5 }, () => change(admin, bob, -15)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await balance(bob)).toBe(10);
    expect(available(bob)).toBe(10);
  });

  it.each([25, -25])('books %d once, however often the request of one key comes', async (quota) => {
    const eve = await site.seed.person(quota < 0 ? 'eve' : 'eva', { quota: 40 });
    const ask = (as: Person, request_key: string, given: object = {}) =>
      site.ask(userCalls.changeQuota, {
        as,
        params: { id: eve.id },
        input: { quota, remark: 'refund', request_key, ...given },
      });
    const key = 'x'.repeat(64);

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(admin, key)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await ask(admin, key)).toMatchObject({ status: 200, body: { success: true } });
    for (const other of [{ quota: quota + 1 }, { remark: 'gift' }])
      expect(await ask(admin, key, other)).toMatchObject({
        status: 409,
        body: { code: 'user.request_key_used' },
      });
    expect(await balance(eve)).toBe(40 + quota);
    expect(available(eve)).toBe(40 + quota);
    expect(await ledger(eve)).toHaveLength(2);

    expect((await ask(root, key, { quota: 5 })).status).toBe(200);
    expect((await ask(admin, 'another', { quota: 5 })).status).toBe(200);
    expect(await balance(eve)).toBe(40 + quota + 10);
    expect((await ask(admin, 'x'.repeat(65))).status).toBe(400);
  });

  it('counts credits once, however many come while the book reads the balance', async () => {
    const cat = await site.seed.person('cat', { quota: 0 });
    await Promise.all(Array.from({ length: 8 }, () => change(root, cat, 10)));
    expect(await balance(cat)).toBe(80);
    expect(available(cat)).toBe(80);
    expect((await ledger(cat)).at(-1)?.balance_after).toBe(80);
  });

  it('follows the order of roles: an administrator credits neither himself nor root', async () => {
    const other = await site.seed.person('other', { role: role.admin });
    for (const target of [admin, other, root]) {
      expect(await change(admin, target, 10)).toMatchObject({
        status: 403,
        body: { code: 'user.role_too_high' },
      });
    }
    expect((await change(root, root, 10)).status).toBe(200);
    expect((await change(other, { id: 9999 }, 10)).status).toBe(404);
    const common = await site.seed.person('common');
    expect((await change(common, common, 10)).status).toBe(403);
    expect((await change(undefined, common, 10)).status).toBe(401);
  });

  it('names a change that does not fit', async () => {
    const dan = await site.seed.person('dan', { quota: 5 });
    expect((await change(admin, dan, 0)).body.fields).toEqual([
      { field: 'quota', code: 'user.quota_change_zero' },
    ]);
    expect((await change(admin, dan, 0.5)).status).toBe(400);
    expect((await change(admin, dan, 2 ** 52)).body.fields).toEqual([{ field: 'quota', code: 'too_big' }]);
    expect(await balance(dan)).toBe(5);
    expect(available(dan)).toBe(5);
  });
});
