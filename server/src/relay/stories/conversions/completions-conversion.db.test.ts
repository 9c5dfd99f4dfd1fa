import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertCompletionStream } from '../../../../test/grammars/openai-completions-grammar.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { playsMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import {
  GeminiUpstream,
  geminiEventsOf,
  recordingOfGemini,
  sendGemini,
} from '../../../../test/upstreams/gemini-upstream.ts';
import {
  playResponses,
  recordedResponse,
  recordedResponses,
} from '../../../../test/upstreams/openai-responses-upstream.ts';

type Json = Record<string, unknown>;

const OPENAI = 1;
const ANTHROPIC = 14;
const GEMINI = 25;
const prompt = 'Once upon a time';

describe.each(anyDatabase)('legacy completions by conversion on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let user: SeededUser;
  let gemini: GeminiUpstream;
  let chat: { id: number };
  let claude: { id: number };
  let responses: { id: number };
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    gemini = await GeminiUpstream.start();
    for (const model of ['chat', 'claude', 'gemini-2.5-flash', 'o3-pro', 'gpt-4o'])
      await gateway.seed.price({ model, input: 1, output: 3 });
    chat = await gateway.seed.channel({ model: 'chat' });
    claude = await gateway.seed.channel({ model: 'claude', type: ANTHROPIC });
    responses = await gateway.seed.channel({ model: 'o3-pro,gpt-4o', type: OPENAI });
    await gateway.seed.channel({ model: 'gemini-2.5-flash', type: GEMINI, baseUrl: gemini.url });
  });
  afterAll(async () => {
    await gateway.stop();
    await gemini.stop();
    await database.drop();
  });
  beforeEach(async () => {
    user = await gateway.seed.user({ quota: 1_000_000 });
    gateway.upstream(chat).plays('openai-chat/hello.json');
  });

  const received = (channel: { id: number }): Json => gateway.upstream(channel).received.at(-1)?.body ?? {};
  const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);
  const ask = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'chat', prompt, ...body }),
    });

  describe('over a chat upstream', () => {
    it('the prompt is one turn of the user, and its answer the text', async () => {
      const reply = await ask({
        ...{ max_tokens: 50, n: 1, best_of: 1, echo: false, suffix: null, logprobs: null, user: 'u-1' },
        ...{
          temperature: 0.5,
          top_p: 0.9,
          stop: ['\n'],
          seed: 7,
          presence_penalty: 1,
          frequency_penalty: -1,
        },
      });

      expect(await reply.json()).toEqual({
        ...{ id: 'chatcmpl-B3kq7Vn2mYt0hello', object: 'text_completion' },
        ...{ created: expect.any(Number), model: expect.any(String) },
        choices: [{ text: 'Hello!', index: 0, logprobs: null, finish_reason: 'stop' }],
        usage: expect.objectContaining({ prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }),
      });
      expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
      expect(gateway.upstream(chat).received.at(-1)?.path).toBe('/v1/chat/completions');
      expect(received(chat)).toEqual({
        ...{ model: 'chat', messages: [{ role: 'user', content: prompt }], max_tokens: 50, user: 'u-1' },
        ...{
          temperature: 0.5,
          top_p: 0.9,
          stop: ['\n'],
          seed: 7,
          presence_penalty: 1,
          frequency_penalty: -1,
        },
      });
      expect(await lastRow()).toMatchObject({
        ...{ quota: 9 + 2 * 3, ended_by: 'completed' },
        metadata: { conversion: { from: 'openai-completions', to: 'openai-chat' } },
      });
    });

    it('has sixteen tokens where nobody says more, as OpenAI has it', async () => {
      await (await ask({})).text();
      expect(received(chat)).toEqual({
        ...{ model: 'chat', messages: [{ role: 'user', content: prompt }], max_tokens: 16 },
      });
    });

    it.each([
      { what: 'without usage', options: {}, usage: false },
      { what: 'with usage', options: { stream_options: { include_usage: true } }, usage: true },
    ])('streams, $what', async ({ options, usage }) => {
      gateway.upstream(chat).plays('openai-chat/hello.chunks.txt');

      const text = await (await ask({ stream: true, ...options })).text();

      assertCompletionStream(text);
      expect(text).toContain('"choices":[{"text":"Hello","index":0,"logprobs":null,"finish_reason":null}]');
      expect(text.includes('"choices":[],"usage":{"prompt_tokens":9')).toBe(usage);
      expect(received(chat)).toMatchObject({ stream_options: { include_usage: true } });
      expect(await lastRow()).toMatchObject({ quota: 9 + 2 * 3, is_stream: 1 });
    });

    it('several answers are several choices, with their likely tokens', async () => {
      const choice = (index: number, content: string, finish_reason: string) => ({
        ...{ index, message: { role: 'assistant', content }, finish_reason },
        logprobs: {
          content: [
            { token: content, logprob: -0.5, bytes: null, top_logprobs: [{ token: 'x', logprob: -2 }] },
          ],
        },
      });
      gateway
        .upstream(chat)
        .does((response) =>
          sendJson(
            response,
            200,
            JSON.stringify({ id: 'c', choices: [choice(0, 'a', 'stop'), choice(1, 'b', 'content_filter')] }),
          ),
        );

      const reply = await ask({ n: 2, best_of: 2, logprobs: 1, max_tokens: 20 });

      const logprobs = { text_offset: [0], token_logprobs: [-0.5], top_logprobs: [{ x: -2 }] };
      expect(await reply.json()).toMatchObject({
        choices: [
          { text: 'a', index: 0, finish_reason: 'stop', logprobs: { tokens: ['a'], ...logprobs } },
          { text: 'b', index: 1, finish_reason: 'content_filter', logprobs: { tokens: ['b'], ...logprobs } },
        ],
        // The upstream reported no usage: these are the counted and charged tokens.
        usage: { prompt_tokens: 4, completion_tokens: expect.any(Number) },
      });
      expect(received(chat)).toMatchObject({ n: 2, logprobs: true, top_logprobs: 1, max_tokens: 20 });
    });

    it('says what was left out, and leaves out nothing of a strict caller', async () => {
      const body = { logit_bias: { 50256: -100 } };
      const reply = await ask(body);
      expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=logit_bias; added=max_tokens');
      expect((await ask(body, { 'x-turnpike-strict': 'true' })).status).toBe(400);
    });

    it.each([
      ['prompt', { prompt: ['a', 'b'] }],
      ['prompt', { prompt: [[1, 2]] }],
      ['suffix', { suffix: 'The end.' }],
      ['echo', { echo: true }],
      ['best_of', { best_of: 3 }],
    ])('refuses what no chat can do, naming %s', async (param, body) => {
      const before = gateway.upstream(chat).received.length;

      const reply = await ask(body);

      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
      expect(gateway.upstream(chat).received).toHaveLength(before);
      expect(await gateway.quotaOf(user)).toBe(1_000_000);
    });

    it('an error after the first byte is told in the stream', async () => {
      const head = '{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0';
      gateway
        .upstream(chat)
        .streams([
          `data: ${head},"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}\n\n`,
          'data: {"error":{"message":"secret","type":"server_error"}}\n\n',
        ]);

      const text = await (await ask({ stream: true })).text();

      expect(text).toContain('"text":"Hi"');
      expect(text).toContain('"code":"upstream_error"');
      expect(text).not.toContain('secret');
    });
  });

  it('reach models that OpenAI offers by chat, not asked by completions', async () => {
    gateway.upstream(responses).plays('openai-chat/hello.json');
    expect(await (await ask({ model: 'gpt-4o' })).json()).toMatchObject({ choices: [{ text: 'Hello!' }] });
    expect(gateway.upstream(responses).received.at(-1)).toMatchObject({
      ...{ path: '/v1/chat/completions', body: { max_completion_tokens: 16 } },
    });
  });

  const said = (text: string): string =>
    text
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .flatMap((event) => (JSON.parse(event.slice(6)) as { choices: { text: string }[] }).choices)
      .map((choice) => choice.text)
      .join('');

  it.each([false, true])('reach Anthropic’s messages (streamed: %s)', async (stream) => {
    playsMessage(gateway.upstream(claude), 'anthropic-text');

    const text = await (await ask({ model: 'claude', stream, stop: ['END'], max_tokens: 30 })).text();

    expect(received(claude)).toMatchObject({
      ...{ messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }], max_tokens: 30 },
      stop_sequences: ['END'],
    });
    if (stream) assertCompletionStream(text);
    const answer = stream ? said(text) : (JSON.parse(text).choices[0].text as string);
    expect(answer.length).toBeGreaterThan(10);
    expect(await lastRow()).toMatchObject({
      metadata: { conversion: { from: 'openai-completions', to: 'anthropic-messages' } },
    });
  });

  it.each([false, true])('reach Gemini (streamed: %s)', async (stream) => {
    gemini.does((response) => {
      if (!stream) return sendGemini(response, 200, recordingOfGemini('google-text.json'));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(geminiEventsOf('google-text.chunks.txt').join(''));
    });

    const text = await (await ask({ model: 'gemini-2.5-flash', stream, n: 1, seed: 5 })).text();

    expect(gemini.received.at(-1)?.body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: { maxOutputTokens: 16, seed: 5 },
    });
    if (stream) assertCompletionStream(text);
    const answer = stream ? said(text) : (JSON.parse(text).choices[0].text as string);
    expect(answer.length).toBeGreaterThan(10);
  });

  it.each([false, true])(
    'reach OpenAI’s responses, without their thinking (streamed: %s)',
    async (stream) => {
      const whole = recordedResponse('openai-reasoning-encrypted-content.1');
      const [, , , events = []] = recordedResponses('openai-reasoning-encrypted-content.1');
      playResponses(gateway.upstream(responses), { whole, events });

      const text = await (await ask({ model: 'o3-pro', stream, max_tokens: 64 })).text();

      expect(received(responses)).toMatchObject({ max_output_tokens: 64 });
      if (stream) {
        assertCompletionStream(text);
        expect(said(text)).toBe('The final result is **570**.');
      } else expect(JSON.parse(text)).toMatchObject({ object: 'text_completion', choices: [{ index: 0 }] });
      expect(await lastRow()).toMatchObject({
        metadata: { conversion: { from: 'openai-completions', to: 'openai-responses' } },
      });
    },
  );
});
