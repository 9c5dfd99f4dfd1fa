import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { strictDatabase } from '../../../test/support/databases.ts';
import { at, TaskWorld } from '../../../test/support/task-world.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { KLING_KEY, startKling } from '../../../test/upstreams/tasks/kling-vendor.ts';
import { MIDJOURNEY_KEY, startMidjourney } from '../../../test/upstreams/tasks/midjourney-vendor.ts';
import { PICTURE_BYTES, type TaskVendor } from '../../../test/upstreams/tasks/task-vendor.ts';
import { sealAccounts } from '../../modules/task/seal-accounts.ts';
import { sendNotices } from './send-notices.ts';

const VIDEO = { model: 'kling-v2', prompt: 'A cat' };

describe('tasks in trouble', () => {
  let vendor: TaskVendor;
  let world: TaskWorld;
  let user: SeededUser;
  beforeEach(async () => {
    vendor = await startKling();
    world = await TaskWorld.start(vendor, {
      channel: { model: 'kling-v2', type: 53, keys: [KLING_KEY] },
      prices: [{ model: 'kling-v2', type: 'times', input: 0.005, output: 0 }],
      relayOptions: { retryTimes: 0 },
    });
    user = await world.user();
  });
  afterEach(() => world.stop());
  const db = () => world.gateway.store.db;

  it('whose key was deleted are followed, also after a result of that key was read', async () => {
    const old = await world.make(user, '/v1/videos', VIDEO);
    vendor.last.state = 'succeed';
    await world.lookNow();
    const open = await world.make(user, '/v1/videos', VIDEO);
    vendor.last.state = 'succeed';
    const { key_id } = await db()
      .selectFrom('tasks')
      .select('key_id')
      .where('task_id', '=', open)
      .executeTakeFirstOrThrow();
    await db()
      .transaction()
      .execute(async (trx) => {
        await sealAccounts(trx, [key_id]);
        await trx.deleteFrom('channel_keys').where('id', '=', key_id).execute();
      });
    await world.gateway.core.routing.reload();
    await world.age(400);
    await fetch(String(at(await world.seen(user, old), 'files', 0, 'url')));
    await world.lookNow();
    expect(await world.seen(user, open)).toMatchObject({ status: 'SUCCESS' });
  });

  it('that are unclear are given back, though the list of the vendor cannot be read', async () => {
    vendor.loses = 'not_made';
    await world.ask(user, 'POST', '/v1/videos', { body: VIDEO });
    vendor.always = { status: 502, body: '<html>' };
    await world.age(1000);
    await world.lookNow();
    expect(world.held).toBe(0);
  });

  it('at a vendor that hangs do not keep others from being looked at', async () => {
    const good = await startKling();
    await world.gateway.seed.price({ model: 'other', type: 'times', input: 0.005, output: 0 });
    await world.gateway.seed.channel({ model: 'other', type: 53, baseUrl: good.url, channelKey: KLING_KEY });
    for (let made = 0; made < 500; made += 20)
      await Promise.all(
        Array.from({ length: 20 }, () => world.ask(user, 'POST', '/v1/videos', { body: VIDEO })),
      );
    const other = await world.make(user, '/v1/videos', { ...VIDEO, model: 'other' });
    good.last.state = 'succeed';
    vendor.upstream.does(() => new Promise(() => {}));
    const { taskLooks } = world.gateway.core;
    await db().updateTable('tasks').set({ due_at: 1 }).where('task_id', '!=', other).execute();
    await taskLooks.start();
    await db().updateTable('tasks').set({ due_at: 2 }).where('task_id', '=', other).execute();
    await taskLooks.start();
    await expect.poll(async () => (await world.seen(user, other)).status).toBe('SUCCESS');
    await good.stop();
  });

  it.each([
    ['/v1/tasks/a%00b', 404],
    ['/v1/videos/a%00b', 404],
    ['/v1/tasks?after=a%00b', 404],
  ])('and names of none (%s) are not found', async (path, status) => {
    expect((await world.ask(user, 'GET', path)).status).toBe(status);
  });

  it.each(['reference_images', 'mask', 'input_reference[]'])(
    'are not made of a form whose file nobody reads (%s)',
    async (field) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(VIDEO)) form.set(name, value);
      form.set(field, new Blob([new Uint8Array(PICTURE_BYTES)], { type: 'image/png' }), 'a.png');
      const answer = await fetch(`${world.gateway.url}/v1/videos`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${user.token}` }, body: form },
      });
      expect([answer.status, vendor.tasks.size]).toEqual([400, 0]);
    },
  );

  it('whose receivers are dead do not hold up the notices of others', async () => {
    const other = await world.user();
    const asked = { ...VIDEO, callback_url: 'https://receiver.example/x' };
    for (let made = 0; made < 30; made += 1) await world.make(user, '/v1/videos', asked);
    await world.make(other, '/v1/videos', asked);
    for (const task of vendor.tasks.values()) task.state = 'processing';
    await world.lookNow();
    const sent: number[] = [];
    const taskNotices = {
      async send(_address: string, { userId }: { userId: number }): Promise<boolean> {
        sent.push(userId);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return userId === other.id;
      },
    };
    const deps = { ...world.gateway.core.relay, taskNotices: taskNotices as never };
    await sendNotices(deps, new AbortController().signal);
    expect(sent.filter((userId) => userId === other.id)).toHaveLength(1);
    expect(sent.length).toBeLessThan(12);
  });

  it('are followed by a bounded number of streams of one user', async () => {
    const id = await world.make(user, '/v1/videos', VIDEO);
    const streams = Array.from({ length: 101 }, () => new AbortController());
    const open = ({ signal }: AbortController) =>
      fetch(`${world.gateway.url}/v1/tasks/${id}/events`, {
        ...{ headers: { authorization: `Bearer ${user.token}` }, signal },
      });
    const answers = await Promise.all(streams.map(open));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    for (const stream of streams) stream.abort();
    const last = new AbortController();
    await expect.poll(async () => (await open(last)).status).toBe(200);
    last.abort();
  });
});

describe.each(strictDatabase)('texts of tasks that no database stores, on $name', ({ open }) => {
  it('are taken from prompts, and name no task', async () => {
    const database = await open();
    const world = await TaskWorld.start(await startKling(), {
      ...{ databaseUrl: database.url, channel: { model: 'kling-v2', type: 53, channelKey: KLING_KEY } },
      prices: [{ model: 'kling-v2', type: 'times', input: 0.005, output: 0 }],
    });
    const user = await world.user();
    const id = await world.make(user, '/v1/videos', { ...VIDEO, prompt: 'a\0b' });
    expect(await world.seen(user, id)).toMatchObject({ status: 'QUEUED', prompt: 'a\ufffdb' });
    for (const path of ['/v1/tasks/a%00b', '/v1/videos/a%00b/content', '/v1/tasks?after=a%00b'])
      expect((await world.ask(user, 'GET', path)).status, path).toBe(404);
    await world.stop();
    await database.drop();
  });
});

it('tasks of a length that only Kling knows are charged by what it reports', async () => {
  const vendor = await startKling();
  const unit = { kind: 'second', variant: 'std', price: 0.01 } as const;
  const world = await TaskWorld.start(vendor, {
    channel: { model: 'kling-lip-sync', type: 53, channelKey: KLING_KEY },
    prices: [{ model: 'kling-lip-sync', input: 0, output: 0, parts: { units: [unit] } }],
  });
  const user = await world.user(10_000);
  await world.make(user, '/kling/v1/videos/lip-sync', { model_name: 'cheap', input: { text: 'Hello' } });
  expect(world.held).toBe(50);
  Object.assign(vendor.last, { state: 'succeed' });
  vendor.last.body.duration = '12.4';
  await world.lookNow();
  expect(await world.gateway.quotaOf(user)).toBe(10_000 - 120);
  await world.stop();
});

it('tasks that their vendor cannot be asked about together end at their deadline', async () => {
  const vendor = await startMidjourney();
  const world = await TaskWorld.start(vendor, {
    channel: { model: 'mj_imagine', type: 34, channelKey: MIDJOURNEY_KEY },
    prices: [{ model: 'mj_imagine', type: 'times', input: 0.05, output: 0 }],
  });
  const user = await world.user();
  for (const prompt of ['A cat', 'A dog'])
    await world.ask(user, 'POST', '/mj/submit/imagine', { body: { prompt } });
  expect(world.held).toBeGreaterThan(0);
  vendor.always = { status: 502, body: '<html>' };
  await world.age(48 * 3600);
  await world.lookNow();
  await expect.poll(() => world.held).toBe(0);
  await world.stop();
});
