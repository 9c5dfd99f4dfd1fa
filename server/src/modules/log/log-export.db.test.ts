import { logCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const FIRST_SECOND = 1_799_971_200;

describe.each(databases)('log rows as a file on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
    const bob = await site.seed.person('bob');
    const row = (person: Person, index: number, given: object = {}) => ({
      ...{ request_id: `${person.username}_${index}`, user_id: person.id, username: person.username },
      ...{ created_at: FIRST_SECOND + Math.floor(index / 3), type: 2, content: '', token_id: 1, quota: 3 },
      ...{ token_name: 'laptop', model_name: 'gpt-4o', prompt_tokens: 5, completion_tokens: 6 },
      ...{ channel_id: 7, request_time: 80, is_stream: 1 as const, source_ip: '192.0.2.1', metadata: 'null' },
      ...given,
    });
    // More than one query looks at, so that a search goes on behind rows that do not fit.
    const rows = [
      row(ann, 0, { model_name: 'o4', content: '@home', ended_by: 'timeout', group_name: 'vip' }),
      ...Array.from({ length: 2500 }, (_, index) => row(ann, index + 1)),
      ...Array.from({ length: 20_000 }, (_, index) => row(bob, index + 3000)),
    ];
    for (let start = 0; start < rows.length; start += 500) {
      await site.db
        .insertInto('logs')
        .values(rows.slice(start, start + 500))
        .execute();
    }
  }, 60_000);
  afterAll(() => site.stop());

  const linesOf = async (
    query: Record<string, string | number>,
    as: Person | undefined,
    declared: object = logCalls.exportCsv,
  ) => {
    const { status, body } = await site.ask(declared as never, { as, query });
    expect(status).toBe(200);
    return String(body).split('\r\n').slice(0, -1);
  };

  it('holds every row that the filter shows, newest first, without a gap or a double', async () => {
    const [head, ...lines] = await linesOf({ username: 'ann' }, admin);
    expect(head?.slice(1)).toBe(
      'id,created_at,type,request_id,token_name,model_name,prompt_tokens,completion_tokens,quota,' +
        'request_time,is_stream,source_ip,ended_by,content,balance_before,balance_after,group_name,user_id,' +
        'username,channel_id,balance_by',
    );
    const expected = Array.from({ length: 2501 }, (_, index) => `ann_${2500 - index}`);
    expect(lines.map((line) => line.split(',')[3])).toEqual(expected);
    expect(await linesOf({ username: 'ann', start_timestamp: FIRST_SECOND + 1 }, admin)).toHaveLength(2499);
  });

  it('finds a row that lies far behind others', async () => {
    const [, ...lines] = await linesOf({ model_name: 'o4' }, admin);
    expect((await linesOf({ group_name: 'vip' }, admin)).slice(1)).toEqual(lines);
    const { body } = await site.ask(logCalls.list, { as: admin, query: { request_id: 'ann_0' } });
    const [row] = body.data.data;
    expect(lines).toEqual([
      `${row.id},2027-01-15T00:00:00.000Z,2,ann_0,laptop,o4,5,6,3,80,1,192.0.2.1,timeout,'@home,,,vip,${ann.id},ann,7,`,
    ]);
  });

  it('shows everybody the own rows only, without the channel', async () => {
    const [head, ...lines] = await linesOf({}, ann, logCalls.exportSelfCsv);
    expect(lines).toHaveLength(2501);
    expect(head).not.toContain('channel_id');
    expect((await site.ask(logCalls.exportCsv, { as: ann })).status).toBe(403);
    expect((await site.ask(logCalls.exportCsv)).status).toBe(401);
    expect((await site.ask(logCalls.exportSelfCsv)).status).toBe(401);
    const bad = await site.ask(logCalls.exportSelfCsv, { as: ann, query: { start_timestamp: 'x' } });
    expect(bad.status).toBe(400);
    const others = await site.ask(logCalls.exportSelfCsv, { as: ann, query: { username: 'bob' } });
    expect(others.status).toBe(400);
  });
});
