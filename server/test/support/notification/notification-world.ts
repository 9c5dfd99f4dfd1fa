import {
  type NotificationKind,
  type NotificationTargetInput,
  notificationCalls,
  type notificationServiceType,
  role,
} from '@turnpike/contract';
import { deliverNotifications } from '../../../src/modules/notification/deliver-notifications.ts';
import { notify } from '../../../src/modules/notification/notify.ts';
import type { databases } from '../databases.ts';
import { type Page, type Site, startFakeInternet } from '../sign-in/fake-internet.ts';
import { type Person, startTestManagement, type TestManagement } from '../test-management.ts';
import { fakeServices, serviceValues } from './fake-services.ts';

interface Received {
  service: string;
  text: string;
  id: string | undefined;
}

/**
 * A site whose notifications arrive at strict fakes of the services.
 * @param prepare adds to the server before it is asked for the first time
 */
export async function startNotificationWorld(
  engine: (typeof databases)[number],
  prepare: (server: TestManagement['server']) => Promise<void> = async () => {},
) {
  const site = await startTestManagement(engine);
  await prepare(site.server);
  await site.options.set('ServerAddress', 'https://site.test');
  const received: Received[] = [];
  /** Answers instead of the webhook's fake. */
  const webhook: { instead: ((body: string) => Page) | null; asked: number } = { instead: null, asked: 0 };
  const sites = fakeServices(
    (service, text, { headers }) =>
      void received.push({ service, text, id: headers['x-turnpike-id'] as string }),
    site.now,
  );
  const real = sites['https://hook.test'];
  const internet = await startFakeInternet({
    ...sites,
    'https://hook.test': ((asked) => {
      webhook.asked += 1;
      return webhook.instead === null ? real?.(asked) : webhook.instead(asked.body);
    }) satisfies Site,
  });
  site.fakes.guardedFetch = internet.guardedFetch;
  const admin = await site.seed.person('admin', { role: role.admin });

  const addTarget = async (
    as: Person,
    {
      type = 'webhook',
      ...given
    }: {
      type?: (typeof notificationServiceType)[number];
      kinds: NotificationKind[];
    } & Partial<NotificationTargetInput>,
  ): Promise<number> => {
    const config = type === 'email' ? {} : serviceValues[type];
    const input = { type, name: type, config, ...given };
    const { status, body } = await site.ask(notificationCalls.create, { as, input });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data.id;
  };
  let count = 0;

  return {
    site,
    admin,
    received,
    webhook,
    addTarget,
    /** Disables a channel that does not exist, at every call another one. */
    happen: async (
      kind: NotificationKind = 'channel_disabled',
      userId = 0,
      given: object = {},
    ): Promise<void> => {
      count += 1;
      const facts = {
        channel_id: count,
        channel: `c${count}`,
        code: 'upstream.timeout',
        points: 5,
        ...given,
      };
      await notify(site.deps, { kind, userId, subject: count, period: site.now(), facts });
    },
    /** So many events for the one target, without the time that it takes to notice each. */
    async happenOften(times: number): Promise<void> {
      const { db, now } = site;
      const target = await db.selectFrom('notification_targets').select('id').executeTakeFirstOrThrow();
      for (let made = 0; made < times; made += 1000) {
        const events = Array.from({ length: Math.min(1000, times - made) }, (_, index) => ({
          ...{ kind: 'channel_disabled' as const, user_id: 0, subject: `often ${made + index}` },
          ...{ period: '1', facts: '{}', created_time: now() },
        }));
        const rows = await db.insertInto('notifications').values(events).returning('id').execute();
        const deliveries = rows.map(({ id }) => ({
          ...{ notification_id: id, target_id: target.id, user_id: admin.id, state: 'waiting' as const },
          ...{ next_try_at: now(), give_up_at: now() + 86_400 },
        }));
        await db.insertInto('notification_deliveries').values(deliveries).execute();
      }
    },
    /** Forgets targets and messages; an hour passes. */
    async reset(): Promise<void> {
      for (const table of ['notification_deliveries', 'notification_targets'] as const)
        await site.db.deleteFrom(table).execute();
      webhook.instead = null;
      webhook.asked = 0;
      received.length = 0;
      site.passTime(3600);
    },
    deliver: () => deliverNotifications(site.deps, new AbortController().signal),
    targetsOf: async (as: Person) => (await site.ask(notificationCalls.targets, { as })).body.data,
    listOf: async (as: Person, query = {}) =>
      (await site.ask(notificationCalls.list, { as, query })).body.data,
    async stop() {
      await internet.stop();
      await site.stop();
    },
  };
}

export type NotificationWorld = Awaited<ReturnType<typeof startNotificationWorld>>;
