import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { usageRollUp } from './0004-usage-roll-up.ts';

const DAY = 86_400;
/** 15 January 2027, 00:00 UTC. */
const TODAY = 1_799_971_200;

describe.each(databases)('roll-ups by one key on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const fill = async () => {
    await site.db.schema.dropTable('statistics_key_hours').execute();
    await site.db.schema.dropTable('statistics_key_days').execute();
    await usageRollUp(site.db as never, engine.name === 'SQLite' ? 'sqlite' : 'postgres');
    const read = site.db.selectFrom('statistics_key_days').selectAll().orderBy('day').orderBy('usage_key');
    return (await read.execute()).map(({ dimension, usage_key, day, request_count, quota }) => [
      ...[dimension, usage_key, day - TODAY, request_count, quota],
    ]);
  };

  it('are empty where nobody has called', async () => {
    expect(await fill()).toEqual([]);
  });

  it('hold the calls that were there before them, however far apart', async () => {
    const ann = await site.seed.person('ann', { group: 'vip' });
    const hour = (at: number, quota: number) => ({
      ...{ hour: TODAY + at, user_id: ann.id, channel_id: 3, model_name: 'm', request_count: 2, quota },
      ...{ prompt_tokens: 1, completion_tokens: 1, request_time: 1 },
    });
    const far = -57 * DAY;
    await site.db
      .insertInto('statistics_hours')
      .values([
        hour(far, 5),
        hour(far + DAY - 3600, 6),
        hour(far + DAY, 7),
        { ...hour(0, 8), user_id: 9999 },
        hour(0, 9),
      ])
      .execute();
    const rows = await fill();
    const of = (dimension: string) => rows.filter(([name]) => name === dimension).map(([, ...row]) => row);
    const days = (key: string) => [
      [key, far, 4, 11],
      [key, far + DAY, 2, 7],
      [key, 0, 4, 17],
    ];
    expect(of('all')).toEqual(days(''));
    expect(of('model')).toEqual(days('m'));
    expect(of('channel')).toEqual(days('3'));
    const own = (key: string) => [...days(key).slice(0, 2), [key, 0, 2, 9]];
    expect(of('user')).toEqual(expect.arrayContaining([...own(String(ann.id)), ['9999', 0, 2, 8]]));
    expect(of('group')).toEqual(expect.arrayContaining([...own('vip'), ['', 0, 2, 8]]));
    const hours = await site.db
      .selectFrom('statistics_key_hours')
      .select(['hour', 'quota'])
      .where('dimension', '=', 'model')
      .orderBy('hour')
      .execute();
    expect(hours.map(({ hour: at, quota }) => [at - TODAY, quota])).toEqual([
      [far, 5],
      [far + DAY - 3600, 6],
      [far + DAY, 7],
      [0, 17],
    ]);
  });
});
