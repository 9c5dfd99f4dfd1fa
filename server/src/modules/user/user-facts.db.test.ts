import { role, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe.each(databases)('facts about users on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 5000 });
    ben = await site.seed.person('ben', { quota: 70 });
  });
  afterAll(() => site.stop());

  const rows = async (query: Record<string, string | number>) =>
    (await site.ask(userCalls.list, { as: admin, query: { size: 100, ...query } })).body.data.data;
  const named = async (query: Record<string, string | number>) =>
    (await rows({ ...query, order: 'username' }))
      .map((user: Person) => user.username)
      .filter((name: string) => name !== 'owner');
  const row = async ({ id }: Person, query = {}) =>
    (await rows(query)).find((user: Person) => user.id === id);

  /** Points that a user spent in one UTC hour, as the writer of settlements stores them. */
  async function spend({ id }: Person, time: number, quota: number): Promise<void> {
    const key = { dimension: 'user', usage_key: String(id) } as const;
    const counts = { request_count: 1, quota, prompt_tokens: 0, completion_tokens: 0, request_time: 0 };
    const hour = time - (time % HOUR);
    const day = time - (time % DAY);
    await site.db
      .insertInto('statistics_key_hours')
      .values({ ...key, hour, ...counts })
      .execute();
    await site.db
      .insertInto('statistics_key_days')
      .values({ ...key, day, ...counts })
      .onConflict((conflict) =>
        conflict.columns(['dimension', 'usage_key', 'day']).doUpdateSet((eb) => ({
          quota: eb('statistics_key_days.quota', '+', quota),
        })),
      )
      .execute();
  }

  it('sum what was spent on the reader’s day and on 30 days', async () => {
    // 8:00 UTC, which is 16:00 in Shanghai: its day began at 16:00 UTC of the day before.
    const now = site.now();
    expect(new Date(now * 1000).getUTCHours()).toBe(8);
    await spend(ann, now, 1);
    await spend(ann, now - 8 * HOUR, 20);
    await spend(ann, now - 16 * HOUR, 300);
    await spend(ann, now - 17 * HOUR, 4000);
    await spend(ann, now - 20 * DAY, 50_000);
    const lastUtcDay = now - 8 * HOUR - 29 * DAY;
    await spend(ann, lastUtcDay, 600_000);
    await spend(ann, lastUtcDay - 8 * HOUR, 7_000_000);
    await spend(ann, lastUtcDay - 9 * HOUR, 80_000_000);
    await spend(ben, now - HOUR, 9);

    expect(await row(ann)).toMatchObject({ used_today: 21, used_30_days: 654_321 });
    expect(await row(ann, { time_zone: 'Asia/Shanghai' })).toMatchObject({
      ...{ used_today: 321, used_30_days: 7_654_321 },
    });
    expect(await row(ben)).toMatchObject({ used_today: 9, used_30_days: 9 });
    expect(await row(admin)).toMatchObject({ used_today: 0, used_30_days: 0 });
    const file = await site.ask(userCalls.exportCsv, { as: admin, query: { keyword: 'ann' } });
    expect(String(file.body)).toContain(',21,654321,0,,0,0,');
    const wrong = await site.ask(userCalls.list, { as: admin, query: { time_zone: 'Nowhere' } });
    expect(wrong.body.fields).toEqual([{ field: 'time_zone', code: 'field.unknown_time_zone' }]);
  });

  it('name what an account is bound to and who invited it, and narrow the list', async () => {
    const times = { created_time: site.now(), last_used_time: 0 };
    const identity = { subject: 's', email: '', name: '', email_verified: 0, ...times } as const;
    for (const provider of ['wechat', 'github'])
      await site.db
        .insertInto('identities')
        .values({ user_id: ann.id, provider, ...identity })
        .execute();
    await site.db
      .updateTable('users')
      .set({ email: 'ann@mail.test', proved_email: 'ann@mail.test', inviter_id: ben.id })
      .where('id', '=', ann.id)
      .execute();
    await site.db
      .updateTable('users')
      .set({ email: 'new@mail.test', proved_email: 'old@mail.test' })
      .where('id', '=', ben.id)
      .execute();
    const app = { secret: 'sealed', last_step: 0 };
    await site.db
      .insertInto('authenticators')
      .values([
        { user_id: ben.id, confirmed_time: 5, ...app },
        { user_id: ann.id, confirmed_time: 0, ...app },
      ])
      .execute();
    await site.db
      .insertInto('passkeys')
      .values({
        ...{ user_id: admin.id, name: 'p', credential_id: 'c', public_key: 'k', counter: 0 },
        ...{ transports: '', is_synced: 0, ...times },
      })
      .execute();

    expect(await row(ann)).toMatchObject({
      ...{ email_proved: true, providers: ['github', 'wechat'], has_passkey: false },
      ...{ has_authenticator: false, inviter_id: ben.id, inviter_name: 'ben' },
    });
    expect(await row(ben)).toMatchObject({
      ...{ email_proved: false, providers: [], has_authenticator: true, inviter_id: null, inviter_name: '' },
    });
    const one = await site.ask(userCalls.get, { as: admin, params: { id: ann.id } });
    expect(one.body.data).toMatchObject({ email_proved: true, inviter_name: 'ben' });
    expect(await named({ binding: 'email' })).toEqual(['ann']);
    expect(await named({ binding: 'authenticator' })).toEqual(['ben']);
    expect(await named({ binding: 'passkey' })).toEqual(['admin']);
    expect(await named({ binding: 'wechat' })).toEqual(['ann']);
    expect(await named({ binding: 'lark' })).toEqual([]);
    const wrong = await site.ask(userCalls.list, { as: admin, query: { binding: 'carrier-pigeon' } });
    expect(wrong.status).toBe(400);
  });

  it('narrow the list by balance and by the last sign-in', async () => {
    await site.options.set('QuotaRemindThreshold', '100');
    const signedIn = (person: Person, last_login_time: number) =>
      site.db.updateTable('users').set({ last_login_time }).where('id', '=', person.id).execute();
    await signedIn(ann, site.now() - 3 * DAY);
    await signedIn(ben, site.now() - 3 * DAY - 1);

    expect(await named({ balance: 'some' })).toEqual(['ann', 'ben']);
    expect(await named({ balance: 'low' })).toEqual(['admin', 'ben']);
    expect(await named({ balance: 'none' })).toEqual(['admin']);
    expect(await named({ signed_in_days: 3 })).toEqual(['admin', 'ann']);
    expect(await named({ signed_in_days: 4, balance: 'some' })).toEqual(['ann', 'ben']);
  });
});
