import { channelCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type NotificationWorld,
  startNotificationWorld,
} from '../../../test/support/notification/notification-world.ts';
import type { Person } from '../../../test/support/test-management.ts';
import { priceOf } from '../../../test/support/test-prices.ts';
import { disableAfterFailure, enableAfterTest } from '../channel/automatic-state.ts';
import { updateBalance } from '../channel/update-balances.ts';
import { syncPrices } from '../price/price-sync.ts';
import { reportLowBalances } from '../user/low-balance-mail.ts';
import { makeDigests } from './make-digests.ts';
import { reportRejectedCharges } from './report-rejected-charges.ts';

const MINUTE = 60;
const HOUR = 3600;

describe.each(databases)('the causes of notifications on $name', (engine) => {
  let world: NotificationWorld;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    world = await startNotificationWorld(engine);
    admin = world.admin;
    ann = await world.site.seed.person('ann', { quota: 500 });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.site.options.set('SMTPServer', '');
    await world.reset();
  });

  const texts = () => world.received.map(({ text }) => text);

  it('report what happens to channels, in the language of the reader', async () => {
    await world.site.db.updateTable('users').set({ language: 'ja_JP' }).where('id', '=', admin.id).execute();
    await world.addTarget(admin, { kinds: ['channel_disabled', 'channel_enabled', 'vendor_low_credit'] });
    const input = { type: 8, name: 'acme', key: 'sk', base_url: 'https://x.example', models: 'm' };
    const { id } = (await world.site.ask(channelCalls.create, { as: admin, input })).body.data;
    const deps = { ...world.site.deps, routingChanged: async () => {} };
    await disableAfterFailure(deps, { channelId: id, keyId: 0, code: 'upstream.timeout' });
    await enableAfterTest(deps, { channelId: id, keyId: 0 });
    await world.site.options.set('ChannelBalanceRemindThreshold', '20');
    const { signal } = new AbortController();
    for (let count = 0; count < 2; count += 1) await updateBalance(world.site.deps, id, signal);
    await world.deliver();
    expect(texts()).toEqual([
      'チャネル acme が自動的に無効になりました',
      'チャネル acme が復旧しました',
      'チャネル acme の上流残高が少なくなりました',
    ]);
    await world.site.db.updateTable('users').set({ language: 'en_US' }).where('id', '=', admin.id).execute();
  });

  it('report changed prices and rejected charges', async () => {
    await world.addTarget(admin, { kinds: ['prices_changed', 'charges_rejected'] });
    const list = ['a', 'b'].map((model) => priceOf(model));
    const facts = { nowSeconds: world.site.now(), actor: null, isConfirmed: true };
    for (let count = 0; count < 2; count += 1)
      await world.site.db.transaction().execute((trx) => syncPrices(trx, { list, mode: 'merge', facts }));
    const row = { outbox_id: 'o', user_id: ann.id, token_id: 0, quota: 7, token_quota: 0 };
    for (const number of [1, 2]) {
      await world.site.db
        .insertInto('rejected_settlements')
        .values({ ...row, number, settlement: '{}', reason: 'x', created_time: world.site.now() })
        .execute();
      await reportRejectedCharges(world.site.deps);
    }
    await world.deliver();
    expect(texts()).toEqual(['Model prices changed', 'Charges were rejected']);
    const { data } = await world.listOf(admin);
    expect(data.map(({ text }: { text: string }) => text)).toEqual([
      'The database rejected 1 charges of the last hour, $0.00 in total.',
      '2 added, 0 changed, 0 removed: a, b.',
    ]);
  });

  it('are one event for a low balance: mail, own targets and administrators share it', async () => {
    const { db, options, deps } = world.site;
    for (const [key, value] of [
      ['QuotaRemindThreshold', '500'],
      ['SMTPServer', 'mail.test'],
      ['SMTPFrom', 'gateway@site.test'],
    ] as const)
      await options.set(key, value);
    const setAnn = (change: object) => db.updateTable('users').set(change).where('id', '=', ann.id).execute();
    const fall = async () => {
      await db.deleteFrom('mails').execute();
      for (const quota of [500, 499]) {
        await setAnn({ quota });
        await reportLowBalances({ ...deps, db }, new AbortController().signal);
      }
      await world.deliver();
      const mails = await db.selectFrom('mails').select('subject').execute();
      return { texts: texts().sort(), mails: mails.map(({ subject }) => subject) };
    };
    await setAnn({ email: 'ann@mail.test', proved_email: 'ann@mail.test' });
    await world.addTarget(admin, { type: 'gotify', kinds: ['customer_low_balance'] });
    await world.addTarget(ann, { kinds: ['low_balance'] });
    expect(await fall()).toEqual({
      texts: [
        expect.stringContaining('The balance of ann is low'),
        expect.stringContaining('Your Test balance is low'),
      ],
      mails: ['Your Test balance is low'],
    });
    world.received.length = 0;
    world.site.passTime(MINUTE);
    await world.addTarget(ann, { type: 'email', kinds: ['low_balance'] });
    expect((await fall()).mails).toEqual(['Your Test balance is low']);
  });

  it('sum up the day before in the morning of their reader', async () => {
    const zone = 'Asia/Tokyo';
    await world.addTarget(ann, { kinds: ['daily_digest'], time_zone: zone });
    await world.addTarget(admin, { type: 'ntfy', kinds: ['site_digest'], time_zone: zone });
    const { db, now } = world.site;
    const { digest_at } = await db
      .selectFrom('notification_targets')
      .select('digest_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(new Date(digest_at * 1000).toISOString()).toMatch(/T23:00:00/);
    world.site.passTime(digest_at - now() - 1);
    const morning = () => makeDigests(world.site.deps, new AbortController().signal);
    await morning();
    await world.deliver();
    expect(world.received).toEqual([]);
    const hour = digest_at - 14 * HOUR;
    const counts = {
      request_count: 3,
      quota: 500_000,
      prompt_tokens: 1,
      completion_tokens: 1,
      request_time: 1,
    };
    await db
      .insertInto('statistics_hours')
      .values({ hour, user_id: ann.id, channel_id: 1, model_name: 'm', ...counts })
      .execute();
    world.site.passTime(1);
    await Promise.all([morning(), morning()]);
    await world.deliver();
    expect(texts().sort()).toEqual([
      expect.stringContaining('0 calls for $0.00; 0 attempts'),
      expect.stringMatching(/^Your use on \d{4}-\d\d-\d\d$/),
    ]);
    expect((await world.listOf(ann)).data[0].text).toBe(
      '3 calls for $1.00, 0 calls refused. Models with the highest cost: m.',
    );
  });
});
