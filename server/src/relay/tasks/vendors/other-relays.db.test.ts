import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeTaskVendor } from '../../../../test/suites/task-vendor-suite.ts';
import { TaskWorld } from '../../../../test/support/task-world.ts';
import { RUNWAY_KEY, startRunway } from '../../../../test/upstreams/tasks/runway-vendor.ts';
import { type TaskVendor, VIDEO_BYTES } from '../../../../test/upstreams/tasks/task-vendor.ts';
import { RELAY_KEY, startRelay } from '../../../../test/upstreams/tasks/videos-relay.ts';

const channel = { type: 8, channelKey: RELAY_KEY };
// 10 points a second; 20 in 1080p.
const units = [
  { kind: 'second', variant: '', price: 0.01 },
  { kind: 'second', variant: '1080p', price: 0.02 },
] as const;
const prices = [{ model: 'sora-2', input: 0, output: 0, parts: { units: [...units] } }];

const common = {
  ...{ channel, prices },
  asked: {
    path: '/v1/videos',
    body: {
      ...{ model: 'sora-2', prompt: 'A cat', seconds: '8', size: '1920x1080' },
      input_reference: 'data:image/png;base64,iVBORw0KGgo=',
    },
  },
  ...{ held: 160, charged: 160, kind: 'video', reason: 'The server had an error' },
  refused: { body: { prompt: 'FORBIDDEN' }, status: 400 },
  cancels: true,
  sent: {
    ...{ model: 'sora-2', prompt: 'A cat', seconds: '8', size: '1920x1080' },
    input_reference: 'data:image/png;base64,iVBORw0KGgo=',
  },
  unsupported: [
    ...[{ seconds: 0 }, { seconds: 61 }, { seconds: '8s' }, { metadata: { seconds: 60 } }, { mode: 'pro' }],
    ...[{ last_image: 'https://a.example/b.png' }, { seed: 1 }, { resolution: '720p' }],
  ],
} as const satisfies Partial<Parameters<typeof describeTaskVendor>[0]>;

const words = {
  running: ['in_progress', '', {}],
  done: ['completed', '', {}],
  failed: ['failed', 'The server had an error', {}],
  filtered: ['failed', 'It was blocked', { code: 'moderation_blocked' }],
  strange: ['pondering', '', {}],
} as const;

describeTaskVendor({
  ...common,
  name: 'another relay',
  start: () => startRelay(),
  set(vendor, state) {
    const [word, reason, extra] = words[state];
    Object.assign(vendor.last, { state: word, reason, extra });
  },
});

describeTaskVendor({
  ...common,
  name: 'a relay with words of its own',
  start: () => startRelay('odd'),
  set(vendor, state) {
    const [word, reason, extra] = words[state];
    Object.assign(vendor.last, { state: state === 'running' ? 'processing' : word, reason, extra });
  },
});

describe('another version of a video', () => {
  let vendor: TaskVendor;
  let world: TaskWorld;

  beforeAll(async () => {
    vendor = await startRelay();
    world = await TaskWorld.start(vendor, { channel: { ...channel, model: 'sora-2' }, prices });
  });
  afterAll(() => world.stop());

  const finish = async () => {
    vendor.last.state = 'completed';
    await world.lookNow();
  };
  const make = async (user: Awaited<ReturnType<TaskWorld['user']>>) => {
    const id = await world.make(user, '/v1/videos', common.asked.body);
    await finish();
    return id;
  };

  it('is made by the key that has the first one, at the price of its length', async () => {
    const user = await world.user();
    const id = await make(user);
    const parent = vendor.last.id;
    // A second channel that could make the model, but does not have the video.
    const other = await startRelay();
    await world.gateway.seed.channel({ ...channel, model: 'sora-2', priority: 9, baseUrl: other.url });
    const { status, json } = await world.ask(user, 'POST', `/v1/videos/${id}/remix`, {
      body: { prompt: 'A dog' },
    });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { prompt: 'A dog', seconds: '8', remixed_from_video_id: id, model: 'sora-2' },
    });
    expect(vendor.last.body).toMatchObject({ prompt: 'A dog', remixed: parent });
    await finish();
    expect(await world.gateway.quotaOf(user)).toBe(1_000_000 - 2 * 160);
    const content = await fetch(`${world.gateway.url}/v1/videos/${String(json.id)}/content`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(Buffer.from(await content.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true);
    expect(other.tasks.size).toBe(0);
    await other.stop();
  });

  it('needs a video that is done, one’s own, and a prompt alone', async () => {
    const user = await world.user();
    const id = await make(user);
    const remix = (body: object, asking = user) =>
      world.ask(asking, 'POST', `/v1/videos/${id}/remix`, { body }).then(({ status }) => status);
    expect(await remix({})).toBe(400);
    expect(await remix({ prompt: ' ' })).toBe(400);
    expect(await remix({ prompt: 'A dog', seconds: '60' })).toBe(400);
    expect(await remix({ prompt: 'A dog' }, await world.user())).toBe(404);
    const open = await world.make(user, '/v1/videos', common.asked.body);
    const body = { prompt: 'A dog' };
    expect((await world.ask(user, 'POST', `/v1/videos/${open}/remix`, { body })).status).toBe(409);
  });

  it('is refused for vendors that make none', async () => {
    const runway = await startRunway();
    const model = 'gen4.5';
    const other = await TaskWorld.start(runway, {
      channel: { type: 1017, channelKey: RUNWAY_KEY, model },
      prices: [{ model, type: 'times', input: 0.1, output: 0 }],
    });
    const user = await other.user();
    const id = await other.make(user, '/v1/videos', { model, prompt: 'A cat' });
    runway.last.state = 'SUCCEEDED';
    await other.lookNow();
    const body = { prompt: 'A dog' };
    const { status, json } = await other.ask(user, 'POST', `/v1/videos/${id}/remix`, { body });
    expect({ status, json }).toMatchObject({ status: 400, json: { error: { param: 'remix' } } });
    expect(runway.tasks.size).toBe(1);
    await other.stop();
  });
});
