import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { at } from '../../../test/support/task-world.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { isSignedForKling, KLING_KEY, startKling } from '../../../test/upstreams/tasks/kling-vendor.ts';
import { type TaskVendor, VIDEO_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';
import { chargeOfLog } from '../../billing/charge.ts';
import { createTaskControl } from './control-tasks.ts';

const QUOTA = 1_000_000;

describe.each(anyDatabase)('tasks at Kling, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let vendor: TaskVendor;
  let user: SeededUser;
  let client: OpenAI;

  beforeEach(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url, relayOptions: { holdWaitSeconds: 0 } });
    vendor = await startKling();
    const model = 'kling-v2,kling-video-extend,kling-lip-sync';
    await gateway.seed.channel({ model, type: 53, baseUrl: vendor.url, channelKey: KLING_KEY });
    // 10 points a second; with sound 15.
    const units = [
      { kind: 'second', variant: 'std', price: 0.01 },
      { kind: 'second', variant: 'std sound', price: 0.015 },
    ] as const;
    await gateway.seed.price({ model: 'kling-v2', input: 0, output: 0, parts: { units: [...units] } });
    user = await gateway.seed.user({ quota: QUOTA });
    client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
    await database.drop();
  });

  const held = () => gateway.core.quotaBook.heldPoints();
  const lookNow = async () => {
    await gateway.store.db.updateTable('tasks').set({ due_at: 1 }).where('due_at', '>', 0).execute();
    await gateway.core.taskLooks.start();
    await gateway.core.taskLooks.settled(5000);
  };
  const ask = async (method: string, path: string, body?: object, key = user.token) => {
    const answer = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, never> };
  };

  it('are made, followed, charged once and downloaded by the videos API of the openai package', async () => {
    const made = await client.videos.create({
      model: 'kling-v2' as never,
      prompt: 'A cat',
      seconds: '10' as never,
    });
    expect(made).toMatchObject({ object: 'video', status: 'queued', seconds: '10', progress: 0 });
    expect(held()).toBe(100);
    expect(vendor.last.body).toMatchObject({
      model_name: 'kling-v2',
      prompt: 'A cat',
      duration: '10',
      mode: 'std',
    });
    expect(await isSignedForKling(vendor.received[0]?.headers.authorization ?? '')).toBe(true);

    vendor.last.state = 'processing';
    await lookNow();
    expect(await client.videos.retrieve(made.id)).toMatchObject({ status: 'in_progress' });
    vendor.last.state = 'succeed';
    await lookNow();

    expect(await client.videos.retrieve(made.id)).toMatchObject({ status: 'completed', progress: 100 });
    expect(held()).toBe(0);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - 100);
    const content = Buffer.from(await (await client.videos.downloadContent(made.id)).arrayBuffer());
    expect(content.equals(VIDEO_BYTES)).toBe(true);
    const [row, ...others] = await gateway.logRowsOf(user);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ model_name: 'kling-v2', quota: 100, ended_by: 'completed' });
    expect(chargeOfLog(row?.metadata as never)).toBe(100);
    expect((await client.videos.list()).data).toMatchObject([{ id: made.id }]);
  });

  it('in Kling’s own API show our ids and addresses', async () => {
    const body = {
      model_name: 'kling-v2',
      prompt: 'A dog',
      duration: '5',
      sound: 'on',
      callback_url: 'https://a.example/x',
    };
    const made = await ask('POST', '/kling/v1/videos/text2video', body);
    expect(made).toMatchObject({ status: 200, json: { code: 0, data: { task_status: 'submitted' } } });
    const id = String(at(made.json, 'data', 'task_id'));
    expect(id).toMatch(/^task_/);
    expect(held()).toBe(75);
    expect(vendor.last.body).not.toHaveProperty('callback_url');
    vendor.last.state = 'succeed';
    await lookNow();
    const done = await ask('GET', `/kling/v1/videos/text2video/${id}`);
    const text = JSON.stringify(done.json);
    expect(done.json).toMatchObject({ data: { task_id: id, task_status: 'succeed' } });
    expect(text).not.toContain(vendor.url);
    const url = String(at(done.json, 'data', 'task_result', 'videos', 0, 'url'));
    const file = await fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([file.status, await file.text()]).toEqual([206, 'ftyp']);
    // As many characters, and more bytes.
    expect((await fetch(url.replace(/signature=./, 'signature=é'))).status).toBe(404);
    expect(await gateway.quotaOf(user)).toBe(QUOTA - 75);
  });

  it('work on own videos alone, at the account that made them', async () => {
    const units = [{ kind: 'second', variant: '', price: 0.01 } as const];
    for (const model of ['kling-video-extend', 'kling-lip-sync']) {
      await gateway.seed.price({ model, input: 0, output: 0, parts: { units } });
      const to = { model, type: 53, priority: 9, channelKey: 'key-of-another-account' };
      await gateway.seed.channel({ ...to, baseUrl: 'http://127.0.0.1:9' });
    }
    const make = (name: string, body: object, key = user.token) =>
      ask('POST', `/kling/v1/videos/${name}`, body, key);
    const made = await make('text2video', { model_name: 'kling-v2', prompt: 'A dog' });
    const id = String(at(made.json, 'data', 'task_id'));
    const video = `${id}-0`;
    expect(await make('video-extend', { video_id: video })).toMatchObject({ status: 409 });
    vendor.last.state = 'succeed';
    await lookNow();
    const done = await ask('GET', `/kling/v1/videos/text2video/${id}`);
    expect(at(done.json, 'data', 'task_result', 'videos', 0, 'id')).toBe(video);
    const vendors = `${vendor.last.id}-v`;
    expect(JSON.stringify(done.json)).not.toContain(vendors);
    const uniform = (await ask('GET', `/v1/tasks/${id}`)).json;
    expect(at(uniform, 'data', 'data', 'task_result', 'videos', 0, 'id')).toBe(video);
    expect(JSON.stringify(uniform)).not.toContain(vendor.last.id);

    const longer = await make('video-extend', { video_id: video, prompt: 'It runs' });
    expect(longer).toMatchObject({ status: 200 });
    expect(vendor.last.body).toMatchObject({ video_id: vendors, prompt: 'It runs' });
    const input = { mode: 'text2video', text: 'Woof', voice_id: 'genshin_vindi2' };
    const speaks = await make('lip-sync', { input: { ...input, video_id: video } });
    expect(speaks).toMatchObject({ status: 200 });
    expect(vendor.last.body).toMatchObject({ input: { ...input, video_id: vendors } });

    const other = await gateway.seed.user({ quota: QUOTA });
    expect((await make('video-extend', { video_id: video }, other.token)).status).toBe(404);
    for (const body of [
      { video_id: vendors },
      { video_id: `${id}-1` },
      { video_id: 5 },
      { video_id: video, input: { video_id: vendors } },
    ])
      expect((await make('video-extend', body)).status, JSON.stringify(body)).toBe(400);
    const beside = { video_id: vendors, input };
    expect((await make('lip-sync', beside)).status).toBe(400);
    expect(vendor.tasks.size).toBe(3);

    // Another account does not have the video.
    const failed = String(at(longer.json, 'data', 'task_id'));
    for (const task of vendor.tasks.values()) task.state = 'failed';
    await lookNow();
    await gateway.store.db.deleteFrom('tasks').where('task_id', '=', id).execute();
    const control = createTaskControl(gateway.core.relay, gateway.core.taskLooks);
    await expect(control.retry(failed, { requestId: 'req_1', sourceIp: '192.0.2.1' })).rejects.toMatchObject({
      code: 'task.not_repeatable',
    });
    expect(vendor.tasks.size).toBe(3);
  });

  it('that fail cost nothing', async () => {
    const made = await client.videos.create({ model: 'kling-v2' as never, prompt: 'A cat' });
    vendor.last.state = 'failed';
    vendor.last.reason = 'The picture has a face';
    await lookNow();
    expect(await client.videos.retrieve(made.id)).toMatchObject({
      status: 'failed',
      error: { message: 'The picture has a face' },
    });
    expect([held(), await gateway.quotaOf(user)]).toEqual([0, QUOTA]);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 0, ended_by: 'upstream' }]);
  });

  it.each([
    ['FORBIDDEN', 400],
    ['BUSY', 429],
  ])('that Kling refuses as %s cost nothing and are kept as failed', async (prompt, status) => {
    const refused = await ask('POST', '/v1/videos', { model: 'kling-v2', prompt });
    expect(refused.status).toBe(status);
    expect([held(), await gateway.quotaOf(user)]).toEqual([0, QUOTA]);
    const { json } = await ask('GET', '/v1/tasks');
    expect(json.data).toMatchObject([{ status: 'FAILURE' }]);
  });

  it('whose creation is not answered are found by our id, or given back', async () => {
    vendor.loses = 'made';
    const unclear = await ask('POST', '/v1/videos', { model: 'kling-v2', prompt: 'A cat' });
    expect(unclear).toMatchObject({ status: 502, json: { error: { code: 'task_unclear' } } });
    expect(held()).toBe(50);
    const { json } = await ask('GET', '/v1/tasks');
    const id = String(at(json, 'data', 0, 'id'));
    expect(json.data).toMatchObject([{ status: 'UNKNOWN' }]);
    await lookNow();
    vendor.last.state = 'succeed';
    await lookNow();
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'completed' });
    expect(await gateway.quotaOf(user)).toBe(QUOTA - 50);

    vendor.loses = 'not_made';
    await ask('POST', '/v1/videos', { model: 'kling-v2', prompt: 'A cat' });
    await gateway.store.db.updateTable('tasks').set({ created_at: 1 }).where('settled_at', '=', 0).execute();
    await lookNow();
    expect([held(), await gateway.quotaOf(user)]).toEqual([0, QUOTA - 50]);
  });

  it('are nobody else’s', async () => {
    const { id } = await client.videos.create({ model: 'kling-v2' as never, prompt: 'A cat' });
    const other = await gateway.seed.user({ quota: QUOTA });
    for (const path of [
      `/v1/videos/${id}`,
      `/v1/tasks/${id}`,
      `/v1/videos/${id}/content`,
      `/kling/v1/videos/text2video/${id}`,
    ])
      expect((await ask('GET', path, undefined, other.token)).status).toBe(404);
    expect((await ask('POST', `/v1/tasks/${id}/cancel`, {}, other.token)).status).toBe(404);
    expect((await ask('GET', '/v1/tasks', undefined, other.token)).json.data).toEqual([]);
  });

  it('send members to the vendor as they were read, and no others', async () => {
    const refused = async (body: object) =>
      (await ask('POST', '/v1/videos', { model: 'kling-v2', prompt: 'x', ...body })).json;
    for (const body of [
      { seconds: 7 },
      { seconds: -5 },
      { seconds: 5.5 },
      { seconds: '1e1' },
      { metadata: { duration: '5' } },
      { duration: 10, seconds: 5, extra_body: {} },
    ])
      expect(await refused(body), JSON.stringify(body)).toMatchObject({
        error: { type: 'invalid_request_error' },
      });
    expect(vendor.tasks.size).toBe(0);
  });

  it('of 20 parallel looks are charged once', async () => {
    await client.videos.create({ model: 'kling-v2' as never, prompt: 'A cat' });
    vendor.last.state = 'succeed';
    const row = await gateway.store.db.selectFrom('tasks').select('task_id').executeTakeFirstOrThrow();
    const task = await gateway.core.relay.tasks.findAny(row.task_id);
    await Promise.all(Array.from({ length: 20 }, () => gateway.core.taskLooks.lookNow(task as never)));
    expect(await gateway.quotaOf(user)).toBe(QUOTA - 50);
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
  });

  it('follow their states as events', async () => {
    const { id } = await client.videos.create({ model: 'kling-v2' as never, prompt: 'A cat' });
    const answer = await fetch(`${gateway.url}/v1/tasks/${id}/events`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    const text = answer.text();
    vendor.last.state = 'processing';
    await lookNow();
    vendor.last.state = 'succeed';
    await lookNow();
    const states = [...(await text).matchAll(/"status":"([A-Z_]+)"/g)].map(([, state]) => state);
    expect(states).toEqual(['QUEUED', 'IN_PROGRESS', 'SUCCESS']);
  });
});
