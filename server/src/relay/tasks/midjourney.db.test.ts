import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, TaskWorld } from '../../../test/support/task-world.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { MIDJOURNEY_KEY, startMidjourney } from '../../../test/upstreams/tasks/midjourney-vendor.ts';
import { PICTURE_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';

const QUOTA = 1_000_000;
const PICTURE = `data:image/png;base64,${PICTURE_BYTES.toString('base64')}`;
const SITE = 'https://site.example';
const FREE = ['mj_inpaint', 'mj_custom_zoom'];
/** Points per call, so that each action shows in the charge. */
const points: Readonly<Record<string, number>> = {
  ...{ mj_imagine: 100, mj_relax_imagine: 40, mj_turbo_imagine: 200, mj_upscale: 50, mj_turbo_upscale: 80 },
  ...{
    mj_variation: 90,
    mj_reroll: 70,
    mj_modal: 60,
    mj_describe: 30,
    mj_blend: 110,
    mj_swap_face: 25,
    mj_upload: 5,
  },
  ...Object.fromEntries(FREE.map((model) => [model, 0])),
};

describe('tasks at Midjourney', () => {
  let world: TaskWorld;
  let user: SeededUser;

  beforeEach(async () => {
    const vendor = await startMidjourney();
    vendor.file = { type: 'image/png', bytes: PICTURE_BYTES };
    world = await TaskWorld.start(vendor, {
      channel: { model: Object.keys(points).join(','), type: 34, channelKey: MIDJOURNEY_KEY },
      prices: Object.entries(points).map(([model, price]) => ({
        ...{ model, type: 'times', input: price / 1000, output: 0 },
      })),
      relayOptions: { siteAddress: SITE, keepsMidjourneyHooks: true },
    });
    user = await world.user(QUOTA);
  });
  afterEach(() => world.stop());

  /** Asks with the key where midjourney-proxy has it. */
  const ask = (method: string, path: string, body?: unknown, who = user) =>
    world.ask(who, method, path, { body, headers: { authorization: '', 'mj-api-secret': who.token } });
  const submit = async (route: string, body: unknown, prefix = '') => {
    const { status, json } = await ask('POST', `${prefix}/mj/${route}`, body);
    expect({ status, json }).toMatchObject({ status: 200 });
    return json;
  };
  const made = async (route: string, body: unknown, prefix = '') =>
    String((await submit(route, body, prefix)).result);
  const done = async (route: string, body: unknown, prefix = '') => {
    const id = await made(route, body, prefix);
    await end('SUCCESS');
    return id;
  };
  const end = async (state: string) => {
    world.vendor.last.state = state;
    await world.lookNow();
  };
  const shown = async (id: string) => (await ask('GET', `/mj/task/${id}/fetch`)).json;
  const spent = async () => QUOTA - (await world.gateway.quotaOf(user));
  const sent = () => world.vendor.received.at(-1);

  it('are shown as midjourney-proxy shows them, with previews that are not final', async () => {
    const hook = 'https://caller.example/hook';
    const asked = {
      prompt: 'A cat',
      state: 'my state',
      notifyHook: hook,
      accountFilter: { modes: ['TURBO'] },
    };
    const id = await made('submit/imagine', asked);
    expect(id).toMatch(/^task_/);
    const { tasks } = world.gateway.core.relay;
    const stored = await tasks.findAny(id);
    expect(stored).toMatchObject({ code: 1, dialect: 'midjourney' });
    expect(stored?.notifyUrl).not.toBe('');
    const { body } = world.vendor.last;
    expect(body).toMatchObject({ prompt: 'A cat', accountFilter: { modes: ['FAST'] } });
    expect(body.notifyHook).toMatch(new RegExp(`^${SITE}/v1/tasks/${id}/callback/`));
    expect(body).not.toHaveProperty('state');
    expect(await shown(id)).toMatchObject({ status: 'SUBMITTED', progress: '0%', imageUrl: '' });

    await end('IN_PROGRESS');
    const running = await shown(id);
    expect(running).toMatchObject({ status: 'IN_PROGRESS', progress: '45%' });
    expect(running.imageUrl).toMatch(new RegExp(`^${SITE}/v1/tasks/${id}/files/0`));
    const preview = await fetch(String(running.imageUrl).replace(SITE, world.gateway.url));
    expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'no-store']);
    world.vendor.last.extra.progress = '10%';
    await world.lookNow();
    expect(await shown(id)).toMatchObject({ progress: '45%' });
    expect(await spent()).toBe(0);

    await end('SUCCESS');
    const text = JSON.stringify(await shown(id));
    expect(JSON.parse(text)).toMatchObject({
      ...{ id, action: 'IMAGINE', prompt: 'A cat', promptEn: 'A cat', state: 'my state', status: 'SUCCESS' },
      ...{ progress: '100%', failReason: '', buttons: [{ customId: 'MJ::JOB::upsample::1::abc' }] },
      properties: { finalPrompt: 'A cat' },
    });
    expect(at(JSON.parse(text), 'submitTime')).toBeGreaterThan(1e12);
    for (const secret of [world.vendor.url, world.vendor.last.id, 'of-the-proxy', hook, MIDJOURNEY_KEY])
      expect(text).not.toContain(secret);
    expect(await spent()).toBe(100);
    const row = { is_midjourney: 1, code: 1 };
    expect(await world.gateway.store.db.selectFrom('tasks').selectAll().execute()).toMatchObject([row]);
  });

  it('lose their preview when they fail', async () => {
    const id = await made('submit/imagine', { prompt: 'A cat' });
    await end('IN_PROGRESS');
    await end('FAILURE');
    expect(await shown(id)).toMatchObject({ status: 'FAILURE', imageUrl: '' });
    expect(await spent()).toBe(0);
  });

  it('go on from another task in its mode and at its account', async () => {
    const channel = { type: 34, channelKey: MIDJOURNEY_KEY, baseUrl: 'http://127.0.0.1:9', priority: 9 };
    const parent = await done('submit/imagine', { prompt: 'A cat' }, '/mj-turbo');
    const parentId = world.vendor.last.id;
    // A better channel must not get the follow-up.
    await world.gateway.seed.channel({ ...channel, model: Object.keys(points).join(',') });
    const change = { taskId: parent, action: 'UPSCALE', index: 2 };
    const upscaled = await done('submit/change', change);
    expect(world.vendor.last.body).toEqual({
      ...{ taskId: parentId, action: 'UPSCALE', index: 2, accountFilter: { modes: ['TURBO'] } },
      notifyHook: expect.any(String),
    });
    expect(await shown(upscaled)).toMatchObject({ action: 'UPSCALE', prompt: 'A cat', status: 'SUCCESS' });
    expect(await spent()).toBe(200 + 80);

    // The vendor has the picture already, and says so.
    const again = await submit('submit/change', change);
    expect(again).toMatchObject({ code: 1, properties: { status: 'SUCCESS' } });
    expect(at(again, 'properties', 'imageUrl')).toMatch(
      new RegExp(`^${SITE}/v1/tasks/${again.result}/files/0`),
    );
    expect(await shown(String(again.result))).toMatchObject({ status: 'SUCCESS' });
    expect(await spent()).toBe(200 + 80 + 80);
  });

  it('go on by simple changes', async () => {
    const parent = await done('submit/imagine', { prompt: 'A cat' });
    const parentId = world.vendor.last.id;
    for (const [change, action] of [
      ['U3', 'UPSCALE'],
      ['v1', 'VARIATION'],
      ['R', 'REROLL'],
    ] as const) {
      const id = await done('submit/simple-change', { content: `${parent} ${change}` });
      expect(world.vendor.last.body.content).toBe(`${parentId} ${change.toUpperCase()}`);
      expect(await shown(id)).toMatchObject({ action, prompt: 'A cat' });
    }
    expect(await spent()).toBe(100 + 50 + 90 + 70);
  });

  it('open a window for free, and go on from it by modal', async () => {
    const parent = await done('submit/imagine', { prompt: 'A cat' });
    const customId = 'MJ::CustomZoom::8a2f';
    const opened = await submit('submit/action', { taskId: parent, customId });
    expect(opened).toMatchObject({ code: 21 });
    const window = String(opened.result);
    expect(await shown(window)).toMatchObject({ status: 'MODAL', action: 'CUSTOM_ZOOM', customId });
    expect(await spent()).toBe(100);
    // A window is no picture to go on from.
    const early = await ask('POST', '/mj/submit/action', { taskId: window, customId });
    expect(early).toMatchObject({ status: 409, json: { code: 4, description: 'task_status_not_success' } });

    const id = await made('submit/modal', {
      taskId: window,
      prompt: 'A cat --zoom 2 --fast',
      maskBase64: '',
    });
    expect(sent()?.body).toMatchObject({ prompt: 'A cat --zoom 2' });
    await end('SUCCESS');
    expect(await shown(id)).toMatchObject({ action: 'MODAL', status: 'SUCCESS', prompt: 'A cat --zoom 2' });
    expect(await spent()).toBe(100 + 60);
    expect((await ask('POST', '/mj/submit/modal', { taskId: parent })).status).toBe(409);
  });

  it('are nobody else’s', async () => {
    const id = await done('submit/imagine', { prompt: 'A cat' });
    const other = await world.user(QUOTA);
    const requests: [string, string, unknown?][] = [
      ['GET', `/mj/task/${id}/fetch`],
      ['GET', `/mj/task/${id}/image-seed`],
      ['POST', '/mj/submit/change', { taskId: id, action: 'UPSCALE', index: 1 }],
      ['POST', '/mj/submit/simple-change', { content: `${id} U1` }],
      ['POST', '/mj/submit/action', { taskId: id, customId: 'MJ::JOB::upsample::1::abc' }],
      ['POST', '/mj/submit/modal', { taskId: id }],
    ];
    for (const [method, path, body] of requests) {
      const answer = await ask(method, path, body, other);
      expect(answer, path).toMatchObject({ status: 404, json: { code: 4, description: 'task_not_found' } });
    }
    expect((await ask('POST', '/mj/task/list-by-condition', { ids: [id] }, other)).json).toEqual([]);
    expect(await world.gateway.quotaOf(other)).toBe(QUOTA);
  });

  it('are listed by their ids, and looked at together', async () => {
    const first = await made('submit/imagine', { prompt: 'A cat' });
    const second = await made('submit/imagine', { prompt: 'A dog' });
    for (const task of world.vendor.tasks.values()) task.state = 'SUCCESS';
    await world.lookNow();
    expect(sent()).toMatchObject({ path: '/mj/task/list-by-condition' });
    const { json } = await ask('POST', '/mj/task/list-by-condition', { ids: [second, 'task_none', first] });
    expect(json).toMatchObject([
      { id: second, status: 'SUCCESS', prompt: 'A dog' },
      { id: first, status: 'SUCCESS', prompt: 'A cat' },
    ]);
    const many = Array.from({ length: 101 }, () => first);
    expect((await ask('POST', '/mj/task/list-by-condition', { ids: many })).status).toBe(400);
  });

  it('without an account for fast ones are made once more in relax mode', async () => {
    const id = await made('submit/imagine', { prompt: 'NO_ACCOUNT' });
    expect(world.vendor.received.map(({ body }) => at(body, 'accountFilter', 'modes', 0))).toEqual([
      'FAST',
      'RELAX',
    ]);
    expect(world.held).toBe(100);
    await end('SUCCESS');
    expect(await shown(id)).toMatchObject({ status: 'SUCCESS' });
    expect([world.held, await spent()]).toEqual([0, 40]);
    const { json } = await world.ask(user, 'GET', '/v1/tasks');
    expect(json.data).toMatchObject([{ id, model: 'mj_relax_imagine' }]);
    const rows = await world.gateway.logRowsOf(user);
    expect(rows).toMatchObject([{ quota: 40, model_name: 'mj_relax_imagine' }]);
  });

  it('end at once where relax mode has no channel free', async () => {
    await world.gateway.store.db.updateTable('channels').set({ requests_per_minute: 1 }).execute();
    await world.gateway.core.routing.reload();
    const refused = await ask('POST', '/mj/submit/imagine', { prompt: 'NO_ACCOUNT' });
    expect(refused).toMatchObject({ status: 429, json: { code: 30 } });
    expect([world.vendor.received.length, world.held, await spent()]).toEqual([1, 0, 0]);
    expect((await world.ask(user, 'GET', '/v1/tasks')).json.data).toMatchObject([{ status: 'FAILURE' }]);
  });

  it('are not made in relax mode where its caller may not use it', async () => {
    await world.gateway.store.db.deleteFrom('prices').where('model', '=', 'mj_relax_imagine').execute();
    await world.gateway.core.relay.routing.reload();
    const refused = await ask('POST', '/mj/submit/imagine', { prompt: 'NO_ACCOUNT' });
    expect(refused).toMatchObject({ status: 200, json: { code: 3, result: '' } });
    expect([world.vendor.received.length, world.held, await spent()]).toEqual([1, 0, 0]);
  });

  it('that are refused answer as midjourney-proxy does', async () => {
    for (const [prompt, code, properties] of [
      ['NUDE', 24, { promptEn: 'nude body', bannedWord: 'nude' }],
      ['FULL', 23, {}],
    ] as const) {
      const { status, json } = await ask('POST', '/mj/submit/imagine', { prompt });
      expect({ status, json }).toMatchObject({ status: 200, json: { code, result: '', properties } });
    }
    expect([world.held, await spent()]).toEqual([0, 0]);
    const rows = await world.gateway.store.db.selectFrom('tasks').select(['code', 'status']).execute();
    expect(rows).toEqual([24, 23].map((code) => ({ code, status: 'FAILURE' })));
  });

  it('that are queued have code 1, with their place', async () => {
    const json = await submit('submit/imagine', { prompt: 'QUEUED' });
    expect(json).toMatchObject({ code: 1, properties: { numberOfQueues: 3 } });
    expect(JSON.stringify(json)).not.toContain('account-of-the-proxy');
  });

  it('describe, blend and swap faces', async () => {
    const described = await done('submit/describe', { base64: PICTURE });
    expect(world.vendor.last.body.base64).toBe(PICTURE);
    expect(at(await shown(described), 'properties', 'finalPrompt')).toContain('Cat2');
    await done('submit/blend', { base64Array: [PICTURE, PICTURE], dimensions: 'SQUARE' });
    await done('insight-face/swap', { sourceBase64: PICTURE, targetBase64: PICTURE });
    expect(await spent()).toBe(30 + 110 + 25);
  });

  it('upload pictures at once', async () => {
    const json = await submit('submit/upload-discord-images', { base64Array: [PICTURE] });
    expect(json).toMatchObject({ code: 1, result: ['https://cdn.example/attachments/0.png'] });
    expect([world.held, await spent()]).toEqual([0, 5]);
    expect(await world.gateway.logRowsOf(user)).toMatchObject([{ quota: 5, model_name: 'mj_upload' }]);
  });

  it('tell the seed of a picture', async () => {
    const id = await done('submit/imagine', { prompt: 'A cat' });
    expect(await ask('GET', `/mj/task/${id}/image-seed`)).toMatchObject({
      status: 200,
      json: { code: 1, result: '4208169725' },
    });
  });

  it('name what is missing in their requests', async () => {
    for (const [route, body, description] of [
      ['submit/change', {}, 'task_id_is_required'],
      ['submit/change', { taskId: 'task_x' }, 'action_is_required'],
      ['submit/change', { taskId: 'task_x', action: 'UPSCALE' }, 'index_is_required'],
      ['submit/action', { taskId: 'task_x', customId: 'MJ::JOB::animate_low::1::x' }, 'unknown_action'],
      ['submit/simple-change', { content: 'task_x U5' }, 'content: invalid_value'],
      ['insight-face/swap', { sourceBase64: PICTURE }, 'target_base64_is_required'],
    ] as const) {
      const answer = await ask('POST', `/mj/${route}`, body);
      expect(answer, description).toMatchObject({ status: 400, json: { code: 4, description } });
    }
    expect(world.vendor.received).toEqual([]);
  });

  it('have no addresses for notices and pictures without a signature', async () => {
    const id = await done('submit/imagine', { prompt: 'A cat' });
    const forged = { id, status: 'FAILURE', progress: '100%', imageUrl: 'http://169.254.169.254/' };
    for (const [method, path] of [
      ['POST', '/mj/notify'],
      ['POST', '/mj/submit/video'],
      ['POST', '/mj-fast/mj/submit/edits'],
      ['GET', `/mj/image/${id}`],
    ] as const) {
      const answer = await ask(method, path, method === 'POST' ? forged : undefined);
      expect(answer, path).toMatchObject({ status: 404, json: { code: 4 } });
    }
    expect((await ask('POST', `/v1/tasks/${id}/callback/${'0'.repeat(32)}`, forged)).status).toBe(404);
    expect(await shown(id)).toMatchObject({ status: 'SUCCESS' });
    expect(
      await world.ask(user, 'GET', `/mj/task/${id}/fetch`, { headers: { authorization: 'none' } }),
    ).toMatchObject({ status: 401, json: { code: 4 } });
  });

  it('are looked at after a callback, whose content is not believed', async () => {
    const id = await made('submit/imagine', { prompt: 'A cat' });
    const address = String(world.vendor.last.body.notifyHook).replace(SITE, world.gateway.url);
    const dueAt = async () =>
      (await world.gateway.store.db.selectFrom('tasks').select('due_at').executeTakeFirstOrThrow()).due_at;
    const before = await dueAt();
    const notice = JSON.stringify({ id, status: 'SUCCESS', imageUrl: 'https://evil.example/x.png' });
    const answer = await fetch(address, { method: 'POST', body: notice });
    expect(answer.status).toBe(200);
    expect(await dueAt()).toBeLessThan(before);
    await world.gateway.core.taskLooks.start();
    await world.gateway.core.taskLooks.settled(5000);
    expect(await shown(id)).toMatchObject({ status: 'SUBMITTED', imageUrl: '' });
    expect(await spent()).toBe(0);
  });
});
