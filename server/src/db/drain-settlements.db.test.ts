import { logType } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';
import { drainSettlements, isRefusedForContent } from './drain-settlements.ts';
import { countRejected, listRejected, retryRejected } from './rejected-settlements.ts';
import { formatSettlement, type Settlement } from './settlement.ts';
import { findStoredBalance, findStoredRemainder } from './stored-amounts.ts';

describe.each(databases)('a batch of settlements drained to $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let ben: Person;
  let tokenId: number;
  beforeEach(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
    ben = await site.seed.person('ben', { quota: 1000 });
    const { body } = await site.ask(
      { method: 'POST', path: '/api/token/' },
      { as: ben, input: { name: 'laptop', expired_time: -1, remain_quota: 100, unlimited_quota: false } },
    );
    tokenId = body.data.id;
  });
  afterEach(() => site.stop());

  const textOf = (user: Person, quota: number, change: Partial<Settlement> = {}) =>
    formatSettlement(
      {
        ...{ request_id: `req_${quota}`, user_id: user.id, created_at: 1_799_971_200, type: logType.consume },
        ...{
          content: '',
          username: user.username,
          token_id: 0,
          token_name: 'laptop',
          model_name: 'm',
          quota,
        },
        ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: 0, request_time: 10, is_stream: 0 },
        ...{ source_ip: '', ended_by: 'completed', token_quota: 0, group_name: null },
        ...change,
      },
      {},
    );
  const drain = (texts: string[], firstNumber = 1) =>
    drainSettlements(site.db, { outboxId: 'box', firstNumber, texts, nowSeconds: 5 });
  const balanceOf = async ({ id }: Person) =>
    (await site.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota;
  const remainder = async () =>
    (
      await site.db
        .selectFrom('tokens')
        .select('remain_quota')
        .where('id', '=', tokenId)
        .executeTakeFirstOrThrow()
    ).remain_quota;
  const rejected = async () => {
    const rows = [];
    for await (const row of listRejected(site.db)) rows.push(row);
    return rows;
  };

  it('is written but for the one that the database refuses, which is kept with its reason', async () => {
    const texts = Array.from({ length: 9 }, (_, index) => textOf(ben, index + 1));
    texts[4] = textOf(ann, 5000);

    expect(await drain(texts)).toEqual({ lastNumber: 9, rejected: 1 });
    expect(await drain(texts)).toEqual({ lastNumber: 9, rejected: 0 });

    expect(await balanceOf(ben)).toBe(1000 - (1 + 2 + 3 + 4 + 6 + 7 + 8 + 9));
    expect(await balanceOf(ann)).toBe(1000);
    expect(await rejected()).toMatchObject([{ user_id: ann.id, quota: 5000, settlement: texts[4] }]);
    expect((await rejected())[0]?.reason).toMatch(/check/i);
    const rows = await site.db.selectFrom('logs').select('request_id').execute();
    expect(rows).toHaveLength(8);
  });

  it.each(['', 'no settlement', '{"user_id":1}', '{"user_id":"x"}\n{}', '{}\nnot json'])(
    'goes on after %j in the outbox',
    async (broken) => {
      expect(await drain([textOf(ben, 1), broken, textOf(ben, 2)])).toEqual({ lastNumber: 3, rejected: 1 });

      expect(await balanceOf(ben)).toBe(997);
      expect(await rejected()).toMatchObject([{ settlement: broken }]);
    },
  );

  it('takes from a key’s remainder only what its limited calls took', async () => {
    const limited = { token_id: tokenId, token_quota: 60 };
    await drain([textOf(ben, 60, limited), textOf(ben, 500, { token_id: tokenId })]);

    expect(await remainder()).toBe(40);
    expect(await balanceOf(ben)).toBe(440);
    expect(await countRejected(site.db)).toBe(0);
  });

  it('reads what an earlier version kept', async () => {
    const [head, metadata] = textOf(ben, 60, { token_id: tokenId }).split('\n');
    const { token_quota, ...earlier } = JSON.parse(head as string);
    const text = `${JSON.stringify({ ...earlier, token_limited: true })}\n${metadata}`;
    await drain([text]);
    expect(await remainder()).toBe(40);
  });

  it('keeps texts that hold NUL, which PostgreSQL refuses, with a sign in its place', async () => {
    await drain([textOf(ben, 1, { model_name: 'a\0b', token_name: '\0' })]);

    const row = await site.db.selectFrom('logs').select(['model_name', 'token_name']).executeTakeFirst();
    expect(row).toEqual({ model_name: 'a\uFFFDb', token_name: '\uFFFD' });
  });

  it.each([
    { written: 'a\\u0000b', kept: 'a\\u0000b' },
    { written: '\\\\u0000\0\\', kept: '\\\\u0000\uFFFD\\' },
  ])('keeps texts that only spell NUL as they are: $written', async ({ written, kept }) => {
    await drain([textOf(ben, 1, { model_name: written })]);

    const row = await site.db.selectFrom('logs').select('model_name').executeTakeFirst();
    expect(row).toEqual({ model_name: kept });
  });

  it('counts a rejected charge as taken, until a retry writes it', async () => {
    await drain([textOf(ann, 5000, { token_id: tokenId, token_quota: 500 })]);
    expect(await findStoredBalance(site.db, ann.id, 'box')).toEqual({
      points: -4000,
      debt: 0,
      writtenThrough: 1,
    });
    expect(await findStoredBalance(site.db, ben.id, 'box')).toEqual({
      points: 1000,
      debt: 0,
      writtenThrough: 1,
    });
    expect(await findStoredRemainder(site.db, tokenId, 'other')).toEqual({ points: -400, writtenThrough: 0 });

    const both = await Promise.all([retryRejected(site.db, 6), retryRejected(site.db, 6)]);

    expect(both.reduce((sum, { written }) => sum + written, 0)).toBe(1);
    expect(await countRejected(site.db)).toBe(0);
    expect(await balanceOf(ann)).toBe(0);
    expect(await remainder()).toBe(0);
    const row = await site.db.selectFrom('logs').select(['quota', 'metadata']).executeTakeFirstOrThrow();
    expect([row.quota, JSON.parse(row.metadata)]).toEqual([1000, { shortfall: 4000 }]);
    const entry = await site.db
      .selectFrom('ledger')
      .select(['kind', 'delta', 'reference_type', 'reference'])
      .where('user_id', '=', ann.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      kind: 'consumption',
      delta: -1000,
      reference_type: 'call',
      reference: 'req_5000',
    });
  });

  it('is shown to administrators, who may retry; what cannot be read stays', async () => {
    await drain([textOf(ann, 5000), 'no settlement']);
    const owner = await site.seed.person('boss', { role: 10 });
    const list = () => site.ask({ method: 'GET', path: '/api/settlement/rejected' }, { as: owner });

    expect((await list()).body.data.data).toMatchObject([
      { user_id: 0, request_id: '', quota: 0 },
      { user_id: ann.id, request_id: 'req_5000', username: 'ann', model_name: 'm', quota: 5000 },
    ]);
    const retried = await site.ask({ method: 'POST', path: '/api/settlement/rejected/retry' }, { as: owner });
    expect(retried.body.data).toEqual({ written: 1, failed: 1 });
    expect((await list()).body.data.total_count).toBe(1);
  });
});

describe('what a database says of a batch', () => {
  it.each([
    [{ code: '23514' }, true],
    [{ code: '22021' }, true],
    [{ errcode: 275 }, true],
    [new SyntaxError('no JSON'), true],
    [{ code: '57P01' }, false],
    [{ code: '40001' }, false],
    [{ code: '53100' }, false],
    [{ code: '08006' }, false],
    [{ code: 'ECONNREFUSED' }, false],
    [{ errcode: 13 }, false],
    [{ errcode: 5 }, false],
    [new Error('Connection terminated unexpectedly'), false],
  ])('%j is about its content: %s', (error, isContent) => {
    expect(isRefusedForContent(error)).toBe(isContent);
  });
});
