import { type LogView, logCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import type { Settlement } from '../../db/settlement.ts';
import { writeSettlements } from '../../db/settlement-writer.ts';
import { sumConsumption } from './log-stat.ts';

const HOUR = 3600;
const DAY_START = 1_799_971_200;

describe.each(databases)('logs on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let channelId: number;
  let lastNumber = 0;

  const call = (person: Person, atSeconds: number, given: Partial<Settlement> = {}): Settlement => ({
    ...{ request_id: `req_${++lastNumber}`, user_id: person.id, created_at: DAY_START + atSeconds, type: 2 },
    ...{
      content: '',
      username: person.username,
      token_id: 1,
      token_name: 'laptop',
      model_name: 'gpt-4o',
      quota: 1,
    },
    ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: channelId, request_time: 10, is_stream: 1 },
    ...{ source_ip: '192.0.2.1', ended_by: 'completed', group_name: 'default', token_quota: 0 },
    metadata: JSON.stringify({
      group_ratio: 1,
      cost: 2,
      attempts: [{ channel_id: channelId, status: 200, code: '', duration_ms: 5 }],
      of_a_later_version: true,
    }),
    ...given,
  });
  const write = (settlements: Settlement[]) =>
    writeSettlements(site.db, {
      outboxId: 'o',
      firstNumber: lastNumber - settlements.length + 1,
      settlements,
      nowSeconds: 0,
    });

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 10_000 });
    bob = await site.seed.person('bob', { quota: 10_000 });
    const channel = await site.ask(
      { method: 'POST', path: '/api/channel/' },
      { as: admin, input: { type: 1000, name: 'Demo', key: '', models: 'demo-chat' } },
    );
    channelId = channel.body.data.id;
    // Three rows share each second, as parallel calls do.
    await write(
      Array.from({ length: 12 }, (_, index) =>
        call(ann, Math.floor(index / 3) * HOUR, { quota: 2 ** index }),
      ),
    );
    await write([
      call(bob, 100, {
        model_name: 'o4',
        token_name: 'desk',
        quota: 10_000 - 5000,
        channel_id: 0,
        source_ip: '192.0.2.9',
        ended_by: 'timeout',
        group_name: 'vip',
        tried_channels: ' 31 7 ',
      }),
    ]);
  });
  afterAll(() => site.stop());

  const list = async (
    query: Record<string, string | number>,
    as = admin,
    declared = logCalls.list as never,
  ) =>
    (await site.ask(declared, { as, query })).body.data as {
      data: LogView[];
      total_count: number;
      next_cursor: string | null;
    };
  const ids = (rows: LogView[]) => rows.map((row) => row.request_id);

  it('continues by cursor through rows of one second, in both directions, without a gap or a double', async () => {
    for (const order of ['-created_at', 'created_at']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list({ username: 'ann', size: 5, order, cursor });
        expect(page.total_count).toBe(12);
        seen.push(...ids(page.data));
        cursor = page.next_cursor;
      }
      const expected = Array.from({ length: 12 }, (_, index) => `req_${index + 1}`);
      expect(seen).toEqual(order === 'created_at' ? expected : expected.reverse());
    }
  });

  it('reads pages by number within the bound of the count', async () => {
    expect(ids((await list({ username: 'ann', size: 5, page: 3 })).data)).toEqual(['req_2', 'req_1']);
    const far = await site.ask(logCalls.list, { as: admin, query: { page: 1001, size: 10 } });
    expect(far.body.fields).toEqual([{ field: 'page', code: 'too_big' }]);
    const bad = await site.ask(logCalls.list, { as: admin, query: { cursor: 'nonsense' } });
    expect(bad.body.fields).toEqual([{ field: 'cursor', code: 'invalid_format' }]);
  });

  it.each([
    [{ username: 'BOB' }, 1],
    [{ username: 'nobody' }, 0],
    [{ model_name: 'o4' }, 1],
    [{ token_name: 'desk' }, 1],
    [{ source_ip: '192.0.2.9' }, 1],
    [{ request_id: 'req_3' }, 1],
    [{ start_timestamp: DAY_START + HOUR, end_timestamp: DAY_START + 2 * HOUR }, 6],
    [{ log_type: 3 }, 0],
    [{ ended_by: 'failed' }, 1],
    [{ ended_by: 'timeout', username: 'bob' }, 1],
    [{ ended_by: 'failed', username: 'ann' }, 0],
    [{ ended_by: 'client' }, 0],
    [{ ended_by: 'completed' }, 12],
    [{ group_name: 'vip' }, 1],
    [{ group_name: 'default', username: 'ann' }, 12],
    [{ group_name: 'default', username: 'bob' }, 0],
    [{ retried: 'yes' }, 1],
    [{ retried: 'yes', username: 'ann' }, 0],
    [{ retried: 'yes', ended_by: 'failed' }, 1],
    [{ channel_tried: 31 }, 1],
    [{ channel_tried: 3 }, 0],
    [{ channel_tried: 7, retried: 'yes', username: 'bob' }, 1],
    [{ log_type: 0, channel_id: '' }, 13],
  ])('filters by %o', async (query, count) => {
    expect((await list(query as never)).total_count).toBe(count);
  });

  it('finds the rows of an account by its number, whatever it and others are called', async () => {
    const anns = async (query: object) => (await list(query as never)).total_count;
    expect(await anns({ user_id: ann.id })).toBe(12);
    expect(await anns({ user_id: ann.id, username: 'somebody' })).toBe(12);
    expect(await anns({ user_id: ann.id, request_id: 'req_3' })).toBe(1);
    expect(await anns({ user_id: 2_000_000_000 })).toBe(0);
    const answer = await site.ask(logCalls.stat, { as: admin, query: { user_id: ann.id } });
    expect(answer.body.data).toMatchObject({ quota: 4095 });
  });

  it('shows administrators the channel and the attempts, and users neither row numbers nor attempts nor costs', async () => {
    const [all] = (await list({ username: 'ann', size: 1 })).data;
    expect(all).toMatchObject({ channel: { id: channelId, name: 'Demo' }, is_stream: true });
    expect(all).toMatchObject({ token_id: 1 });
    expect(all?.metadata?.attempts).toMatchObject([{ channel_id: channelId, channel_name: 'Demo' }]);
    expect(all?.metadata?.cost).toBe(2);
    expect(all?.metadata).not.toHaveProperty('of_a_later_version');

    const own = await list({}, ann, logCalls.listSelf as never);
    expect(own.total_count).toBe(12);
    expect(own.data[0]).toMatchObject({ id: 0, username: 'ann', channel: null });
    expect(own.data[0]?.metadata).not.toHaveProperty('cost');
    expect(own.data[0]?.metadata).toEqual({ group_ratio: 1 });
  });

  it('sums what calls cost exactly, whole hours from the roll-ups and cut ones from their rows', async () => {
    const sum = async (query: Record<string, string | number>) => (await statOf(query)).quota;
    const statOf = async (query: Record<string, string | number>) =>
      (await site.ask(logCalls.stat, { as: admin, query: { username: 'ann', ...query } })).body.data;
    expect(await sum({})).toBe(4095);
    const each = (calls: number) => ({
      request_count: calls,
      prompt_tokens: calls,
      completion_tokens: calls,
    });
    expect(await statOf({})).toEqual({ quota: 4095, ...each(12), request_time: 120 });
    expect(await statOf({ start_timestamp: DAY_START + 1 })).toMatchObject(each(9));
    expect(await statOf({ channel: channelId, end_timestamp: DAY_START + 3 * HOUR - 1 })).toMatchObject(
      each(9),
    );
    expect(await statOf({ token_name: 'laptop' })).toMatchObject(each(12));
    expect(await statOf({ group_name: 'default' })).toMatchObject({ quota: 4095, ...each(12) });
    expect(await statOf({ group_name: 'vip' })).toMatchObject(each(0));
    expect(await statOf({ request_id: 'req_3' })).toMatchObject({ quota: 4, ...each(1) });
    expect(await statOf({ ended_by: 'failed' })).toMatchObject({ quota: 0, ...each(0) });
    expect(await statOf({ retried: 'yes', username: 'bob' })).toMatchObject({ quota: 5000, ...each(1) });
    expect(await statOf({ channel_tried: channelId })).toMatchObject({ quota: 4095, ...each(12) });
    expect(await sum({ start_timestamp: DAY_START + 1 })).toBe(4095 - 7);
    expect(await sum({ end_timestamp: DAY_START + 3 * HOUR })).toBe(4095);
    expect(await sum({ end_timestamp: DAY_START + 3 * HOUR - 1 })).toBe(511);
    expect(await sum({ start_timestamp: DAY_START + 1, end_timestamp: DAY_START + HOUR })).toBe(56);
    expect(await sum({ token_name: 'laptop', start_timestamp: DAY_START + HOUR })).toBe(4095 - 7);
    expect(await sum({ channel: channelId })).toBe(4095);
    expect(await sum({ model_name: 'o4' })).toBe(0);
    expect(await sum({ model_name: 'gpt-4o', channel: channelId, start_timestamp: DAY_START + 1 })).toBe(
      4095 - 7,
    );
    expect(await sum({ source_ip: '192.0.2.9' })).toBe(0);
    const own = await site.ask(logCalls.statSelf, { as: bob });
    expect(own.body.data.quota).toBe(5000);
  });

  it('does not count the hour under way row by row when nothing has happened after the end', async () => {
    const newest = await site.db
      .selectFrom('logs')
      .select('created_at')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const bounds = { atOnce: 1, most: 1 };
    const end_timestamp = newest.created_at + 60;
    expect(end_timestamp % HOUR).not.toBe(HOUR - 1);
    expect((await sumConsumption(site.db, { start_timestamp: DAY_START, end_timestamp }, bounds)).quota).toBe(
      4095 + 5000,
    );
  });

  it('sums rows in parts, and refuses to look at very many', async () => {
    const byToken = { token_name: 'laptop' };
    const bounds = { atOnce: 5, most: 20 };
    expect((await sumConsumption(site.db, { ...byToken, userId: ann.id }, bounds)).quota).toBe(4095);
    expect((await sumConsumption(site.db, { ...byToken, source_ip: '192.0.2.1' }, bounds)).quota).toBe(4095);
    expect((await sumConsumption(site.db, {}, { atOnce: 1, most: 1 })).quota).toBe(9095);
    await expect(sumConsumption(site.db, byToken, { atOnce: 5, most: 10 })).rejects.toMatchObject({
      fields: [{ field: 'end_timestamp', code: 'too_big' }],
    });
  });

  it('shows everybody the own rows only', async () => {
    for (const declared of [logCalls.list, logCalls.stat]) {
      expect((await site.ask(declared, { as: ann })).status).toBe(403);
      expect((await site.ask(declared)).status).toBe(401);
    }
    for (const declared of [logCalls.listSelf, logCalls.statSelf]) {
      expect((await site.ask(declared)).status).toBe(401);
      for (const start_timestamp of ['x', 253_402_300_800])
        expect((await site.ask(declared, { as: ann, query: { start_timestamp } })).status).toBe(400);
    }
  });
});
