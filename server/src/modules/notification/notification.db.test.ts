import { notificationCalls } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { serviceValues } from '../../../test/support/notification/fake-services.ts';
import {
  type NotificationWorld,
  startNotificationWorld,
} from '../../../test/support/notification/notification-world.ts';
import type { Person } from '../../../test/support/test-management.ts';
import type { HttpServiceType } from '../../notification/service-registry.ts';
import { notify } from './notify.ts';

const MINUTE = 60;
const HOUR = 3600;
const WRONG = { ...serviceValues.lark, secret: 'another' };

describe.each(databases)('notifications on $name', (engine) => {
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

  const states = async (as: Person) =>
    (await world.listOf(as)).data.flatMap((event: { deliveries: { state: string }[] }) =>
      event.deliveries.map(({ state }) => state),
    );

  it.each(Object.keys(serviceValues) as HttpServiceType[])(
    'are taken by %s, also as a test',
    async (type) => {
      await world.addTarget(ann, { type, kinds: ['low_balance'] });
      await world.happen('low_balance', ann.id);
      await world.deliver();
      expect(world.received).toMatchObject([
        { service: type, text: expect.stringContaining('balance is low') },
      ]);
      expect(await world.targetsOf(ann)).toMatchObject([{ state: 'ok', last_time: world.site.now() }]);

      const input = { type, config: serviceValues[type] };
      const { body } = await world.site.ask(notificationCalls.test, { as: ann, input });
      expect(body.data.sent).toBe(true);
      expect(world.received).toHaveLength(2);
      world.site.passTime(MINUTE);
    },
  );

  it('come once for each event, whatever number of processes notices and sends it', async () => {
    await world.addTarget(admin, { kinds: ['channel_disabled'] });
    const event = { kind: 'channel_disabled', userId: 0, subject: 'x', period: 1, facts: {} } as const;
    const noticed = await Promise.all([1, 2, 3].map(() => notify(world.site.deps, event)));
    expect(noticed.sort()).toEqual([false, false, true]);
    await Promise.all([world.deliver(), world.deliver()]);
    await world.deliver();
    expect(world.received).toHaveLength(1);
  });

  it('go to the account that they concern, or to administrators, as each chose', async () => {
    const { status } = await world.site.ask(notificationCalls.create, {
      as: ann,
      input: { type: 'webhook', name: 'x', kinds: ['channel_disabled'], config: serviceValues.webhook },
    });
    expect(status).toBe(403);
    await world.addTarget(ann, { kinds: ['low_balance', 'budget_alert'] });
    await world.addTarget(admin, { type: 'slack', kinds: ['channel_disabled', 'budget_alert'] });
    for (const kind of ['channel_disabled', 'channel_enabled', 'budget_alert'] as const)
      await world.happen(kind);
    await world.happen('low_balance', ann.id);
    await world.happen('low_balance', admin.id);
    await world.deliver();
    expect(world.received.map(({ service }) => service).sort()).toEqual(['slack', 'slack', 'webhook']);
  });

  it('do not go to those who are no administrators any more', async () => {
    const bob = await world.site.seed.person('bob', { role: 10 });
    await world.addTarget(bob, { kinds: ['channel_disabled', 'low_balance'] });
    for (let count = 0; count < 25; count += 1) await world.happen();
    await world.happen('low_balance', bob.id);
    await world.site.db.updateTable('users').set({ role: 1 }).where('id', '=', bob.id).execute();
    await world.deliver();
    await world.happen();
    await world.deliver();
    expect(world.received).toMatchObject([{ text: 'Your Test balance is low' }]);
    expect((await world.listOf(bob)).data).toMatchObject([{ kind: 'low_balance' }]);
  });

  it('end with the rights of their reader, in the middle of a run and in the list', async () => {
    const dan = await world.site.seed.person('dan', { role: 10 });
    const setRole = (role: number) =>
      world.site.db.updateTable('users').set({ role }).where('id', '=', dan.id).execute();
    await world.addTarget(dan, { kinds: ['channel_disabled'] });
    for (let made = 0; made < 3; made++) await world.happen();
    let isDemoted: Promise<unknown> = Promise.resolve();
    world.webhook.instead = () => {
      isDemoted = setRole(1);
      return { status: 204 };
    };
    await world.deliver();
    await isDemoted;
    expect(world.webhook.asked).toBeLessThan(3);
    expect((await world.listOf(dan)).data).toEqual([]);
    await setRole(10);
    expect((await world.listOf(dan)).data).not.toEqual([]);
  });

  it('do not wait for a slow server of another account', async () => {
    await world.addTarget(ann, { kinds: ['low_balance'] });
    await world.addTarget(admin, { type: 'slack', kinds: ['channel_disabled'] });
    for (let made = 0; made < 5; made++) await world.happen('low_balance', ann.id);
    const before: number[] = [];
    world.webhook.instead = () => {
      before.push(world.received.length);
      if (before.length === 1) void world.happen();
      return { status: 204 };
    };
    await world.deliver();
    expect(before).toHaveLength(5);
    expect(before.at(-1)).toBe(1);
  });

  it('reach others where one target makes a fault', async () => {
    const zone = { time_zone: 'UTC', quiet_from: 1, quiet_to: 2 };
    const id = await world.addTarget(ann, { kinds: ['low_balance'], ...zone });
    await world.addTarget(admin, { type: 'slack', kinds: ['channel_disabled'] });
    await world.happen('low_balance', ann.id);
    await world.site.db
      .updateTable('notification_targets')
      .set({ time_zone: 'Nowhere' })
      .where('id', '=', id)
      .execute();
    await world.happen();
    await expect(world.deliver()).rejects.toThrow(/time zone/);
    expect(world.received).toMatchObject([{ service: 'slack' }]);
  });

  it('show the words of the mail server to administrators only', async () => {
    const server = { SMTPServer: '127.0.0.1', SMTPPort: '1', SMTPFrom: 'gateway@site.test' };
    for (const [key, value] of Object.entries(server)) await world.site.options.set(key as never, value);
    const proved = { email: 'a@mail.test', proved_email: 'a@mail.test' };
    await world.site.db.updateTable('users').set(proved).where('id', 'in', [ann.id, admin.id]).execute();
    const answerFor = async (as: Person) => {
      const input = { type: 'email' as const, config: {} };
      return (await world.site.ask(notificationCalls.test, { as, input })).body.data.answer;
    };
    expect(await answerFor(ann)).toBe('The mail server refused the message.');
    expect(await answerFor(admin)).toMatch(/127\.0\.0\.1|refused|ECONN/i);
    expect(await answerFor(admin)).not.toBe('The mail server refused the message.');
    const none = { email: '', proved_email: '' };
    await world.site.db.updateTable('users').set(none).where('id', 'in', [ann.id, admin.id]).execute();
  });

  it('are forgotten with a target that is deleted while they are stored', async () => {
    const id = await world.addTarget(admin, { kinds: ['channel_disabled'] });
    await world.happen();
    await world.site.db.deleteFrom('notification_targets').where('id', '=', id).execute();
    expect(await world.deliver()).toBeNull();
    expect((await world.listOf(admin)).data).toEqual([]);
  });

  it('keep the time of a summary when their target is changed', async () => {
    const input = { kinds: ['daily_digest' as const], time_zone: 'UTC' };
    const id = await world.addTarget(ann, input);
    const digestAt = () =>
      world.site.db.selectFrom('notification_targets').select('digest_at').executeTakeFirstOrThrow();
    const { digest_at: due } = await digestAt();
    world.site.passTime(due - world.site.now() + MINUTE);
    const changed = { ...input, name: 'other', config: serviceValues.webhook };
    await world.site.ask(notificationCalls.update, { as: ann, params: { id }, input: changed });
    expect(await digestAt()).toEqual({ digest_at: due });
  });

  it('wait for the end of the quiet hours', async () => {
    // It is the hour 8 of UTC at the start of each world, and later in each test.
    const clock = new Date(world.site.now() * 1000);
    const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
    const quiet = { quiet_from: minute, quiet_to: (minute + 30) % 1440, time_zone: 'UTC' };
    await world.addTarget(admin, { kinds: ['channel_disabled'], ...quiet });
    await world.happen();
    const next = (await world.deliver()) ?? 0;
    expect(world.received).toEqual([]);
    expect(next - world.site.now()).toBeGreaterThan(28 * MINUTE);
    world.site.passTime(next - world.site.now());
    await world.deliver();
    expect(world.received).toHaveLength(1);
  });

  it('are tried again with the same id, and given up after a day with the reason', async () => {
    await world.addTarget(admin, { kinds: ['channel_disabled'] });
    const ids: string[] = [];
    world.webhook.instead = (body) => {
      ids.push(JSON.parse(body).id);
      return { status: 500, body: 'down' };
    };
    await world.happen();
    const begin = world.site.now();
    const minutes: number[] = [];
    for (let next = await world.deliver(); next !== null; next = await world.deliver()) {
      world.site.passTime(next - world.site.now());
      minutes.push((next - begin) / 60);
    }
    expect(minutes).toEqual([1, 6, 36, 156, 516, 1236, 1440]);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(1);
    expect(await states(admin)).toEqual(['failed']);
    expect(await world.targetsOf(admin)).toMatchObject([
      { state: 'failed', enabled: true, last_answer: '500 down' },
    ]);

    world.webhook.instead = null;
    await world.happen();
    await world.deliver();
    expect(await world.targetsOf(admin)).toMatchObject([{ state: 'ok' }]);
  });

  it('are given up one by one where a summary of them fails', async () => {
    await world.addTarget(admin, { kinds: ['channel_disabled'] });
    world.webhook.instead = () => ({ status: 500, body: 'down' });
    for (let made = 0; made < 30; made++) {
      await world.happen();
      world.site.passTime(30);
    }
    for (let next = await world.deliver(); next !== null; next = await world.deliver())
      world.site.passTime(next - world.site.now());
    expect(await states(admin)).toEqual(Array(10).fill('failed'));
    expect(world.webhook.asked).toBeLessThan(15);
  });

  it('are tried at once when their target gets other values', async () => {
    const id = await world.addTarget(admin, { type: 'lark', kinds: ['channel_disabled'], config: WRONG });
    await world.happen();
    await world.deliver();
    expect(await world.targetsOf(admin)).toMatchObject([
      { state: 'failing', last_answer: expect.stringContaining('19021') },
    ]);
    const { url = '', secret = '' } = serviceValues.lark;
    const change = (config: object) =>
      world.site.ask(notificationCalls.update, {
        ...{ as: admin, input: { id, name: 'x', kinds: ['channel_disabled'], config } },
      });
    await change({});
    await world.deliver();
    expect(world.received).toEqual([]);
    await change({ url, secret });
    expect(await world.targetsOf(admin)).toMatchObject([{ state: 'new' }]);
    await world.deliver();
    expect(world.received).toHaveLength(1);
  });

  it('keep secrets, and need them again for another server', async () => {
    const kinds: never[] = [];
    const id = await world.addTarget(ann, { type: 'gotify', kinds });
    const change = (config: object) =>
      world.site.ask(notificationCalls.update, { as: ann, input: { id, name: 'x', kinds, config } });
    const [view] = await world.targetsOf(ann);
    expect(view).toMatchObject({ config: { server: 'https://gotify.test/sub' }, secrets: ['token'] });
    expect((await change({ server: 'https://gotify.test/sub' })).status).toBe(200);
    expect(await change({ server: 'https://other.test' })).toMatchObject({
      ...{ status: 400, body: { fields: [{ field: 'config.token' }] } },
    });
    expect(
      (
        await world.site.ask(notificationCalls.update, {
          as: admin,
          input: { id, name: 'x', kinds, config: serviceValues.gotify },
        })
      ).status,
    ).toBe(404);
    expect(await world.site.dump()).not.toContain('gotifytoken');
  });

  it('show the real words of the server to those who test, five times a minute', async () => {
    const ask = (config: object) =>
      world.site.ask(notificationCalls.test, { as: ann, input: { type: 'lark', config } });
    expect((await ask(WRONG)).body.data).toEqual({
      sent: false,
      answer: expect.stringContaining('sign match fail'),
    });
    for (let count = 0; count < 4; count += 1) await ask(WRONG);
    expect((await ask(WRONG)).status).toBe(429);
    world.site.passTime(MINUTE);
    expect((await ask(WRONG)).status).toBe(200);
    const mail = { as: admin, input: { type: 'email', config: {} } };
    expect((await world.site.ask(notificationCalls.test, mail)).body.code).toBe('notification.no_address');
  });

  it('are listed by page, and deleted after 30 days', async () => {
    await world.addTarget(admin, { kinds: ['channel_disabled'] });
    for (let count = 0; count < 3; count += 1) await world.happen();
    await world.deliver();
    const first = await world.listOf(admin, { size: 2 });
    expect(first).toMatchObject({ has_more: true, data: [{}, {}] });
    const rest = await world.listOf(admin, { size: 2, before: first.data[1].id });
    expect(rest).toMatchObject({ has_more: false, data: [{}] });
    world.site.passTime(30 * 24 * HOUR + 1);
    await world.deliver();
    for (const table of ['notifications', 'notification_deliveries'] as const)
      expect(await world.site.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
