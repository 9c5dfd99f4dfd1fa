import Anthropic, { type APIError } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertMessageStream } from '../server/test/grammars/anthropic-messages-grammar.ts';
import { type FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import {
  framedEvent,
  playsMessage,
  recordedEvents,
  recordedMessage,
  refusesMessage,
  startAnthropicUpstream,
} from '../server/test/upstreams/anthropic-messages-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const MODEL = 'claude-1';
const say = { model: MODEL, max_tokens: 64, messages: [{ role: 'user' as const, content: 'Say hello' }] };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** A message of the vendor, with these blocks. */
const messageOf = (content: object[], members: object = {}) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, content },
  ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 9, output_tokens: 2 } },
  ...members,
});
const toolUse = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const toolOf = (name: string) => ({ name, input_schema: { type: 'object' as const, properties: {} } });

describe.each([{ prefix: '' }, { prefix: '/claude' }, { prefix: '/anthropic' }])(
  'the package @anthropic-ai/sdk at "$prefix"',
  ({ prefix }) => {
    let turnpike: TurnpikeProcess;
    let root: Visitor;
    let upstream: FakeUpstream;
    let tokenKey: string;
    let anthropic: Anthropic;
    /** Requests that the package sent, its own repetitions among them. */
    let sent = 0;
    /** Streams as they reached the package. */
    let streams: Promise<string>[] = [];

    beforeAll(async () => {
      ({ turnpike, root } = await startSite({ env: { TURNPIKE_BODY_LIMIT: '100000' } }));
      upstream = await startAnthropicUpstream();
      await root.createChannel({
        type: 14,
        base_url: upstream.url,
        models: `${MODEL},mute`,
        disabled_stream: ['mute'],
      });
      await root.createPrice(MODEL, 1, 3);
      await root.createPrice('mute', 1, 3);
      tokenKey = (await root.createToken()).key;
    });
    afterAll(async () => {
      await turnpike.stop();
      await upstream.stop();
    });
    beforeEach(() => {
      upstream.received.length = 0;
      playsMessage(upstream, 'anthropic-text');
      anthropic = clientWith({ apiKey: tokenKey });
    });

    const clientWith = (options: ConstructorParameters<typeof Anthropic>[0]) => {
      sent = 0;
      streams = [];
      return new Anthropic({
        baseURL: turnpike.url + prefix,
        authToken: null,
        fetch: async (...call) => {
          sent += 1;
          const reply = await fetch(...call);
          if (reply.headers.get('content-type')?.startsWith('text/event-stream'))
            streams.push(
              reply
                .clone()
                .text()
                .catch(() => ''),
            );
          return reply;
        },
        ...options,
      });
    };
    const assertStreams = async (): Promise<void> => {
      expect(streams).not.toHaveLength(0);
      for (const stream of streams) assertMessageStream(await stream);
    };
    const answers = (message: object): void =>
      upstream.does((response) => sendJson(response, 200, JSON.stringify(message)));

    const failureOf = (call: PromiseLike<unknown>): Promise<APIError> =>
      Promise.resolve(call).then(
        () => {
          throw new Error('it succeeded');
        },
        (error: APIError) => error,
      );

    it('asks, whole', async () => {
      const message = await anthropic.messages.create(say);

      expect(message).toEqual(JSON.parse(recordedMessage('anthropic-text')));
      expect(message._request_id).toMatch(/\S{10,}/);
      expect(upstream.received).toMatchObject([{ path: '/v1/messages', body: say }]);
      const row = await eventually(async () =>
        (await root.callRows()).find(({ request_id }) => request_id === message._request_id),
      );
      expect(row).toMatchObject({ quota: 12 + 3 * 29, prompt_tokens: 12, completion_tokens: 29 });
    });

    it('asks with a bearer, and by the beta of the package with its features', async () => {
      const bearer = clientWith({ apiKey: null, authToken: tokenKey });

      await bearer.beta.messages.create({
        ...{ ...say, betas: ['context-management-2025-06-27'] },
        context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      });

      expect(upstream.received[0]).toMatchObject({
        headers: { 'anthropic-beta': 'context-management-2025-06-27', 'anthropic-version': '2026-10-21' },
        body: { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } },
      });
    });

    it('asks, streamed', async () => {
      const types: string[] = [];
      for await (const { type } of await anthropic.messages.create({ ...say, stream: true }))
        types.push(type);
      const message = await anthropic.messages.stream(say).finalMessage();

      const recorded = recordedEvents('anthropic-text').map((event) => event.slice(7, event.indexOf('\n')));
      expect(types).toEqual(recorded.filter((type) => type !== 'ping'));
      expect(message.content).toMatchObject([{ type: 'text', text: expect.stringContaining('doing well') }]);
      expect(message).toMatchObject({
        stop_reason: 'end_turn',
        usage: { input_tokens: 12, output_tokens: 30 },
      });
      await assertStreams();
    });

    it.each([false, true])(
      'calls tools, several at once, and tells their results; streamed: %s',
      async (stream) => {
        const calls = [
          toolUse('toolu_a', 'get_weather', { city: 'Paris' }),
          toolUse('toolu_b', 'get_time', {}),
        ];
        const first = messageOf([{ type: 'text', text: 'Let me see.' }, ...calls], {
          stop_reason: 'tool_use',
        });
        upstream.does((response, { body }) => {
          const isFirst = (body.messages as unknown[]).length === 1;
          sendJson(
            response,
            200,
            JSON.stringify(isFirst ? first : messageOf([{ type: 'text', text: '12 °C.' }])),
          );
        });
        const tools = [toolOf('get_weather'), toolOf('get_time')];
        const ask = (messages: Anthropic.MessageParam[]) =>
          stream
            ? anthropic.messages.stream({ ...say, tools, messages }).finalMessage()
            : anthropic.messages.create({ ...say, tools, messages });

        const called = await ask(say.messages);
        const told = await ask([
          ...say.messages,
          { role: 'assistant', content: called.content },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'toolu_a', content: '12 °C' },
              { type: 'tool_result', tool_use_id: 'toolu_b', content: [{ type: 'text', text: 'noon' }] },
            ],
          },
        ]);

        expect(called).toMatchObject({ stop_reason: 'tool_use', content: first.content });
        expect(told.content).toMatchObject([{ type: 'text', text: '12 °C.' }]);
        if (stream) await assertStreams();
      },
    );

    it('puts the recorded input of a tool together', async () => {
      playsMessage(upstream, 'anthropic-json-tool.1');
      const { content } = await anthropic.messages.stream({ ...say, tools: [toolOf('json')] }).finalMessage();
      expect(content).toMatchObject([
        { type: 'tool_use', input: { elements: [{ location: 'San Francisco', temperature: 58 }] } },
      ]);
    });

    it('thinks, and sends what was thought back with the next turn', async () => {
      playsMessage(upstream, 'anthropic-clear-thinking.1');
      const thinking = { type: 'enabled' as const, budget_tokens: 1024 };
      const asked = { ...say, max_tokens: 2048, thinking };

      const first = await anthropic.messages.stream(asked).finalMessage();
      const messages = [
        ...say.messages,
        { role: 'assistant' as const, content: first.content },
        { role: 'user' as const, content: 'And again?' },
      ];
      const second = await anthropic.messages.create({ ...asked, messages });

      expect(first.content).toMatchObject([
        { type: 'thinking', signature: expect.stringMatching(/^EvQB/) },
        { type: 'text', text: '925 ÷ 5 = 185' },
      ]);
      expect(second.content[0]).toMatchObject({
        type: 'thinking',
        signature: expect.stringMatching(/^Er4B/),
      });
      expect(upstream.received[1]?.body.messages).toEqual(JSON.parse(JSON.stringify(messages)));
    });

    it('sends pictures and documents', async () => {
      const picture = {
        type: 'image' as const,
        source: { type: 'base64' as const, media_type: 'image/png' as const, data: PNG },
      };
      const content: Anthropic.ContentBlockParam[] = [
        picture,
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' } },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'Words' },
          citations: { enabled: true },
        },
        { type: 'document', source: { type: 'content', content: [picture] } },
        { type: 'text', text: 'What is this?' },
      ];

      expect(
        (await anthropic.messages.create({ ...say, messages: [{ role: 'user', content }] })).content,
      ).toHaveLength(1);
      expect(upstream.received[0]?.body.messages).toEqual([{ role: 'user', content }]);
    });

    it('asks for an answer of a schema', async () => {
      answers(messageOf([{ type: 'text', text: '{"city":"Paris"}' }]));
      const schema = {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      };
      const output_config = { format: { type: 'json_schema' as const, schema } };

      const { content } = await anthropic.messages.create({ ...say, output_config });

      expect(content).toMatchObject([{ text: '{"city":"Paris"}' }]);
      expect(upstream.received[0]?.body.output_config).toEqual(output_config);
    });

    it.each([
      { stop_reason: 'end_turn', stop_sequence: null },
      { stop_reason: 'max_tokens', stop_sequence: null },
      { stop_reason: 'stop_sequence', stop_sequence: 'END' },
      { stop_reason: 'pause_turn', stop_sequence: null },
      { stop_reason: 'model_context_window_exceeded', stop_sequence: null },
    ])('reads why an answer stopped: $stop_reason', async (stop) => {
      answers(messageOf([{ type: 'text', text: 'Hi' }], stop));
      expect(await anthropic.messages.create(say)).toMatchObject(stop);
      expect(await anthropic.messages.stream(say).finalMessage()).toMatchObject(stop);
    });

    it('reads a refusal with its details', async () => {
      playsMessage(upstream, 'anthropic-refusal');
      const refusal = { stop_reason: 'refusal', stop_details: { category: 'cyber' }, content: [] };
      expect(await anthropic.messages.create(say)).toMatchObject(refusal);
      expect(await anthropic.messages.stream(say).finalMessage()).toMatchObject(refusal);
    });

    it('lists the models page by page, and reads one', async () => {
      const ids: string[] = [];
      for await (const { id } of anthropic.models.list({ limit: 1 })) ids.push(id);

      expect(ids).toEqual([MODEL, 'mute']);
      expect(await anthropic.models.retrieve(MODEL)).toMatchObject({
        type: 'model',
        id: MODEL,
        display_name: MODEL,
      });
      expect(await failureOf(anthropic.models.retrieve('nothing'))).toBeInstanceOf(Anthropic.NotFoundError);
    });

    it('aborts a stream, and the upstream sees its connection close', async () => {
      const events = recordedEvents('anthropic-text');
      upstream.streams([...events.slice(0, 4), ...new Array(1000).fill(events[3])], { everyMs: 20 });

      // Who also reads a copy of the stream would keep its connection.
      const client = clientWith({ apiKey: tokenKey, fetch });
      const stream = await client.messages.create({ ...say, stream: true });
      for await (const { type } of stream) if (type === 'content_block_delta') break;
      stream.controller.abort();

      await upstream.received[0]?.left;
    });

    describe('errors', () => {
      const expectError = (error: APIError, type: string): void => {
        expect(error.type).toBe(type);
        expect(error.requestID).toMatch(/\S{10,}/);
        expect(error.error).toMatchObject({ type: 'error', request_id: error.requestID });
      };

      it('a wrong key: AuthenticationError', async () => {
        const error = await failureOf(clientWith({ apiKey: 'sk-wrong' }).messages.create(say));
        expect(error).toBeInstanceOf(Anthropic.AuthenticationError);
        expectError(error, 'authentication_error');
      });

      it('a disabled key: PermissionDeniedError', async () => {
        const { id, key } = await root.createToken();
        await root.call('PUT', '/api/token/?status_only=true', { id, status: 2 });
        const error = await failureOf(clientWith({ apiKey: key }).messages.create(say));
        expect(error).toBeInstanceOf(Anthropic.PermissionDeniedError);
        expectError(error, 'permission_error');
      });

      it('an exhausted key: 402, which the package does not try again', async () => {
        const { key } = await root.createToken({ quota: 1 });
        const error = await failureOf(clientWith({ apiKey: key }).messages.create(say));
        expect(error.status).toBe(402);
        expectError(error, 'billing_error');
        expect(sent).toBe(1);
      });

      it('an unknown model: NotFoundError', async () => {
        const error = await failureOf(anthropic.messages.create({ ...say, model: 'nothing' }));
        expect(error).toBeInstanceOf(Anthropic.NotFoundError);
        expectError(error, 'not_found_error');
      });

      it('a body without limit: BadRequestError', async () => {
        const error = await failureOf(anthropic.messages.create({ ...say, max_tokens: undefined as never }));
        expect(error).toBeInstanceOf(Anthropic.BadRequestError);
        expectError(error, 'invalid_request_error');
        expect(error.message).toContain('max_tokens');
      });

      it('a body that is too large: 413', async () => {
        const error = await failureOf(anthropic.messages.create({ ...say, system: 'x'.repeat(150_000) }));
        expect(error.status).toBe(413);
        expectError(error, 'request_too_large');
      });

      it('no channel that can serve: 529', async () => {
        const client = clientWith({ apiKey: tokenKey, maxRetries: 0 });
        const error = await failureOf(client.messages.create({ ...say, model: 'mute', stream: true }));
        expect(error).toBeInstanceOf(Anthropic.InternalServerError);
        expect(error.status).toBe(529);
        expectError(error, 'overloaded_error');
      });

      it.each([
        { given: 400, type: 'invalid_request_error', status: 400 },
        { given: 413, type: 'request_too_large', status: 413 },
        { given: 429, type: 'rate_limit_error', status: 429 },
        { given: 500, type: 'api_error', status: 502 },
        { given: 504, type: 'timeout_error', status: 504 },
        { given: 529, type: 'overloaded_error', status: 529 },
      ])('an upstream that answers $given: $status', async ({ given, type, status }) => {
        refusesMessage(upstream, given, { type, message: 'at fault' });
        const client = clientWith({ apiKey: tokenKey, maxRetries: 0 });
        const error = await failureOf(client.messages.create(say));
        expect(error.status).toBe(status);
        expectError(error, type);
        expect(error.message.includes('at fault')).toBe(given === 400);
      });

      it('a prompt that is too long says so', async () => {
        const message = 'prompt is too long: 208310 tokens > 200000 maximum';
        refusesMessage(upstream, 400, { type: 'invalid_request_error', message });
        const error = await failureOf(anthropic.messages.create(say));
        expect(error).toBeInstanceOf(Anthropic.BadRequestError);
        expect(error.message).toContain(message);
      });

      it('an upstream that fails inside a stream: APIError while reading', async () => {
        const events = recordedEvents('anthropic-text').slice(0, 4);
        const failure = { type: 'error', error: { type: 'overloaded_error', message: 'secret' } };
        upstream.streams([...events, framedEvent(JSON.stringify(failure))]);

        const texts: string[] = [];
        const error = await failureOf(
          (async () => {
            for await (const event of await anthropic.messages.create({ ...say, stream: true }))
              if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
                texts.push(event.delta.text);
          })(),
        );

        expect(texts).toEqual(['Hello']);
        expect(error).toBeInstanceOf(Anthropic.APIError);
        expectError(error, 'api_error');
        expect(error.message).not.toContain('secret');
        await assertStreams();
      });
    });
  },
);
