import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import type { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  recordedMessage,
  refusesMessage,
  startAnthropicUpstream,
} from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import { GeminiUpstream, recordingOfGemini, sendGemini } from '../../../../test/upstreams/gemini-upstream.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createChannelTest } from '../../own-calls/test-channel.ts';

const CUSTOM = 8;
const BALANCE = 1_000_000;
const messagesRequest = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const geminiRequest = { contents: [{ role: 'user', parts: [{ text: 'How many r are in strawberry?' }] }] };

describe.each(anyDatabase)('a custom channel on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let messages: FakeUpstream;
  let gemini: GeminiUpstream;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    messages = await startAnthropicUpstream({ isOther: true });
    gemini = await GeminiUpstream.start();
  });
  afterEach(async () => {
    await gateway.stop();
    await messages.stop();
    await gemini.stop();
    await drop();
  });

  const addChannel = (dialects: readonly string[], baseUrl?: string) =>
    gateway.seed.channel({ model: 'm', type: CUSTOM, dialects, ...(baseUrl !== undefined && { baseUrl }) });
  const asMessages = (headers = {}) =>
    fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': user.token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(messagesRequest),
    });
  const asGemini = () =>
    fetch(`${gateway.url}/v1beta/models/m:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': user.token, 'content-type': 'application/json' },
      body: JSON.stringify(geminiRequest),
    });

  it('whose upstream speaks Anthropic’s messages serves Claude’s clients byte for byte', async () => {
    await addChannel(['anthropic-messages'], messages.url);

    const reply = await asMessages({ 'anthropic-version': '2023-01-01', 'anthropic-beta': 'some-beta' });

    expect(await reply.text()).toBe(recordedMessage('anthropic-text'));
    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    expect(messages.received).toMatchObject([
      {
        path: '/v1/messages',
        rawBody: JSON.stringify(messagesRequest),
        headers: {
          ...{ authorization: 'Bearer upstream-key', 'x-api-key': 'upstream-key' },
          ...{ 'anthropic-version': '2023-01-01', 'anthropic-beta': 'some-beta' },
        },
      },
    ]);
  });

  it('whose upstream speaks Anthropic’s messages serves chat clients by conversion', async () => {
    await addChannel(['anthropic-messages'], `${messages.url}/v1`);

    const reply = await gateway.post(user.token, chatRequest);

    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' }],
    });
    expect(messages.received).toMatchObject([
      { path: '/v1/messages', headers: { 'x-api-key': 'upstream-key', 'anthropic-version': '2023-06-01' } },
    ]);
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { metadata: { conversion: { from: 'openai-chat', to: 'anthropic-messages' } } },
    ]);
  });

  it.each(['', '/v1', '/v1beta'])(
    'whose upstream speaks Gemini at "%s" serves Google’s clients byte for byte',
    async (path) => {
      await addChannel(['gemini'], gemini.url + path);

      const reply = await asGemini();

      expect(await reply.text()).toBe(recordingOfGemini('google-text.json'));
      expect(gemini.refused).toEqual([]);
      expect(gemini.received).toMatchObject([
        { url: '/v1beta/models/m:generateContent', headers: { 'x-goog-api-key': 'upstream-key' } },
      ]);
    },
  );

  it('whose upstream speaks several is asked in the caller’s own dialect', async () => {
    const channel = await addChannel(['openai-chat', 'anthropic-messages']);

    await asMessages();
    await gateway.post(user.token, chatRequest);

    expect(gateway.upstream(channel).received.map(({ path }) => path)).toEqual([
      '/v1/messages',
      '/v1/chat/completions',
    ]);
  });

  it('keeps its embeddings, whatever else its upstream speaks', async () => {
    const channel = await addChannel(['anthropic-messages']);
    gateway.upstream(channel).plays('openai-embeddings/two.json');

    const reply = await gateway.post(user.token, { model: 'm', input: 'Hi' }, { path: '/v1/embeddings' });

    expect(reply.status).toBe(200);
    expect(gateway.upstream(channel).received.map(({ path }) => path)).toEqual(['/v1/embeddings']);
  });

  it('follows what it says of its upstream at once', async () => {
    const channel = await addChannel(['openai-chat']);
    await asMessages();
    await gateway.store.db
      .updateTable('channels')
      .set({ dialects: '["anthropic-messages"]' })
      .where('id', '=', channel.id)
      .execute();
    await gateway.core.routing.reload();
    await asMessages();

    expect(gateway.upstream(channel).received.map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/messages',
    ]);
  });

  it('reads the errors of its upstream as that vendor means them, and keeps its key to itself', async () => {
    await addChannel(['anthropic-messages', 'gemini'], messages.url);
    const codeOf = async (reply: Response) => [reply.status, reply.headers.get('x-error-code')];
    refusesMessage(messages, 400, {
      type: 'invalid_request_error',
      message: 'prompt is too long: 208310 tokens > 200000 maximum, key upstream-key',
    });
    const reply = await asMessages();
    expect(await codeOf(reply)).toEqual([400, 'upstream.context_length']);
    expect(await reply.text()).not.toContain('upstream-key');
  });

  it('reads the errors of Google’s API as Google means them', async () => {
    await addChannel(['gemini'], gemini.url);
    gemini.refuses(400, { status: 'INVALID_ARGUMENT', message: 'API key not valid. Pass upstream-key.' });
    const reply = await asGemini();
    expect(reply.headers.get('x-error-code')).toBe('upstream.key_refused');
    expect(await reply.text()).not.toContain('upstream-key');
    const [row] = await gateway.logRowsOf(user);
    expect(JSON.stringify(row?.metadata?.attempts)).not.toContain('upstream-key');
  });

  it.each([
    ['m', ['gemini'], '/v1beta/models/m:generateContent', 'google-text.json'],
    ['m-embed', ['gemini'], '/v1beta/models/m-embed:embedContent', { embedding: { values: [0.5] } }],
  ])('is tested with %s by what %o speak', async (model, dialects, url, answer) => {
    gemini.does((response) =>
      sendGemini(
        response,
        200,
        typeof answer === 'string' ? recordingOfGemini(answer) : JSON.stringify(answer),
      ),
    );
    const test = createChannelTest({ upstreams: gateway.core.relay.upstreams, clock: systemClock });
    await test(
      {
        ...{ id: 0, type: CUSTOM, name: 'c', channelKey: 'upstream-key', weight: 1, priority: 0 },
        ...{
          base_url: gemini.url,
          models: model,
          other: '',
          group: 'default',
          model_mapping: '',
          disabled_stream: '[]',
        },
        ...{ only_chat: 0, allow_private_network: 1, dialects: JSON.stringify(dialects), model },
      },
      new AbortController().signal,
    );
    expect(gemini.received.map((one) => one.url)).toEqual([url]);
  });
});
