import { channelCalls } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { systemClock } from '../../platform/clock.ts';
import { createUpstreamClient, type UpstreamClient } from '../../platform/net/upstream-client.ts';
import { readSettings } from '../../settings/settings.ts';
import { createChannelTest } from './test-channel.ts';

const CUSTOM = 8;
const KEY = 'vendor-key-1234567890';
const ONLY_VECTORS = 'this server only has embeddings';

describe.each(anyDatabase)('the test of a saved channel on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let upstreams: UpstreamClient;
  let upstream: FakeUpstream;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    upstreams = createUpstreamClient(readSettings({}).timeouts);
    site.fakes.testChannel = (channel) =>
      createChannelTest({ upstreams, clock: systemClock })(channel, new AbortController().signal);
  });
  afterAll(async () => {
    await upstreams.close();
    await site.stop();
  });
  beforeEach(async () => {
    upstream = await FakeUpstream.start();
  });
  afterEach(() => upstream.stop());

  const { create, get, test } = channelCalls;
  const make = async (models: string): Promise<number> => {
    const input = {
      ...{ type: CUSTOM, name: 'vectors', key: KEY, models },
      ...{ base_url: upstream.url, allow_private_network: true },
    };
    return (await site.ask(create, { as: root, input })).body.data.id;
  };
  const shown = async (id: number) => (await site.ask(get, { as: root, params: { id } })).body.data;
  const vectorsAlone = () =>
    upstream.does((response, { path }) =>
      path === '/v1/embeddings'
        ? sendJson(response, 200, '{"data":[{"index":0,"embedding":[0.5]}]}')
        : sendJson(response, 404, JSON.stringify({ error: { message: `${ONLY_VECTORS} (key ${KEY})` } })),
    );

  it('of vectors with any name says what the provider said, and succeeds by its kind', async () => {
    vectorsAlone();
    const id = await make('my-own-vectors');

    const refused = await site.ask(test, { as: root, params: { id } });

    expect(refused).toMatchObject({ status: 503, body: { code: 'upstream.model_missing' } });
    expect(refused.body.message).toContain(`The provider said: ${ONLY_VECTORS}`);
    expect(JSON.stringify(refused.body)).not.toContain(KEY);
    expect(await shown(id)).toMatchObject({ test_time: site.now(), response_time: 0 });

    const passed = await site.ask(test, { as: root, params: { id }, query: { kind: 'embedding' } });

    expect(passed).toMatchObject({ status: 200, body: { success: true, time: expect.any(Number) } });
    expect(upstream.received.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/embeddings']);
    expect((await shown(id)).response_time).toBeGreaterThan(0);
  });

  it('refuses a kind that the channel has not, and keeps no test then', async () => {
    vectorsAlone();
    const id = await make('my-own-vectors');
    for (const kind of ['everything', 'realtime']) {
      expect(await site.ask(test, { as: root, params: { id }, query: { kind } })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'kind', code: 'invalid_value' }] },
      });
    }
    expect((await site.ask(test, { as: root, params: { id }, query: { kind: '' } })).status).toBe(503);
    await site.db.updateTable('channels').set({ type: 14, test_time: 0 }).where('id', '=', id).execute();
    expect(await site.ask(test, { as: root, params: { id }, query: { kind: 'speech' } })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'kind', code: 'invalid_value' }] },
    });
    expect(await shown(id)).toMatchObject({ test_time: 0 });
  });

  it('shows the words of other failures, also in an answer of success', async () => {
    const id = await make('m');
    for (const [status, code] of [
      [401, 'upstream.key_refused'],
      [500, 'upstream.error'],
      [200, 'upstream.broken_answer'],
    ] as const) {
      upstream.does((response) => sendJson(response, status, '{"error":{"message":"out of order"}}'));
      const { body } = await site.ask(test, { as: root, params: { id } });
      expect(body).toMatchObject({
        code,
        message: expect.stringMatching(/The provider said: out of order$/),
      });
    }
  });
});
