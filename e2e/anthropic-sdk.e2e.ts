import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../server/test/support/fake-upstream.ts';
import {
  playsMessage,
  recordedEvents,
  recordedMessage,
} from '../server/test/upstreams/anthropic-messages-upstream.ts';
import { AnthropicSdkSite, failureOf, MODEL, say } from './support/anthropic-sdk-site.ts';
import { eventually } from './support/site.ts';

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
    let site: AnthropicSdkSite;
    let anthropic: Anthropic;
    beforeAll(async () => {
      site = await AnthropicSdkSite.start({ prefix });
    });
    afterAll(() => site.stop());
    beforeEach(() => {
      site.upstream.received.length = 0;
      playsMessage(site.upstream, 'anthropic-text');
      anthropic = site.client();
    });
    const answers = (message: object): void =>
      site.upstream.does((response) => sendJson(response, 200, JSON.stringify(message)));

    it('asks, whole', async () => {
      const message = await anthropic.messages.create(say);

      expect(message).toEqual(JSON.parse(recordedMessage('anthropic-text')));
      expect(message._request_id).toMatch(/\S{10,}/);
      expect(site.upstream.received).toMatchObject([{ path: '/v1/messages', body: say }]);
      const row = await eventually(async () =>
        (await site.root.callRows()).find(({ request_id }) => request_id === message._request_id),
      );
      expect(row).toMatchObject({ quota: 12 + 3 * 29, prompt_tokens: 12, completion_tokens: 29 });
    });

    it('asks with a bearer, and by the beta of the package with its features', async () => {
      const bearer = site.client({ apiKey: null, authToken: site.tokenKey });

      await bearer.beta.messages.create({
        ...{ ...say, betas: ['context-management-2025-06-27'] },
        context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      });

      expect(site.upstream.received[0]).toMatchObject({
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
      await site.assertStreams();
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
        site.upstream.does((response, { body }) => {
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
        if (stream) await site.assertStreams();
      },
    );

    it('puts the recorded input of a tool together', async () => {
      playsMessage(site.upstream, 'anthropic-json-tool.1');
      const { content } = await anthropic.messages.stream({ ...say, tools: [toolOf('json')] }).finalMessage();
      expect(content).toMatchObject([
        { type: 'tool_use', input: { elements: [{ location: 'San Francisco', temperature: 58 }] } },
      ]);
    });

    it('thinks, and sends what was thought back with the next turn', async () => {
      playsMessage(site.upstream, 'anthropic-clear-thinking.1');
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
      expect(site.upstream.received[1]?.body.messages).toEqual(JSON.parse(JSON.stringify(messages)));
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
      expect(site.upstream.received[0]?.body.messages).toEqual([{ role: 'user', content }]);
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
      expect(site.upstream.received[0]?.body.output_config).toEqual(output_config);
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
      playsMessage(site.upstream, 'anthropic-refusal');
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
      site.upstream.streams([...events.slice(0, 4), ...new Array(1000).fill(events[3])], { everyMs: 20 });

      // Reading a copy of the stream too would keep the connection open.
      const client = site.client({ fetch });
      const stream = await client.messages.create({ ...say, stream: true });
      for await (const { type } of stream) if (type === 'content_block_delta') break;
      stream.controller.abort();

      await site.upstream.received[0]?.left;
    });
  },
);
