import { tokenCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';

describe.each(databases)('the number of keys of a user on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('is exact, however many are asked for at once, and counts no deleted ones', async () => {
    await site.options.set('MaxTokensPerUser', '7');
    const [ann, bob] = [await site.seed.person('ann'), await site.seed.person('bob')];
    const input = { name: 't', expired_time: -1, remain_quota: 1, unlimited_quota: false };
    const make = (as = ann) => site.ask(tokenCalls.create, { as, input });

    const answers = await Promise.all(Array.from({ length: 20 }, () => make()));

    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(7);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { code: 'token.too_many' },
    });
    expect((await site.ask(tokenCalls.list, { as: ann })).body.data.total_count).toBe(7);
    expect((await make(bob)).status).toBe(200);
    expect((await site.ask(tokenCalls.playground, { as: ann })).body.code).toBe('token.too_many');
    await site.ask(tokenCalls.remove, { as: ann, params: { id: made[0]?.body.data.id } });
    expect((await make()).status).toBe(200);
    expect((await make()).status).toBe(409);
  });

  it('is limited within an hour, with the deleted ones, and the answer has the wait', async () => {
    await site.options.set('TokensPerHour', '3');
    const cat = await site.seed.person('cat');
    const input = { name: 't', expired_time: -1, remain_quota: 1, unlimited_quota: false };
    const make = () => site.ask(tokenCalls.create, { as: cat, input });

    const first = await make();
    site.passTime(600);
    const answers = await Promise.all(Array.from({ length: 8 }, make));
    await site.ask(tokenCalls.remove, { as: cat, params: { id: first.body.data.id } });

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = await make();
    expect(refused).toMatchObject({ status: 429, body: { code: 'token.too_many_in_hour' } });
    expect(refused.headers['retry-after']).toBe('3000');
    site.passTime(3000);
    expect((await make()).status).toBe(200);
    expect((await make()).headers['retry-after']).toBe('600');
    await site.options.set('TokensPerHour', '0');
    expect((await make()).status).toBe(200);
  });
});
