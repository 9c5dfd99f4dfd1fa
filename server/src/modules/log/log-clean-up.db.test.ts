import { logCalls, logType, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { writeSettlements } from '../../db/settlement-writer.ts';
import { deleteOldCalls } from './log-clean-up.ts';

const DAY = 86_400;

describe.each(databases)('a clean-up of log rows on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  /** A day ago: the newest second that may be named. */
  let latest: number;
  let lastNumber = 0;

  /** Calls that were charged at these seconds before `latest`. */
  const charge = (secondsBefore: readonly number[]) =>
    writeSettlements(site.db, {
      outboxId: 'o',
      firstNumber: lastNumber + 1,
      nowSeconds: 0,
      settlements: secondsBefore.map((seconds) => ({
        ...{ request_id: `call_${++lastNumber}`, user_id: ann.id, created_at: latest - seconds, type: 2 },
        ...{ content: '', username: 'ann', token_id: 1, token_name: 'laptop', model_name: 'm', quota: 7 },
        ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: 3, request_time: 10, is_stream: 1 as const },
        ...{
          source_ip: '',
          ended_by: 'completed' as const,
          token_quota: 0,
          group_name: null,
          metadata: 'null',
        },
      })),
    });

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 10_000 });
    latest = site.now() - DAY;
    // A note among the calls, as old as they are.
    const grant = { request_id: 'grant', user_id: ann.id, username: 'ann', type: logType.topup, quota: 5 };
    await site.db
      .insertInto('logs')
      .values({
        ...{ ...grant, created_at: latest - 200, content: '', source_ip: '', token_id: 0, token_name: '' },
        ...{ model_name: '', prompt_tokens: 0, completion_tokens: 0, channel_id: 0, request_time: 0 },
        ...{ is_stream: 0, metadata: 'null' },
      })
      .execute();
    await charge([300, 300, 300, 200, 100, 1, 0, -1, -DAY]);
  });
  afterAll(() => site.stop());

  const clean = (target: string | number | undefined, as: Person | undefined = admin) =>
    site.ask(logCalls.cleanUp, { as, query: target === undefined ? {} : { target_timestamp: target } });
  const calls = async () =>
    (
      await site.db
        .selectFrom('logs')
        .select(['created_at'])
        .where('type', '=', logType.consume)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map((row) => latest - row.created_at);
  /** Sums that must stay unchanged. */
  const sums = async () => ({
    hours: await site.db.selectFrom('statistics_hours').selectAll().orderBy('hour').execute(),
    days: await site.db.selectFrom('statistics_key_days').selectAll().orderBy('day').execute(),
    ledger: await site.db.selectFrom('ledger').selectAll().orderBy('id').execute(),
    balance: await site.db
      .selectFrom('users')
      .select(['quota', 'used_quota'])
      .where('id', '=', ann.id)
      .execute(),
    others: await site.db
      .selectFrom('logs')
      .selectAll()
      .where('type', 'not in', [2, 3])
      .orderBy('id')
      .execute(),
  });

  it('is for administrators', async () => {
    expect((await site.ask(logCalls.cleanUp, { query: { target_timestamp: 1 } })).status).toBe(401);
    expect((await clean(1, ann)).status).toBe(403);
  });

  it.each([
    [undefined, 'required'],
    ['', 'required'],
    [' ', 'required'],
    ['yesterday', 'invalid_type'],
    ['1.5', 'invalid_type'],
    ['-1', 'too_small'],
    ['1799971200000', 'too_big'],
    ['1e300', 'too_big'],
    ['NaN', 'invalid_type'],
  ])('refuses the time %s', async (target, code) => {
    expect(await clean(target)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', fields: [{ field: 'target_timestamp', code }] },
    });
  });

  it('does not reach into the last day', async () => {
    for (const target of [latest + 1, site.now(), site.now() + 365 * DAY]) {
      expect(await clean(target)).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'target_timestamp', code: 'log.too_recent' }] },
      });
    }
    expect(await calls()).toHaveLength(9);
    const notes = site.db.selectFrom('logs').select('id').where('type', '=', logType.manage);
    expect(await notes.execute()).toEqual([]);
  });

  it('deletes the calls before the time, leaves all else, and says who did', async () => {
    const before = await sums();
    expect(before.hours).not.toEqual([]);
    expect(before.ledger).not.toEqual([]);

    const done = await clean(latest);

    expect(done).toMatchObject({ status: 200, body: { success: true, data: 6 } });
    expect(await calls()).toEqual([0, -1, -DAY]);
    expect(await sums()).toEqual(before);
    const notes = await site.db.selectFrom('logs').selectAll().where('type', '=', logType.manage).execute();
    expect(notes).toMatchObject([
      { user_id: admin.id, username: 'admin', quota: 0, created_at: site.now(), source_ip: '127.0.0.1' },
    ]);
    expect(notes[0]?.content).toBe('calls (delete): −6 < 2027-01-14T08:00:00Z');
    expect((await clean(latest)).body.data).toBe(0);
  });

  it('goes in batches that end within a second and at rows that stay', async () => {
    await charge([300, 300, 300, 300, 200, 200, 150, 100]);
    const by = { request_id: 'r', user_id: admin.id, username: 'admin', source_ip: '' };
    const cleanUp = {
      ...{ nowSeconds: site.now(), by, atOnce: 3, pause: async () => {} },
    };

    expect(await deleteOldCalls(site.db, { ...cleanUp, target: latest - 150 })).toBe(6);

    expect(await calls()).toEqual([150, 100, 0, -1, -DAY]);
    const note = await site.db
      .selectFrom('logs')
      .select('content')
      .where('request_id', '=', 'r')
      .executeTakeFirstOrThrow();
    expect(note.content).toMatch(/: −6 </);
  });
});
