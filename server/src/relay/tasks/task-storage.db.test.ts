import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Server } from '../../../test/support/s3-server.ts';
import { at, TaskWorld } from '../../../test/support/task-world.ts';
import { makeTestDataDir } from '../../../test/support/test-data-dir.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { KLING_KEY, startKling } from '../../../test/upstreams/tasks/kling-vendor.ts';
import { type TaskVendor, VIDEO_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';
import { startVertex, vertexKey } from '../../../test/upstreams/tasks/vertex-vendor.ts';
import { copyResults } from './copy-results.ts';
import type { KeptTask } from './kept-task.ts';
import { removeLostCopies } from './lost-copies.ts';
import type { StorageSettings } from './task-copies.ts';

const never = new AbortController().signal;

describe('the storage of results', () => {
  let vendor: TaskVendor;
  let bucket: S3Server;
  let world: TaskWorld;
  let user: SeededUser;
  let dataDir: string;
  let storage: StorageSettings;

  const start = async (place: StorageSettings['place']) => {
    storage = { place, days: 30, maxBytes: 2 ** 20, bucket: bucket.settings };
    world = await TaskWorld.start(vendor, {
      dataDir,
      relayOptions: { taskStorage: storage },
      channel: { model: 'kling-v2', type: 53, channelKey: KLING_KEY },
      prices: [{ model: 'kling-v2', type: 'times', input: 0.05, output: 0 }],
    });
    user = await world.user();
  };
  beforeEach(async () => {
    dataDir = makeTestDataDir({ databaseUrl: null });
    [vendor, bucket] = await Promise.all([startKling(), S3Server.start()]);
  });
  afterEach(async () => {
    await world.stop();
    bucket.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const copyNow = async () => {
    await world.gateway.store.db
      .updateTable('tasks')
      .set({ copy_due_at: 1 })
      .where('copy_due_at', '>', 0)
      .execute();
    await copyResults(world.gateway.core.relay, never);
    await emptyNow().catch(() => {});
  };
  const emptyNow = async () => {
    await world.gateway.store.db.updateTable('copies_to_delete').set({ due_at: 1 }).execute();
    await world.gateway.core.relay.taskFiles.removeFromBucket(never);
  };
  const remove = (id: string) => world.ask(user, 'DELETE', `/v1/videos/${id}`);
  const make = async () => {
    const id = await world.make(user, '/v1/videos', { model: 'kling-v2', prompt: 'A cat' });
    vendor.last.state = 'succeed';
    await world.lookNow();
    return id;
  };
  const files = () => {
    try {
      return readdirSync(join(dataDir, 'results'));
    } catch {
      return [];
    }
  };
  const read = async (id: string, range?: string) => {
    const url = String(at(await world.seen(user, id), 'files', 0, 'url'));
    const answer = await fetch(url, range === undefined ? {} : { headers: { range } });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const stored = () => (storage.place === 's3' ? [...bucket.objects.keys()] : files());

  it.each(['local', 's3'] as const)(
    'keeps copies (%s) that outlive the vendor’s, until they are too old',
    async (place) => {
      await start(place);
      const id = await make();
      await copyNow();
      expect(stored()).toHaveLength(1);
      if (place === 's3') expect(files()).toEqual([]);
      vendor.file = { type: 'text/html', bytes: Buffer.from('gone') };
      expect(await read(id)).toEqual({ status: 200, type: 'video/mp4', bytes: VIDEO_BYTES });
      expect(await read(id, 'bytes=4-7')).toMatchObject({ status: 206, bytes: Buffer.from('ftyp') });
      await copyNow();
      expect(stored()).toHaveLength(1);
      await world.gateway.store.db.updateTable('tasks').set({ finished_at: 1 }).execute();
      await copyNow();
      expect(stored()).toEqual([]);
      expect((await read(id)).status).toBe(404);
    },
  );

  it.each(['local', 's3'] as const)('deletes copies (%s) with their video', async (place) => {
    await start(place);
    const id = await make();
    await copyNow();
    expect((await remove(id)).json).toMatchObject({ deleted: true });
    await emptyNow();
    expect(stored()).toEqual([]);
    expect((await world.seen(user, id)).files).toEqual([]);
  });

  it('leaves what is too large, or no film, with the vendor', async () => {
    await start('local');
    vendor.file = { type: 'video/mp4', bytes: Buffer.concat([VIDEO_BYTES, Buffer.alloc(2 ** 20)]) };
    const id = await make();
    await copyNow();
    expect(files()).toEqual([]);
    expect((await read(id)).status).toBe(200);
    vendor.file = { type: 'video/mp4', bytes: Buffer.from('{"error":"expired"}') };
    await make();
    await copyNow();
    expect(files()).toEqual([]);
  });

  it('tries again while the bucket is down, and reads from the vendor meanwhile', async () => {
    await start('s3');
    bucket.refuses = 503;
    const id = await make();
    await copyNow();
    expect([bucket.objects.size, files()]).toEqual([0, []]);
    expect((await read(id)).status).toBe(200);
    bucket.refuses = null;
    await copyNow();
    expect(bucket.objects.size).toBe(1);
  });

  it('deletes a copy that is too old, however long the bucket is down', async () => {
    await start('s3');
    const id = await make();
    await copyNow();
    await world.gateway.store.db.updateTable('tasks').set({ finished_at: 1 }).execute();
    bucket.refuses = 503;
    await copyNow();
    await expect(emptyNow()).rejects.toThrow('the bucket answers 503');
    expect((await world.seen(user, id)).files).toHaveLength(1);
    bucket.refuses = null;
    await emptyNow();
    expect(bucket.objects.size).toBe(0);
  });

  it('deletes a video at once, and its copy when the bucket is back', async () => {
    await start('s3');
    const id = await make();
    await copyNow();
    bucket.refuses = 503;
    expect((await remove(id)).status).toBe(200);
    expect((await world.seen(user, id)).files).toEqual([]);
    // The bucket is left alone for a while.
    await world.gateway.core.relay.taskFiles.removeFromBucket(never).catch(() => {});
    bucket.refuses = null;
    await world.gateway.core.relay.taskFiles.removeFromBucket(never);
    expect(bucket.objects.size).toBe(1);
    await emptyNow();
    expect(bucket.objects.size).toBe(0);
  });

  it('reads from the vendor what the bucket does not send, or where no bucket is set up any more', async () => {
    await start('s3');
    const id = await make();
    await copyNow();
    bucket.refuses = 503;
    expect(await read(id)).toMatchObject({ status: 200, bytes: VIDEO_BYTES });
    storage.bucket = { address: '', region: '', accessKeyId: '', secretKey: '' };
    expect(await read(id)).toMatchObject({ status: 200, bytes: VIDEO_BYTES });
    expect((await remove(id)).status).toBe(200);
  });

  it.each(['local', 's3'] as const)(
    'deletes a copy (%s) that is made while its video is deleted',
    async (place) => {
      await start(place);
      const id = await make();
      const { relay } = world.gateway.core;
      const before = (await relay.tasks.findAny(id)) as KeptTask;
      await copyNow();
      await relay.tasks.forgetResults(before);
      await emptyNow();
      expect([stored(), (await world.seen(user, id)).files]).toEqual([[], []]);
    },
  );

  it('deletes what is too old since the days became fewer', async () => {
    await start('local');
    await make();
    const { db } = world.gateway.store;
    await db
      .updateTable('tasks')
      .set((eb) => ({ finished_at: eb('finished_at', '-', 172_800) }))
      .execute();
    await copyNow();
    const { relay } = world.gateway.core;
    expect(await relay.dueTasks.makeOldCopiesDue(30, () => false)).toBe(0);
    storage.days = 1;
    expect(await relay.dueTasks.makeOldCopiesDue(1, () => false)).toBe(1);
    await copyResults(relay, never);
    expect(files()).toEqual([]);
  });

  it('ends the call of a reader who leaves before the copy is opened', async () => {
    await start('local');
    const id = await make();
    await copyNow();
    const { port, hostname, pathname, search } = new URL(
      String(at(await world.seen(user, id), 'files', 0, 'url')),
    );
    for (let reader = 0; reader < 50; reader += 1) {
      const socket = connect(Number(port), hostname);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`);
      socket.resetAndDestroy();
    }
    await expect.poll(() => world.gateway.callsInFlight()).toBe(0);
  });

  it('keeps a result whose first piece is shorter than what shows its type', async () => {
    await start('local');
    vendor.sends = async (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      await new Promise((resolve) => response.write(VIDEO_BYTES.subarray(0, 6), resolve));
      setTimeout(() => response.end(VIDEO_BYTES.subarray(6)), 50);
    };
    const id = await make();
    await copyNow();
    expect(files()).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 200, bytes: VIDEO_BYTES });
  });

  it('gives up a result that trickles when the gateway stops', async () => {
    await start('local');
    await make();
    vendor.sends = (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(VIDEO_BYTES);
    };
    await world.gateway.store.db.updateTable('tasks').set({ copy_due_at: 1 }).execute();
    const stop = new AbortController();
    const copying = copyResults(world.gateway.core.relay, stop.signal);
    await expect.poll(files).toHaveLength(1);
    stop.abort();
    await copying;
    expect(files()).toEqual([]);
  });

  it('keeps what a task shows that waits for its caller', async () => {
    await start('local');
    await make();
    await world.gateway.store.db.updateTable('tasks').set({ status: 'MODAL', finished_at: 0 }).execute();
    await copyNow();
    expect(files()).toHaveLength(1);
  });

  it('is off unless it is set', async () => {
    await start('off');
    await make();
    await copyNow();
    expect([bucket.objects.size, files()]).toEqual([0, []]);
  });

  it('loses files that no task has, once they are old', async () => {
    await start('local');
    await make();
    await copyNow();
    const [kept = ''] = files();
    const folder = join(dataDir, 'results');
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const name of [`${kept.split('-')[0]}-abcdefgh`, 'task_gone-abcdefgh', 'task_gone-new', 'README'])
      writeFileSync(join(folder, name), VIDEO_BYTES);
    for (const name of files()) if (!name.endsWith('-new')) utimesSync(join(folder, name), old, old);
    await removeLostCopies(world.gateway.core.relay, new AbortController().signal);
    expect(files().toSorted()).toEqual(['README', kept, 'task_gone-new'].toSorted());
  });
});

it('bytes of an answer that are no video are left out, and those that are one are kept once', async () => {
  const dataDir = makeTestDataDir({ databaseUrl: null });
  const vendor = await startVertex();
  const model = 'veo-3.1-generate-001';
  const world = await TaskWorld.start(vendor, {
    dataDir,
    channel: { model, type: 42, channelKey: vertexKey(vendor), other: 'us-central1' },
    prices: [{ model, type: 'times', input: 0.05, output: 0 }],
  });
  const user = await world.user();
  const id = await world.make(user, '/v1/videos', { model, prompt: 'A cat', seconds: 4 });
  const videos = [VIDEO_BYTES, Buffer.from('<html>')].map((one) => ({
    bytesBase64Encoded: one.toString('base64'),
  }));
  vendor.always = { status: 200, body: JSON.stringify({ name: 'op', done: true, response: { videos } }) };
  await world.lookNow();
  expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS', files: [{}] });
  expect(readdirSync(join(dataDir, 'results'))).toHaveLength(1);
  await world.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
