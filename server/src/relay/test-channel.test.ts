import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../test/support/fake-upstream.ts';
import { systemClock } from '../platform/clock.ts';
import { createUpstreamClient, type UpstreamClient } from '../platform/upstream-client.ts';
import { readSettings } from '../settings/settings.ts';
import { createChannelTest } from './test-channel.ts';

const VOYAGE = 1012;

describe('a channel without conversations', () => {
  let upstream: FakeUpstream;
  let upstreams: UpstreamClient;

  beforeEach(async () => {
    upstream = await FakeUpstream.start();
    upstreams = createUpstreamClient(readSettings({}).timeouts);
  });
  afterEach(async () => {
    await upstreams.close();
    await upstream.stop();
  });

  const test = (model: string) =>
    createChannelTest({ upstreams, clock: systemClock })(
      {
        ...{ id: 0, type: VOYAGE, name: 'c', channelKey: 'pa-key', weight: 1, priority: 0, model },
        ...{ base_url: upstream.url, models: model, other: '', group: 'default', model_mapping: '' },
        ...{ only_chat: 0, allow_private_network: 1, dialects: '[]', disabled_stream: '[]' },
      },
      new AbortController().signal,
    );

  it('is tested with a ranking, in the words of its vendor', async () => {
    upstream.does((response) => sendJson(response, 200, '{"data":[{"index":0,"relevance_score":0.5}]}'));
    await test('rerank-2.5');
    expect(upstream.received.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v1/rerank', body: { model: 'rerank-2.5', query: 'hi', documents: ['hi', 'no'] } },
    ]);
  });

  it('fails the test where its answer is none', async () => {
    upstream.does((response) => sendJson(response, 200, '{"results":[]}'));
    await expect(test('rerank-2.5')).rejects.toMatchObject({ code: 'upstream.broken_answer' });
  });
});
