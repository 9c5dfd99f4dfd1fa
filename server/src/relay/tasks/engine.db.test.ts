import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { at, TaskWorld } from '../../../test/support/task-world.ts';
import { makeTestDataDir } from '../../../test/support/test-data-dir.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { KLING_KEY, startKling } from '../../../test/upstreams/tasks/kling-vendor.ts';
import type { TaskVendor } from '../../../test/upstreams/tasks/task-vendor.ts';
import { sealAccounts } from '../../modules/task/seal-accounts.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { createTaskControl } from './control-tasks.ts';
import { sendNotices } from './send-notices.ts';

const QUOTA = 1_000_000;
const PRICE = 50;
const VIDEO = { model: 'kling-v2', prompt: 'A cat' };

/** Any address, so that tests have receivers of their own. */
const guardedFetch = createGuardedFetch({
  assertHost: () => {},
  lookup: ((_name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void) =>
    all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never,
  ports: null,
});

describe.each(anyDatabase)('the engine of tasks, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let dataDir: string;
  let vendor: TaskVendor;
  let world: TaskWorld;
  let user: SeededUser;

  const start = (isFirst: boolean) =>
    TaskWorld.start(vendor, {
      ...{ databaseUrl: database.url, dataDir, guardedFetch },
      relayOptions: { siteAddress: 'https://toll.example' },
      channel: isFirst ? { model: 'kling-v2', type: 53, keys: [KLING_KEY, KLING_KEY] } : null,
      prices: isFirst ? [{ model: 'kling-v2', type: 'times', input: 0.05, output: 0 }] : [],
    });

  beforeEach(async () => {
    database = await open();
    dataDir = makeTestDataDir({ databaseUrl: database.url });
    vendor = await startKling();
    world = await start(true);
    user = await world.user(QUOTA);
  });
  afterEach(async () => {
    await world.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const quota = () => world.gateway.quotaOf(user);
  const end = async (state = 'succeed') => {
    vendor.last.state = state;
    await world.lookNow();
  };
  const rowOf = (id: string) =>
    world.gateway.store.db
      .selectFrom('tasks')
      .selectAll()
      .where('task_id', '=', id)
      .executeTakeFirstOrThrow();

  it('holds again after a restart, and goes on', async () => {
    const id = await world.make(user, '/v1/videos', VIDEO);
    await world.gateway.stop({ keepUpstreams: true });
    world = await start(false);
    expect(world.held).toBe(PRICE);
    await end();
    expect([world.held, await quota()]).toEqual([0, QUOTA - PRICE]);
    expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS' });
    const entries = await world.gateway.store.db.selectFrom('ledger').select('delta').execute();
    expect(entries).toEqual([{ delta: -PRICE }]);
  });

  it('follows tasks of a channel that is turned off, and of a key that is deleted', async () => {
    const { db } = world.gateway.store;
    await world.make(user, '/v1/videos', VIDEO);
    await db.updateTable('channels').set({ status: 2 }).execute();
    await world.gateway.core.routing.reload();
    await end();
    expect(await quota()).toBe(QUOTA - PRICE);
    await db.updateTable('channels').set({ status: 1 }).execute();
    await world.gateway.core.routing.reload();

    const id = await world.make(user, '/v1/videos', VIDEO);
    const { key_id } = await rowOf(id);
    expect(key_id).toBeGreaterThan(0);
    await db.transaction().execute(async (trx) => {
      await sealAccounts(trx, [key_id]);
      await trx.deleteFrom('channel_keys').where('id', '=', key_id).execute();
    });
    await world.gateway.core.routing.reload();
    await end();
    expect(await quota()).toBe(QUOTA - 2 * PRICE);
    expect((await rowOf(id)).sealed).toBe('');
  });

  it('gives back where nothing is left of the account', async () => {
    await world.make(user, '/v1/videos', VIDEO);
    await world.gateway.store.db.deleteFrom('channel_keys').execute();
    await world.gateway.core.routing.reload();
    await world.age(600);
    await world.lookNow();
    expect([world.held, await quota()]).toEqual([0, QUOTA]);
  });

  it('shows the beginning of a vendor’s long words', async () => {
    const long = `The picture shows a face. ${'Details. '.repeat(200)}`;
    const id = await world.make(user, '/v1/videos', VIDEO);
    Object.assign(vendor.last, { state: 'failed', reason: long });
    await world.lookNow();
    expect((await world.seen(user, id)).fail_reason).toMatch(
      /^The picture shows a face\. Details\..{900,}…$/,
    );
    expect((await rowOf(id)).note).toMatch(/^The picture shows a face/);
    vendor.always = { status: 400, body: JSON.stringify({ code: 1201, message: long }) };
    const { json } = await world.ask(user, 'POST', '/v1/videos', { body: VIDEO });
    vendor.always = null;
    expect(JSON.stringify(json)).toContain('The picture shows a face. Details.');
  });

  it('gives up after the vendor’s deadline, and charges nothing', async () => {
    const id = await world.make(user, '/v1/videos', VIDEO);
    vendor.last.state = 'processing';
    await world.age(7 * 3600);
    await world.lookNow();
    expect(await world.seen(user, id)).toMatchObject({ status: 'FAILURE', fail_reason: 'It took too long.' });
    expect([world.held, await quota()]).toEqual([0, QUOTA]);
    // The vendor ends it later; nothing happens to it any more.
    await end();
    expect(await quota()).toBe(QUOTA);
  });

  it('never goes back, neither in its state nor in its progress', async () => {
    const id = await world.make(user, '/v1/videos', VIDEO);
    await end('processing');
    expect(await world.seen(user, id)).toMatchObject({ status: 'IN_PROGRESS', progress: 1 });
    await end('submitted');
    expect(await world.seen(user, id)).toMatchObject({ status: 'IN_PROGRESS' });
    await end();
    await end('failed');
    expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('tries another key where the first one is refused, and only there', async () => {
    vendor.always = { status: 401, body: '{"code":1000,"message":"Authentication failed"}' };
    expect((await world.ask(user, 'POST', '/v1/videos', { body: VIDEO })).status).toBeGreaterThanOrEqual(400);
    expect(vendor.received).toHaveLength(2);
    const { json } = await world.ask(user, 'GET', '/v1/tasks');
    expect(json.data).toMatchObject([{ status: 'FAILURE' }]);
    vendor.always = { status: 504, body: '<html>timeout</html>' };
    expect((await world.ask(user, 'POST', '/v1/videos', { body: VIDEO })).json).toMatchObject({
      error: { code: 'task_unclear' },
    });
    expect(vendor.received).toHaveLength(3);
    expect(await world.gateway.logRowsOf(user)).toMatchObject([{ quota: 0, ended_by: 'upstream' }]);
  });

  it('is woken by its own callback address alone', async () => {
    const id = await world.make(user, '/v1/videos', VIDEO);
    const address = new URL(String(vendor.last.body.callback_url));
    expect(address.origin).toBe('https://toll.example');
    vendor.last.state = 'succeed';
    const call = (path: string) =>
      fetch(world.gateway.url + path, {
        method: 'POST',
        body: JSON.stringify({ task_id: vendor.last.id, task_status: 'failed' }),
      });
    const wakes = async () => (await rowOf(id)).due_at <= Math.floor(Date.now() / 1000);
    expect((await call(`/v1/tasks/${id}/callback/${'0'.repeat(32)}`)).status).toBe(404);
    expect(await wakes()).toBe(false);
    expect((await call(address.pathname)).status).toBe(200);
    expect(await wakes()).toBe(true);
    await world.gateway.core.taskLooks.start();
    await world.gateway.core.taskLooks.settled(5_000);
    expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS' });
  });

  describe('notices', () => {
    let receiver: Server;
    const received: { headers: IncomingMessage['headers']; body: string }[] = [];
    let status = 200;
    beforeEach(async () => {
      received.length = 0;
      status = 200;
      receiver = createServer(async (request, response) => {
        received.push({ headers: request.headers, body: await text(request) });
        response.writeHead(status).end();
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => receiver.close());
    const address = () => `http://receiver.example:${(receiver.address() as AddressInfo).port}/x?secret=abc`;
    const send = () => sendNotices(world.gateway.core.relay, new AbortController().signal);

    it('are signed, show the task as its API does, and are sent again until they are accepted', async () => {
      const body = { model_name: 'kling-v2', prompt: 'A cat', callback_url: address() };
      const id = await world.make(user, '/kling/v1/videos/text2video', body);
      status = 500;
      await end();
      await send();
      status = 200;
      await world.gateway.store.db.updateTable('tasks').set({ notice_due_at: 1 }).execute();
      await send();
      await send();
      expect(received).toHaveLength(2);
      const { headers, body: sent } = received[1] as (typeof received)[number];
      expect(JSON.parse(sent)).toMatchObject({ data: { task_id: id, task_status: 'succeed' } });
      expect(sent).not.toContain(vendor.url);
      const secret = world.gateway.core.relay.taskNotices.secretOf(user.id);
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${sent}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(headers['webhook-signature']).toBe(
        `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      );
      expect((await rowOf(id)).notify_url).not.toContain('secret=abc');
    });

    it.each(['ftp://a.example/', 'http://user:pass@a.example/', 'nothing', 5])(
      'are not sent to %s',
      async (url) => {
        const { status: answered } = await world.ask(user, 'POST', '/v1/videos', {
          body: { ...VIDEO, callback_url: url },
        });
        expect(answered).toBe(400);
      },
    );
  });

  it('makes a failed task again from the console, with its key and its rights', async () => {
    const { core, store } = world.gateway;
    const control = createTaskControl(core.relay, core.taskLooks);
    const id = await world.make(user, '/v1/videos', { ...VIDEO, seconds: '10' });
    await end('failed');
    const asked = { requestId: 'req_again', sourceIp: '192.0.2.1' };
    const again = await control.retry(id, asked);
    expect(vendor.last.body).toMatchObject({ prompt: 'A cat', duration: '10', external_task_id: again });
    expect(world.held).toBe(PRICE);
    await expect(control.retry(again, asked)).rejects.toMatchObject({ code: 'task.not_repeatable' });
    await end('failed');
    await store.db.updateTable('tokens').set({ status: 2 }).execute();
    await expect(control.retry(again, asked)).rejects.toMatchObject({ code: 'token.disabled' });
    expect([world.held, await quota()]).toEqual([0, QUOTA]);
  });

  it('costs no more than is left, whoever asks at once', async () => {
    const poor = await world.user(PRICE * 3 + 10);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.ask(poor, 'POST', '/v1/videos', { body: VIDEO })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const task of vendor.tasks.values()) task.state = 'succeed';
    await world.lookNow();
    expect(await world.gateway.quotaOf(poor)).toBe(10);
  });

  it('counts against budgets in requests, also after a restart, and gives them back', async () => {
    const budget = await world.gateway.seed.budget({ userId: user.id }, { unit: 'requests', points: 2 });
    await world.make(user, '/v1/videos', VIDEO);
    await end('failed');
    await world.make(user, '/v1/videos', VIDEO);
    await world.gateway.stop({ keepUpstreams: true });
    world = await start(false);
    await world.make(user, '/v1/videos', VIDEO);
    expect((await world.ask(user, 'POST', '/v1/videos', { body: VIDEO })).status).toBe(429);
    for (const task of vendor.tasks.values()) if (task.state === 'submitted') task.state = 'succeed';
    await world.lookNow();
    expect(Object.values(await world.gateway.usesOf(budget)).at(-1)).toBe(2);
    expect(await quota()).toBe(QUOTA - 2 * PRICE);
  });

  it('lists a caller’s tasks in parts, in both orders', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await world.make(user, '/v1/videos', VIDEO));
    const page = async (query: string) => (await world.ask(user, 'GET', `/v1/videos?${query}`)).json;
    const first = await page('limit=2');
    expect(at(first, 'data', 1, 'id')).toBe(ids[3]);
    expect(first).toMatchObject({ has_more: true, last_id: ids[3] });
    expect(await page(`limit=10&after=${ids[3]}`)).toMatchObject({
      ...{ has_more: false, data: [{ id: ids[2] }, { id: ids[1] }, { id: ids[0] }] },
    });
    expect(await page('limit=1&order=asc')).toMatchObject({ data: [{ id: ids[0] }] });
    expect((await world.ask(user, 'GET', '/v1/videos?limit=1000')).status).toBe(400);
  });
});
