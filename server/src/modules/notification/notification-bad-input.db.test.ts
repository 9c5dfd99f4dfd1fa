import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { notificationCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  type NotificationWorld,
  startNotificationWorld,
} from '../../../test/support/notification/notification-world.ts';
import { redirect } from '../../../test/support/sign-in/fake-internet.ts';
import { testCertificate } from '../../../test/support/test-certificate.ts';
import { AddressError, guardedFetch } from '../../platform/net/guarded-fetch.ts';

const page = readFileSync(new URL('../../../../docs/reference/notifications.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('## Bad input'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | ')[0]?.slice(2) ?? '')
  .slice(1);

const kinds = ['channel_disabled' as const];

/** The result of each row of the page's table, by its input. */
const tries: Record<string, (world: NotificationWorld) => Promise<void>> = {
  'a webhook that never answers': async (world) => {
    world.webhook.instead = () => ({ status: 0 });
    await world.addTarget(world.admin, { kinds });
    await world.addTarget(world.admin, { type: 'slack', kinds });
    await world.happen();
    await world.deliver();
    expect(world.received).toMatchObject([{ service: 'slack' }]);
    expect(await stateOf(world)).toEqual(['failing', 'No answer within 10 seconds.']);
  },
  'a webhook that answers 500 for a day': async (world) => {
    world.webhook.instead = () => ({ status: 500, body: 'down' });
    await world.addTarget(world.admin, { kinds });
    await world.happen();
    for (let next = await world.deliver(); next !== null; next = await world.deliver())
      world.site.passTime(next - world.site.now());
    expect(world.webhook.asked).toBe(8);
    expect(await stateOf(world)).toEqual(['failed', '500 down']);
  },
  'a webhook that redirects inside': async (world) => {
    world.webhook.instead = () => redirect('http://127.0.0.1/admin');
    await world.addTarget(world.admin, { kinds });
    await world.happen();
    await world.deliver();
    expect(world.webhook.asked).toBe(1);
    expect(await stateOf(world)).toEqual(['failing', '302']);
  },
  'a certificate that is not valid or has expired': async (world) => {
    const server = createServer(testCertificate, (_, reply) => reply.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { guardedFetch: usual } = world.site.fakes;
    world.site.fakes.guardedFetch = guardedFetch;
    const url = `https://127.0.0.1:${port}/`;
    const test = () => testOf(world, { config: { url, secret: 'abc' }, allow_private: true });
    expect(await test()).toBe('The certificate is not valid: DEPTH_ZERO_SELF_SIGNED_CERT.');
    world.site.fakes.guardedFetch = async () => {
      throw new AddressError('unreachable', Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }));
    };
    expect(await test()).toBe('The certificate is not valid: CERT_HAS_EXPIRED.');
    world.site.fakes.guardedFetch = usual;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
  '10 000 events in a minute': async (world) => {
    await world.addTarget(world.admin, { kinds });
    const begin = Math.ceil(world.site.now() / 60) * 60;
    world.site.passTime(begin - world.site.now());
    for (let count = 0; count < 30; count += 1) {
      await world.happen();
      if (count % 10 === 9) await world.deliver();
    }
    const minute = world.received.length;
    expect(minute).toBeLessThanOrEqual(20);
    await world.happenOften(9_970);
    await world.deliver();
    expect(world.received).toHaveLength(minute);
    world.site.passTime(60);
    await world.deliver();
    expect(world.received.slice(minute).map(({ text }) => text)).toEqual([
      `Test: ${10_000 - minute} notifications`,
    ]);
    expect(await world.deliver()).toBeNull();
  },
  'an address in a private network': async (world) => {
    const { guardedFetch: usual } = world.site.fakes;
    world.site.fakes.guardedFetch = guardedFetch;
    const config = { url: 'http://127.0.0.1:9/', secret: 'abc' };
    expect(await testOf(world, { config })).toMatch(/private network/);
    expect(await testOf(world, { config, allow_private: true })).toBe('The server cannot be reached.');
    world.site.fakes.guardedFetch = usual;
    const ann = await world.site.seed.person('ann');
    const input = { type: 'webhook', config, allow_private: true };
    const { body } = await world.site.ask(notificationCalls.test, { as: ann, input });
    expect(body.code).toBe('notification.admins_only');
  },
  'an answer without an end': async (world) => {
    world.webhook.instead = () => ({ body: Buffer.alloc(65 * 1024) });
    expect(await testOf(world)).toBe('The answer is too large.');
  },
  'an answer that repeats a secret, or has control characters': async (world) => {
    world.webhook.instead = () => ({ status: 400, body: 'no\0 signing-secret\nhere' });
    expect(await testOf(world)).toBe('400 no [removed] here');
  },
  'a name with line breaks': async (world) => {
    await world.addTarget(world.admin, { kinds });
    await world.happen('channel_disabled', 0, { channel: 'a\nb\u2028c' });
    await world.deliver();
    expect(world.received).toMatchObject([{ text: 'Channel a b c was disabled' }]);
  },
  'an account that is disabled or deleted': async (world) => {
    const ben = await world.site.seed.person('ben');
    await world.addTarget(ben, { kinds: ['low_balance'] });
    await world.happen('low_balance', ben.id);
    const change = { status: userStatus.disabled };
    await world.site.db.updateTable('users').set(change).where('id', '=', ben.id).execute();
    await world.deliver();
    await world.happen('low_balance', ben.id);
    await world.deliver();
    expect(world.received).toEqual([]);
  },
};

async function stateOf(world: NotificationWorld): Promise<[string, string]> {
  const [{ state, last_answer }] = await world.targetsOf(world.admin);
  return [state, last_answer];
}

const testOf = async (world: NotificationWorld, given: object = {}): Promise<string> => {
  const config = { url: 'https://hook.test/in', secret: 'signing-secret' };
  const input = { type: 'webhook', config, ...given };
  return (await world.site.ask(notificationCalls.test, { as: world.admin, input })).body.data.answer;
};

describe.each(anyDatabase)('bad input of notifications', (engine) => {
  let world: NotificationWorld;
  beforeAll(async () => {
    world = await startNotificationWorld(engine);
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  it('is what the table in docs/reference/notifications.md lists', () => {
    expect(rows).toEqual(Object.keys(tries));
  });

  it.each(Object.entries(tries))('%s', async (_, tryOut) => {
    await tryOut(world);
  });
});
