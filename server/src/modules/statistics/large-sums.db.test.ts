import {
  channelCalls,
  logCalls,
  MAX_POINTS,
  statisticsCalls,
  tokenCalls,
  userCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { startOfMonth } from '../../db/log-months.ts';

describe.each(databases)('sums beyond what one row may hold on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  const ids: number[] = [];

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    for (let index = 0; index < 3; index += 1) ids.push((await site.seed.person(`rich${index}`)).id);
    await site.db.updateTable('users').set({ quota: MAX_POINTS, used_quota: MAX_POINTS }).execute();

    const hour = site.now() - (site.now() % 3600) - 3600;
    const counts = { request_count: 1, quota: MAX_POINTS, prompt_tokens: MAX_POINTS, completion_tokens: 1 };
    for (const user_id of [...ids, root.id]) {
      await site.db
        .insertInto('statistics_hours')
        .values({ hour, user_id, model_name: 'm', channel_id: 1, ...counts, request_time: 1 })
        .execute();
    }
    const four = { request_count: 4, quota: 4 * MAX_POINTS, prompt_tokens: 4 * MAX_POINTS };
    const kept = { ...four, completion_tokens: 4, request_time: 4 };
    const keys = [
      ['all', ''],
      ['model', 'm'],
      ['channel', '1'],
      ['group', 'default'],
      ['user', String(root.id)],
    ] as const;
    for (const [dimension, usage_key] of keys) {
      const day = hour - (hour % 86_400);
      await site.db
        .insertInto('statistics_key_hours')
        .values({ hour, dimension, usage_key, ...kept })
        .execute();
      await site.db
        .insertInto('statistics_key_days')
        .values({ day, dimension, usage_key, ...kept })
        .execute();
      await site.db
        .insertInto('statistics_key_months')
        .values({ month: startOfMonth(hour), dimension, usage_key, ...kept })
        .execute();
    }
  });
  afterAll(() => site.stop());

  it('answer, on every page that adds something up', async () => {
    const totals = await site.ask(statisticsCalls.totals, { as: root });
    expect(totals.body.data.user_statistics).toMatchObject({
      total_quota: 4 * MAX_POINTS,
      total_used_quota: 4 * MAX_POINTS,
    });
    for (const group_type of ['model', 'model_type', 'channel', 'group', 'user']) {
      for (const interval of ['hour', 'day']) {
        const { status, body } = await site.ask(statisticsCalls.period, {
          as: root,
          query: { group_type, interval },
        });
        expect(status).toBe(200);
        expect(body.data.channel_statistics).toMatchObject([{ Quota: 4 * MAX_POINTS }]);
      }
    }
    expect((await site.ask(statisticsCalls.dashboard, { as: root })).body.data).toMatchObject([
      { Quota: MAX_POINTS },
    ]);
    const stat = await site.ask(logCalls.stat, { as: root });
    expect(stat).toMatchObject({ status: 200, body: { data: { quota: 4 * MAX_POINTS } } });
  });

  it('answer where more was spent than one balance can hold', async () => {
    const spent = MAX_POINTS + 5000;
    const input = { name: 't', expired_time: -1, remain_quota: 1, unlimited_quota: false };
    await site.ask(tokenCalls.create, { as: root, input });
    await site.ask(channelCalls.create, { as: root, input: { type: 1000, name: 'c', key: '', models: 'm' } });
    for (const table of ['users', 'tokens', 'channels'] as const)
      await site.db.updateTable(table).set({ used_quota: spent }).execute();

    for (const call of [userCalls.self, userCalls.list, tokenCalls.list, channelCalls.list]) {
      const { status, body } = await site.ask(call, { as: root });
      expect(status).toBe(200);
      expect(JSON.stringify(body.data)).toContain(String(spent));
    }
  });
});
