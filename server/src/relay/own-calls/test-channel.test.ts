import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { systemClock } from '../../platform/clock.ts';
import { createUpstreamClient, type UpstreamClient } from '../../platform/net/upstream-client.ts';
import { readSettings } from '../../settings/settings.ts';
import { createChannelTest } from './test-channel.ts';

const VOYAGE = 1012;
const BEDROCK = 32;
const COZE = 38;

describe('the test of a channel', () => {
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

  const test = (model: string, { type = VOYAGE, channelKey = 'pa-key' } = {}) =>
    createChannelTest({ upstreams, clock: systemClock })(
      {
        ...{ id: 0, type, name: 'c', channelKey, weight: 1, priority: 0, model },
        ...{ base_url: upstream.url, models: model, other: '', group: 'default', model_mapping: '' },
        ...{ only_chat: 0, allow_private_network: 1, dialects: '[]', disabled_stream: '[]' },
      },
      new AbortController().signal,
    );

  it('without conversations is a ranking, in the words of its vendor', async () => {
    upstream.does((response) => sendJson(response, 200, '{"data":[{"index":0,"relevance_score":0.5}]}'));
    await test('rerank-2.5');
    expect(upstream.received.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v1/rerank', body: { model: 'rerank-2.5', query: 'hi', documents: ['hi', 'no'] } },
    ]);
  });

  it('fails where the answer is none', async () => {
    upstream.does((response) => sendJson(response, 200, '{"results":[]}'));
    await expect(test('rerank-2.5')).rejects.toMatchObject({ code: 'upstream.broken_answer' });
  });

  const bedrock = { type: BEDROCK, channelKey: 'us-east-1|bedrock-key' };
  const question = 'Answer with the one word "hi".';

  it('asks in words that only an upstream speaks', async () => {
    upstream.does((response) => sendJson(response, 200, '{"output":{"message":{"content":[]}}}'));
    await test('amazon.nova-lite-v1:0', bedrock);
    expect(upstream.received).toMatchObject([
      {
        path: '/model/amazon.nova-lite-v1%3A0/converse',
        body: { messages: [{ role: 'user', content: [{ text: question }] }] },
      },
    ]);
  });

  it('sends what its vendor must get', async () => {
    upstream.does((response) => sendJson(response, 200, '{"content":[]}'));
    await test('anthropic.claude-haiku-4-5', bedrock);
    expect(upstream.received[0]?.body).toEqual({
      ...{ anthropic_version: 'bedrock-2023-05-31', max_tokens: 16 },
      messages: [{ role: 'user', content: question }],
    });
  });

  it('reads an answer that its vendor only streams', async () => {
    const events = [
      'event:conversation.message.delta\ndata:{"id":"1","type":"answer","content":"hi"}\n\n',
      'event:conversation.chat.completed\ndata:{}\n\n',
    ];
    upstream.streams(events);
    await test('738', { type: COZE, channelKey: 'pat_1' });
    expect(upstream.received).toMatchObject([{ path: '/v3/chat', body: { bot_id: '738' } }]);
    upstream.streams(['event:error\ndata:{"code":4100,"msg":"no"}\n\n']);
    await expect(test('738', { type: COZE, channelKey: 'pat_1' })).rejects.toMatchObject({
      code: 'upstream.broken_answer',
    });
  });
});
