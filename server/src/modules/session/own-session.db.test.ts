import { sessionCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('an account its own sessions on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  const { list, remove, removeOthers } = sessionCalls;
  const listed = async (as: Person) => (await site.ask(list, { as })).body.data;

  it('lists where the account is signed in, the asking session marked, and when each was used', async () => {
    const ann = await site.seed.person('ann');
    await site.ask(userCalls.login, {
      input: { username: 'ann', password: 'correct horse' },
      headers: { 'user-agent': 'Firefox on a phone' },
      remoteAddress: '192.0.2.77',
    });
    site.passTime(700);

    const [first, second, ...more] = await listed(ann);

    expect(more).toEqual([]);
    expect(first).toMatchObject({ is_current: true, last_used_time: site.now() });
    expect(second).toMatchObject({
      is_current: false,
      user_agent: 'Firefox on a phone',
      source_ip: '192.0.2.77',
      created_time: site.now() - 700,
      last_used_time: site.now() - 700,
    });
    expect((await site.ask(list)).status).toBe(401);
  });

  it('ends one session of its own, and nobody else can', async () => {
    const bob = await site.seed.person('bob');
    const elsewhere = await site.signIn('bob');
    const cat = await site.seed.person('cat');
    const { id } = (await listed(bob)).find((session: { is_current: boolean }) => !session.is_current);
    const end = (as: Person, wanted = id) => site.ask(remove, { as, params: { id: wanted } });

    expect(await end(cat)).toMatchObject({ status: 404, body: { code: 'session.not_found' } });
    expect((await site.ask(userCalls.self, { as: elsewhere })).status).toBe(200);
    expect((await end(bob)).status).toBe(200);
    expect((await site.ask(userCalls.self, { as: elsewhere })).status).toBe(401);
    expect((await end(bob)).status).toBe(404);
    expect((await end(bob, 'every one of them')).status).toBe(400);
    expect((await site.ask(remove, { params: { id } })).status).toBe(401);
  });

  it('signs out everywhere else', async () => {
    const dan = await site.seed.person('dan');
    const others = [await site.signIn('dan'), await site.signIn('dan')];

    expect((await site.ask(removeOthers, { as: dan })).status).toBe(200);

    expect((await site.ask(userCalls.self, { as: dan })).status).toBe(200);
    for (const as of others) expect((await site.ask(userCalls.self, { as })).status).toBe(401);
    expect((await site.ask(removeOthers)).status).toBe(401);
  });
});
