import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, TaskWorld } from '../../../test/support/task-world.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { SUNO_KEY, startSuno } from '../../../test/upstreams/tasks/suno-vendor.ts';
import { SUNOAPI_KEY, startSunoApi } from '../../../test/upstreams/tasks/sunoapi-vendor.ts';
import { SONG_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';

const QUOTA = 1_000_000;
const SITE = 'https://site.example';
const priced = (model: string, points: number) => ({
  model,
  type: 'times' as const,
  input: points / 1000,
  output: 0,
});

/** A gateway in front of one of the two kinds of vendors. */
const startWorld = async (
  vendor: Awaited<ReturnType<typeof startSuno>>,
  channel: { type: number; channelKey: string },
) => {
  vendor.file = { type: 'audio/mpeg', bytes: SONG_BYTES };
  return TaskWorld.start(vendor, {
    channel: { ...channel, model: 'chirp-v4,suno_lyrics,suno_concat' },
    prices: [priced('chirp-v4', 100), priced('suno_lyrics', 10), priced('suno_concat', 20)],
    relayOptions: { siteAddress: SITE },
  });
};

const song = { mv: 'chirp-v4', prompt: '[Verse] Meow', title: 'Cats', tags: 'pop' };

describe.each([
  {
    name: 'Suno-API',
    start: async () => startWorld(await startSuno(), { type: 41, channelKey: SUNO_KEY }),
    words: { done: 'SUCCESS', running: 'IN_PROGRESS' },
  },
  {
    name: 'sunoapi.org',
    start: async () => startWorld(await startSunoApi(), { type: 1015, channelKey: SUNOAPI_KEY }),
    words: { done: 'SUCCESS', running: 'FIRST_SUCCESS' },
  },
])('songs by $name', ({ start, words, name }) => {
  let world: TaskWorld;
  let user: SeededUser;

  beforeEach(async () => {
    world = await start();
    user = await world.user(QUOTA);
  });
  afterEach(() => world.stop());

  const submit = async (action: string, body: unknown): Promise<string> => {
    const { status, json } = await world.ask(user, 'POST', `/suno/submit/${action}`, { body });
    expect({ status, json }).toMatchObject({ status: 200, json: { code: 'success', message: '' } });
    return String(json.data);
  };
  const end = async (state: string) => {
    world.vendor.last.state = state;
    await world.lookNow();
  };
  const fetched = async (id: string) => (await world.ask(user, 'GET', `/suno/fetch/${id}`)).json.data;
  const spent = async () => QUOTA - (await world.gateway.quotaOf(user));

  it('have our addresses when they are done, and none before', async () => {
    const id = await submit('Music', song);
    expect(id).toMatch(/^task_/);
    await end(words.running);
    const running = await fetched(id);
    expect(running).toMatchObject({
      task_id: id,
      action: 'MUSIC',
      status: 'IN_PROGRESS',
      data: [{ audio_url: '' }, {}],
    });
    expect(JSON.stringify(running)).not.toContain(world.vendor.url);
    expect(await spent()).toBe(0);
    await end(words.done);
    const done = await fetched(id);
    const text = JSON.stringify(done);
    expect(done).toMatchObject({
      ...{ status: 'SUCCESS', progress: '100%', fail_reason: '' },
      data: [{ title: 'Cats', status: 'complete', metadata: { tags: 'pop' } }, {}],
    });
    expect(at(done, 'submit_time')).toBeLessThan(1e10);
    for (const secret of [world.vendor.url, `${world.vendor.last.id}"`, 'user_id', 'Owner of', 'account-of'])
      expect(text).not.toContain(secret);
    for (const member of ['audio_url', 'image_url']) {
      const address = String(at(done, 'data', 1, member));
      expect(address).toMatch(new RegExp(`^${SITE}/v1/tasks/${id}/files/`));
      expect((await fetch(address.replace(SITE, world.gateway.url))).status).toBe(200);
    }
    expect(await spent()).toBe(100);
  });

  it('have lyrics of their own', async () => {
    const id = await submit('LYRICS', { prompt: 'Cats' });
    expect(world.held).toBe(10);
    await end(words.done);
    const task = await fetched(id);
    expect(task).toMatchObject({
      action: 'LYRICS',
      status: 'SUCCESS',
      data: { title: 'Cats', status: 'complete' },
    });
    expect(at(task, 'data', 'text')).toContain('[Verse]');
    expect(JSON.stringify(task)).not.toContain('user_id');
    expect(await spent()).toBe(10);
  });

  it('go on from an own song at its account', async () => {
    const id = await submit('music', song);
    await end(words.done);
    const upstreamId = world.vendor.last.id;
    const clip = String(at(await fetched(id), 'data', 0, 'id'));
    await world.gateway.seed.channel({
      ...{
        model: 'chirp-v4,suno_concat',
        type: name === 'Suno-API' ? 41 : 1015,
        channelKey: 'other-key-of-suno',
      },
      ...{ baseUrl: 'http://127.0.0.1:9', priority: 9 },
    });
    const further = { ...song, continue_clip_id: clip, continue_at: 30 };
    const next = await submit('music', { ...further, task_id: id });
    const sent =
      name === 'Suno-API'
        ? { continue_clip_id: clip, continue_at: 30, task_id: upstreamId }
        : { audioId: clip, continueAt: 30, defaultParamFlag: true, model: 'V4' };
    expect(world.vendor.last.body).toMatchObject(sent);
    await end(words.done);
    expect(await fetched(next)).toMatchObject({ status: 'SUCCESS' });
    expect(await spent()).toBe(200);

    const other = await world.user(QUOTA);
    const refused = async (who: SeededUser, body: object) =>
      (await world.ask(who, 'POST', '/suno/submit/music', { body })).status;
    expect(await refused(other, { ...further, task_id: id })).toBe(404);
    expect(await refused(user, further)).toBe(400);
    // A song that the task did not make may be another user's.
    expect(await refused(user, { ...further, continue_clip_id: 'foreign', task_id: id })).toBe(400);
    const concat = { clip_id: clip, is_infill: false, task_id: id };
    const joined = await world.ask(user, 'POST', '/suno/submit/concat', { body: concat });
    expect(joined.status).toBe(name === 'Suno-API' ? 200 : 400);
    expect(world.held).toBe(name === 'Suno-API' ? 20 : 0);
  });

  it('are fetched several at a time, own ones only', async () => {
    const first = await submit('music', song);
    const second = await submit('lyrics', { prompt: 'Cats' });
    for (const task of world.vendor.tasks.values()) task.state = words.done;
    await world.lookNow();
    const other = await world.user(QUOTA);
    const ask = async (who: SeededUser, ids: string[]) =>
      (await world.ask(who, 'POST', '/suno/fetch', { body: { ids, action: 'MUSIC' } })).json;
    expect(await ask(user, [second, 'none', first])).toMatchObject({
      code: 'success',
      data: [
        { task_id: second, status: 'SUCCESS' },
        { task_id: first, status: 'SUCCESS' },
      ],
    });
    expect(await ask(other, [first])).toMatchObject({ data: [] });
    expect(await world.ask(other, 'GET', `/suno/fetch/${first}`)).toMatchObject({
      status: 404,
      json: { code: 'task_not_found', data: null },
    });
  });

  it('of unknown kinds are refused in the words of Suno-API', async () => {
    expect(await world.ask(user, 'POST', '/suno/submit/video', { body: {} })).toMatchObject({
      status: 400,
      json: { code: 'invalid_request' },
    });
    expect(await world.ask(user, 'GET', '/suno/feed')).toMatchObject({ status: 404, json: { data: null } });
  });

  it('are looked at after a callback, and not by a forged one', async () => {
    const id = await submit('music', song);
    const { notify_hook, callBackUrl } = world.vendor.last.body;
    const address = String(notify_hook ?? callBackUrl).replace(SITE, world.gateway.url);
    const forged = address.replace(/.{5}$/, '00000');
    expect((await fetch(forged, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await fetch(address, { method: 'POST', body: '{"status":"SUCCESS"}' })).status).toBe(200);
    expect(await fetched(id)).toMatchObject({ status: 'SUBMITTED' });
    expect(await spent()).toBe(0);
  });
});

describe('songs', () => {
  it('of Suno-API whose sound still grows are running', async () => {
    const world = await startWorld(await startSuno(), { type: 41, channelKey: SUNO_KEY });
    const user = await world.user(QUOTA);
    const id = await world.make(user, '/suno/submit/music', song);
    Object.assign(world.vendor.last, { state: 'SUCCESS', extra: { clip: 'streaming' } });
    await world.lookNow();
    expect(await world.seen(user, id)).toMatchObject({ status: 'IN_PROGRESS', files: [] });
    world.vendor.last.extra = { clip: 'error' };
    await world.lookNow();
    expect(await world.seen(user, id)).toMatchObject({ status: 'FAILURE' });
    expect(await world.gateway.quotaOf(user)).toBe(QUOTA);
    await world.stop();
  });

  it('of sunoapi.org are done although its callback failed, and described ones have no style', async () => {
    const world = await startWorld(await startSunoApi(), { type: 1015, channelKey: SUNOAPI_KEY });
    const user = await world.user(QUOTA);
    const described = {
      mv: 'chirp-v4',
      gpt_description_prompt: 'A song about cats',
      make_instrumental: true,
    };
    const id = await world.make(user, '/suno/submit/music', described);
    expect(world.vendor.last.body).toEqual({
      ...{ customMode: false, instrumental: true, prompt: 'A song about cats', model: 'V4' },
      callBackUrl: expect.stringContaining('/callback/'),
    });
    world.vendor.last.state = 'CALLBACK_EXCEPTION';
    await world.lookNow();
    expect(await world.seen(user, id)).toMatchObject({ status: 'SUCCESS' });
    expect(await world.gateway.quotaOf(user)).toBe(QUOTA - 100);
    await world.stop();
  });
});
