import { role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('the reminder of a low balance on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { quota: 1000 });
    admin = await site.seed.person('adm', { role: role.admin });
    await site.options.set('QuotaRemindThreshold', '500');
  });
  afterAll(() => site.stop());

  const isReminded = async () => (await site.ask(userCalls.self, { as: ann })).body.data.has_balance_reminder;
  const change = async (quota: number) => {
    const { status } = await site.ask(userCalls.changeQuota, {
      ...{ as: admin, params: { id: ann.id }, input: { quota } },
    });
    expect(status).toBe(200);
  };
  const dismiss = (as?: Person) => site.ask(userCalls.dismissReminder, { as });

  it('comes below the threshold, once until the balance has risen above it', async () => {
    expect(await isReminded()).toBe(false);
    await change(-500);
    expect(await isReminded()).toBe(false);
    await change(-1);
    expect(await isReminded()).toBe(true);

    expect((await dismiss()).status).toBe(401);
    expect((await dismiss(ann)).status).toBe(200);
    expect(await isReminded()).toBe(false);
    await change(-100);
    await change(50);
    expect(await isReminded()).toBe(false);

    await change(51);
    expect(await isReminded()).toBe(false);
    await change(-1);
    expect(await isReminded()).toBe(true);
    await change(100);
    expect(await isReminded()).toBe(false);
  });

  it('a threshold of 0 reminds nobody', async () => {
    await site.options.set('QuotaRemindThreshold', '0');
    await change(-599);
    expect(await isReminded()).toBe(false);
  });
});
