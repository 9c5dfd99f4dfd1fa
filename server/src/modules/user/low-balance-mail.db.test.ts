import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { reportLowBalances } from './low-balance-mail.ts';

describe.each(anyDatabase)('mails about a low balance on $name', (engine) => {
  let site: TestManagement;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    await site.options.set('QuotaRemindThreshold', '500');
    await site.options.set('SMTPServer', 'mail.test');
    await site.options.set('SMTPFrom', 'gateway@site.test');
  });
  afterAll(() => site.stop());

  const setUser = (id: number, change: object) =>
    site.db.updateTable('users').set(change).where('id', '=', id).execute();
  /** @returns addresses of all mails so far */
  const run = async () => {
    await reportLowBalances(site.deps, new AbortController().signal);
    const mails = await site.db.selectFrom('mails').select('address').orderBy('id').execute();
    return mails.map(({ address }) => address);
  };

  it('come once for each fall below the threshold, to addresses that were proved', async () => {
    const ann = await site.seed.person('ann', { quota: 500 });
    const ben = await site.seed.person('ben', { quota: 500 });
    const low = await site.seed.person('low', { quota: 10 });
    await setUser(ann.id, { email: 'ann@mail.test', proved_email: 'ann@mail.test' });
    await setUser(ben.id, { email: 'ben@mail.test', proved_email: 'other@mail.test' });
    await setUser(low.id, { email: 'low@mail.test', proved_email: 'low@mail.test' });
    expect(await run()).toEqual([]);

    for (const { id } of [ann, ben]) await setUser(id, { quota: 499 });
    expect(await run()).toEqual(['ann@mail.test']);
    await setUser(ann.id, { quota: 1 });
    expect(await run()).toEqual(['ann@mail.test']);

    await setUser(ann.id, { quota: 500 });
    await run();
    await setUser(ann.id, { quota: 0 });
    expect(await run()).toEqual(['ann@mail.test', 'ann@mail.test']);
  });

  it('do not come while the threshold is 0 or no mail server is set', async () => {
    const { id } = await site.seed.person('cat', { quota: 500 });
    await setUser(id, { email: 'cat@mail.test', proved_email: 'cat@mail.test' });
    await run();
    await setUser(id, { quota: 0 });
    await site.options.set('QuotaRemindThreshold', '0');
    expect(await run()).not.toContain('cat@mail.test');
    await site.options.set('QuotaRemindThreshold', '500');
    await site.options.set('SMTPFrom', '');
    expect(await run()).not.toContain('cat@mail.test');
  });
});
