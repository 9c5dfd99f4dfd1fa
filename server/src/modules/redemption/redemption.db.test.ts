import { redemptionCalls, redemptionStatus, role, userCalls, userGroupCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('redemption codes on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const person = () => {
    people += 1;
    return site.seed.person(`buyer${people}`);
  };
  const create = async (given: object = {}): Promise<string[]> => {
    const input = { name: 'Spring', quota: 100, ...given };
    return (await site.ask(redemptionCalls.create, { as: root, input })).body.data;
  };
  const one = async (given: object = {}) => {
    const [key = ''] = await create(given);
    const [row] = (await site.ask(redemptionCalls.list, { as: root })).body.data.data;
    return { key, row: row as NonNullable<typeof row> };
  };
  const redeem = (as: Person, key: string) =>
    site.ask(redemptionCalls.redeem, {
      as,
      input: { key },
      remoteAddress: `10.0.${as.id >> 8}.${as.id % 256}`,
    });
  const read = async (id: number) =>
    (await site.ask(redemptionCalls.get, { as: root, params: { id } })).body.data;
  const quotaOf = async (as: Person) => (await site.ask(userCalls.self, { as })).body.data.quota;
  const change = (input: object, query: Record<string, string> = {}) =>
    site.ask(redemptionCalls.update, { as: root, input, query });

  it('add their points to a balance, with an entry, a log row and the name of the buyer', async () => {
    const buyer = await person();
    const { key, row } = await one();
    expect(row).toMatchObject({ user_id: root.id, status: 1, used_count: 0, redeemed_time: 0 });
    expect(row.key).toBe(`${key.slice(0, 6)}…${key.slice(-4)}`);

    const answer = await redeem(buyer, ` ${key.toLowerCase().replaceAll('-', ' ')} `);
    expect(answer).toMatchObject({ status: 200, body: { data: 100 } });

    expect(await quotaOf(buyer)).toBe(100);
    expect(await read(row.id)).toMatchObject({
      status: redemptionStatus.used,
      used_count: 1,
      redeemed_time: site.now(),
    });
    const uses = await site.ask(redemptionCalls.uses, { as: root, params: { id: row.id } });
    expect(uses.body.data.data).toEqual([
      {
        id: expect.any(Number),
        user: { id: buyer.id, username: buyer.username },
        redeemed_time: site.now(),
        quota: 100,
      },
    ]);
    const entries = await site.db
      .selectFrom('ledger')
      .select(['kind', 'account', 'delta', 'reference_type', 'reference'])
      .where('user_id', '=', buyer.id)
      .execute();
    expect(entries).toEqual([
      {
        ...{ kind: 'redemption', account: 'promotion', delta: 100 },
        ...{ reference_type: 'code', reference: String(row.id) },
      },
    ]);
    const logs = await site.db
      .selectFrom('logs')
      .select(['type', 'quota'])
      .where('user_id', '=', buyer.id)
      .execute();
    expect(logs).toEqual([{ type: 1, quota: 100 }]);
    expect((await site.dump()).includes(key)).toBe(false);
  });

  it('S-39: are redeemed once, however many accounts and requests try at a time', async () => {
    const buyers = await Promise.all(Array.from({ length: 50 }, person));
    const [key = ''] = await create();
    const answers = await Promise.all(buyers.map((buyer) => redeem(buyer, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const balances = await Promise.all(buyers.map(quotaOf));
    expect(balances.reduce((sum, points) => sum + points, 0)).toBe(100);
  });

  it('for several accounts serve each of them once, and no more of them', async () => {
    const [ann, ben, cat] = [await person(), await person(), await person()];
    const { key, row } = await one({ max_uses: 2 });
    expect((await redeem(ann, key)).status).toBe(200);
    expect(await redeem(ann, key)).toMatchObject({ status: 409, body: { code: 'redemption.used_by_you' } });
    expect(await read(row.id)).toMatchObject({ status: 1, used_count: 1 });
    expect((await redeem(ben, key)).status).toBe(200);
    expect(await redeem(cat, key)).toMatchObject({ status: 409, body: { code: 'redemption.used_up' } });
    expect(await quotaOf(ann)).toBe(100);
  });

  it.each([
    ['redemption.expired', { expires_at: 1_700_000_000 }, {}],
    ['redemption.disabled', {}, { status: redemptionStatus.disabled }],
  ])('answer %s', async (code, given, changed) => {
    const { key, row } = await one(given);
    if ('status' in changed) await change({ id: row.id, ...changed }, { status_only: 'true' });
    expect(await redeem(await person(), key)).toMatchObject({
      status: 409,
      body: { code, fields: [{ field: 'key', code }] },
    });
  });

  it('that are mistyped or unknown are refused, and guessing becomes slow', async () => {
    const [key = ''] = await create();
    const guesser = await person();
    const ip = '198.51.100.20';
    const guess = (text: string) =>
      site.ask(redemptionCalls.redeem, { as: guesser, input: { key: text }, remoteAddress: ip });
    expect(await guess(`${key.slice(0, -1)}`)).toMatchObject({ body: { code: 'redemption.mistyped' } });
    for (let count = 1; count < 10; count += 1) {
      expect(await guess(`old-code-${count}`)).toMatchObject({
        status: 404,
        body: { code: 'redemption.unknown' },
      });
    }
    expect(await guess(key)).toMatchObject({ status: 429, body: { code: 'session.too_many_attempts' } });
    site.passTime(2);
    expect(await guess(key)).toMatchObject({ status: 200 });
  });

  it('move an account into their group, where it stays', async () => {
    const admin = await site.seed.person(`helper${people}`, { role: role.admin });
    const group = { symbol: 'gifted', name: 'Gifted', ratio: 1, api_rate: 60, public: false };
    await site.ask(userGroupCalls.create, { as: admin, input: group });
    const buyer = await person();
    const [key = ''] = await create({ quota: 0, group: 'gifted' });
    expect(await redeem(buyer, key)).toMatchObject({ status: 200, body: { data: 0 } });
    const user = await site.ask(userCalls.get, { as: root, params: { id: buyer.id } });
    expect(user.body.data).toMatchObject({ group: 'gifted', quota: 0 });
  });

  it('count as top-ups for the groups that those lead to', async () => {
    const group = { symbol: 'regular', name: 'Regular', ratio: 1, api_rate: 60, public: false };
    await site.ask(userGroupCalls.create, { as: root, input: { ...group, promotion_points: 150 } });
    const buyer = await person();
    const groupOf = async () =>
      (await site.ask(userCalls.get, { as: root, params: { id: buyer.id } })).body.data.group;
    for (const [key, after] of [
      [(await create())[0], 'default'],
      [(await create())[0], 'regular'],
    ]) {
      await redeem(buyer, key ?? '');
      expect(await groupOf()).toBe(after);
    }
  });

  it('are made in numbers, found, changed, exported and deleted', async () => {
    const keys = await create({ name: 'Batch-7', count: 250, quota: 9 });
    expect(new Set(keys).size).toBe(250);
    const list = async (query: Record<string, string | number>) =>
      (await site.ask(redemptionCalls.list, { as: root, query })).body.data;
    const found = await list({ keyword: 'batch-', size: 3, order: 'id' });
    expect(found).toMatchObject({ total_count: 250, data: [{ name: 'Batch-7' }, {}, {}] });
    const { id } = found.data[0] as { id: number };
    expect((await list({ keyword: String(id) })).data).toMatchObject([{ id }]);
    expect((await list({ keyword: 'batch-', status: 2 })).total_count).toBe(0);

    const revealed = await site.ask(redemptionCalls.reveal, { as: root, params: { id } });
    expect(keys).toContain(revealed.body.data.key);
    const file = await site.ask(
      { method: 'GET', path: '/api/redemption/export?keyword=batch-' },
      { as: root },
    );
    for (const key of keys) expect(file.body).toContain(key);

    const { etag } = await read(id);
    const headers = { 'if-match': etag };
    const changed = await site.ask(redemptionCalls.update, {
      as: root,
      input: { id, quota: 11, max_uses: 3 },
      headers,
    });
    expect(changed.body.data).toMatchObject({ quota: 11, max_uses: 3, name: 'Batch-7' });
    const stale = await site.ask(redemptionCalls.update, { as: root, input: { id, quota: 1 }, headers });
    expect(stale.status).toBe(412);
    expect((await redeem(await person(), revealed.body.data.key)).body.data).toBe(11);
    await site.ask(redemptionCalls.remove, { as: root, params: { id } });
    expect(await redeem(await person(), revealed.body.data.key)).toMatchObject({ status: 404 });
  });

  it('that are used up become usable by more uses, not by their status', async () => {
    const { key, row } = await one();
    await redeem(await person(), key);
    const { id } = row;
    expect(await change({ id, status: 1 }, { status_only: 'true' })).toMatchObject({ status: 409 });
    expect((await change({ id, max_uses: 2 })).body.data).toMatchObject({ status: 1, max_uses: 2 });
    expect((await redeem(await person(), key)).status).toBe(200);
    expect((await change({ id, max_uses: 1 })).body.fields).toEqual([
      { field: 'max_uses', code: 'redemption.fewer_than_used' },
    ]);
  });

  it('do not overfill a balance', async () => {
    const [key = ''] = await create({ quota: 2 ** 52 });
    const rich = await site.seed.person(`rich${people}`, { quota: 2 ** 52 });
    const answer = await redeem(rich, key);
    expect(answer).toMatchObject({ status: 409, body: { code: 'user.balance_full' } });
  });
});
