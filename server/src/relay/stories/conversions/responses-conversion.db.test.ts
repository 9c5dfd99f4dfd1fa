import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertChatStream } from '../../../../test/grammars/openai-chat-grammar.ts';
import { assertResponseStream } from '../../../../test/grammars/openai-responses-grammar.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { framedEvents } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  playResponses,
  recordedResponse,
  recordedResponses,
} from '../../../../test/upstreams/openai-responses-upstream.ts';

type Json = Record<string, unknown>;

const BALANCE = 1_000_000;
const OPENAI = 1;
/** A model that OpenAI does not offer by chat. */
const BY_RESPONSES = 'o3-pro';
const [calculation = [], , , result = []] = recordedResponses('openai-reasoning-encrypted-content.1');
const whole = recordedResponse('openai-reasoning-encrypted-content.1');

describe.each(anyDatabase)('conversions of responses on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let user: SeededUser;
  let chatUpstream: { id: number };
  let responsesUpstream: { id: number };
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    for (const model of ['m', BY_RESPONSES]) await gateway.seed.price({ model, input: 1, output: 3 });
    chatUpstream = await gateway.seed.channel({ model: 'm' });
    responsesUpstream = await gateway.seed.channel({ model: BY_RESPONSES, type: OPENAI });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });
  beforeEach(async () => {
    user = await gateway.seed.user({ quota: BALANCE });
  });

  const received = (channel: { id: number }): Json => gateway.upstream(channel).received.at(-1)?.body ?? {};
  const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  describe('a caller of responses and an upstream of chat', () => {
    const ask = (body: object, headers = {}) => post('/v1/responses', { model: 'm', ...body }, headers);
    const weather = {
      ...{ type: 'function', name: 'get_weather', description: 'Of a city', strict: null },
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    };
    const time = { ...weather, name: 'get_time' };

    it('gets a whole answer as a response, with the usage that was charged', async () => {
      gateway.upstream(chatUpstream).plays('openai-chat/hello.json');

      const reply = await ask({
        input: 'Hi',
        instructions: 'Be kind.',
        max_output_tokens: 100,
        store: false,
      });

      expect(await reply.json()).toMatchObject({
        ...{ object: 'response', status: 'completed', error: null, incomplete_details: null },
        output: [
          {
            ...{ type: 'message', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text: 'Hello!', annotations: [] }],
          },
        ],
        usage: {
          ...{ input_tokens: 9, output_tokens: 2, total_tokens: 11 },
          input_tokens_details: { cached_tokens: 0 },
          output_tokens_details: { reasoning_tokens: 0 },
        },
      });
      expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
      expect(gateway.upstream(chatUpstream).received.at(-1)?.path).toBe('/v1/chat/completions');
      expect(received(chatUpstream)).toEqual({
        ...{ model: 'm', max_tokens: 100, store: false },
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      });
      expect(await lastRow()).toMatchObject({
        ...{ prompt_tokens: 9, completion_tokens: 2, quota: 9 + 2 * 3, ended_by: 'completed' },
        metadata: { conversion: { from: 'openai-responses', to: 'openai-chat' } },
      });
    });

    it('gets a stream in the order of OpenAI’s events, with the usage that it cannot ask for', async () => {
      gateway.upstream(chatUpstream).plays('openai-chat/hello.chunks.txt');

      const reply = await ask({ input: 'Hi', stream: true });
      const text = await reply.text();

      assertResponseStream(text);
      expect(reply.headers.get('content-type')).toContain('text/event-stream');
      expect(text).toContain('"delta":"Hello"');
      expect(text).toContain('"output_tokens":2');
      expect(received(chatUpstream)).toMatchObject({ stream_options: { include_usage: true } });
      expect(await lastRow()).toMatchObject({ quota: 9 + 2 * 3, is_stream: 1 });
    });

    it('calls tools in parallel, and gives their results in the next turn', async () => {
      gateway.upstream(chatUpstream).plays('openai-chat/tools.chunks.txt');
      const question = { role: 'user', content: 'Weather and time?' };
      const tools = [weather, time];

      const text = await (await ask({ input: [question], tools, stream: true })).text();
      assertResponseStream(text);
      const { response } = lastEventOf(text);
      const calls = (response.output as Json[]).filter(({ type }) => type === 'function_call');
      expect(calls).toMatchObject([
        { call_id: 'call_aA1', name: 'get_weather', arguments: '{"city":"Paris"}' },
        { call_id: 'call_bB2', name: 'get_time', arguments: '{"zone":"CET"}' },
      ]);

      gateway.upstream(chatUpstream).plays('openai-chat/hello.json');
      const outputs = calls.map(({ call_id }, at) => ({
        ...{ type: 'function_call_output', call_id, output: `result ${at}` },
      }));
      const second = await ask({
        ...{ input: [question, ...(response.output as Json[]), ...outputs], tools },
      });
      expect(second.status).toBe(200);
      expect(received(chatUpstream).messages).toEqual([
        question,
        {
          ...{ role: 'assistant', content: null },
          tool_calls: [
            {
              id: 'call_aA1',
              type: 'function',
              function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
            },
            { id: 'call_bB2', type: 'function', function: { name: 'get_time', arguments: '{"zone":"CET"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_aA1', content: 'result 0' },
        { role: 'tool', tool_call_id: 'call_bB2', content: 'result 1' },
      ]);
    });

    it.each([{ stream: false }, { stream: true }])(
      'calls a custom tool by its text, streamed: $stream',
      async ({ stream }) => {
        const patch = '*** Begin Patch\n"quoted"\n*** End Patch';
        const given = JSON.stringify({ input: patch });
        const call = { id: 'call_1', type: 'function', function: { name: 'apply_patch', arguments: given } };
        const halves = [given.slice(0, 20), given.slice(20)];
        const chunk = (delta: object, finish_reason: string | null = null) =>
          `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
        const part = (rest: object) => chunk({ tool_calls: [{ index: 0, ...rest }] });
        if (stream)
          gateway
            .upstream(chatUpstream)
            .streams([
              part({ ...call, function: { name: 'apply_patch', arguments: '' } }),
              ...halves.map((text) => part({ function: { arguments: text } })),
              chunk({}, 'tool_calls'),
              'data: [DONE]\n\n',
            ]);
        else
          gateway.upstream(chatUpstream).does((response) => {
            response.writeHead(200, { 'content-type': 'application/json' });
            const message = { role: 'assistant', content: null, tool_calls: [call] };
            response.end(
              JSON.stringify({ id: 'c', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }),
            );
          });
        const tools = [{ type: 'custom', name: 'apply_patch', description: 'Changes files' }];

        const reply = await ask({ input: 'Go', tools, stream });
        const text = await reply.text();
        if (stream) assertResponseStream(text);
        const { output } = stream ? lastEventOf(text).response : JSON.parse(text);

        expect(reply.headers.get('x-turnpike-conversion')).toBe('approximated=tools.apply_patch');
        expect(output).toMatchObject([
          { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch },
        ]);
        // The input is longer than the size that is copied byte by byte.
        gateway.upstream(chatUpstream).plays('openai-chat/hello.json');
        const long = `${patch}\n${'"line"\n'.repeat(500)}`;
        const result = { type: 'custom_tool_call_output', call_id: 'call_1', output: 'done' };
        await (
          await ask({
            input: [{ role: 'user', content: 'Go' }, { ...output[0], input: long }, result],
            tools,
          })
        ).text();
        const { messages } = received(chatUpstream) as { messages: { tool_calls: (typeof call)[] }[] };
        expect(JSON.parse(messages[1]?.tool_calls[0]?.function.arguments ?? '')).toEqual({ input: long });
      },
    );

    it('is told what could not be said, and refused where it would rather be', async () => {
      gateway.upstream(chatUpstream).plays('openai-chat/hello.json');
      const request = { input: 'Hi', tools: [{ type: 'web_search' }, weather], max_tool_calls: 3 };
      const reply = await ask(request);
      expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=max_tool_calls,tools.web_search');
      expect((await lastRow())?.metadata).toMatchObject({
        conversion: { fields: [{ field: 'max_tool_calls' }, { field: 'tools.web_search' }] },
      });

      const asked = gateway.upstream(chatUpstream).received.length;
      const strict = await ask(request, { 'x-turnpike-strict': 'true' });
      expect(strict.status).toBe(400);
      const forced = await ask({ ...request, tool_choice: { type: 'web_search' } });
      expect(await forced.json()).toMatchObject({ error: { param: 'tool_choice' } });
      expect(gateway.upstream(chatUpstream).received).toHaveLength(asked);
    });

    it.each([
      ['previous_response_id', 400],
      ['conversation', 404],
    ])('is refused what %s keeps elsewhere', async (name, status) => {
      const asked = gateway.upstream(chatUpstream).received.length;
      const reply = await ask({ input: 'Hi', [name]: 'id_1' });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ error: { param: name } });
      expect(gateway.upstream(chatUpstream).received).toHaveLength(asked);
      expect(await gateway.quotaOf(user)).toBe(BALANCE);
    });

    it('gets a failure in mid-stream as a failed response, and pays what has left', async () => {
      const [, first = ''] = framedEvents('openai-chat/hello.chunks.txt');
      gateway.upstream(chatUpstream).streams([first, 'data: {"error":{"message":"secret"}}\n\n']);
      const text = await (await ask({ input: 'Hi', stream: true })).text();
      assertResponseStream(text);
      expect(lastEventOf(text)).toMatchObject({
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'upstream_error' } },
      });
      expect(text).not.toContain('secret');
      const row = await lastRow();
      expect(row).toMatchObject({ ended_by: 'upstream', metadata: { estimated: true } });
      expect(row?.quota).toBeGreaterThan(0);
    });

    it('a picture of megabytes reaches the upstream byte by byte', async () => {
      gateway.upstream(chatUpstream).plays('openai-chat/hello.json');
      const url = `data:image/png;base64,${Buffer.alloc(2_000_000, 'picture').toString('base64')}`;
      const content = [{ type: 'input_image', image_url: url, detail: 'low' }];
      expect((await ask({ input: [{ role: 'user', content }] })).status).toBe(200);
      expect(received(chatUpstream).messages).toEqual([
        { role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'low' } }] },
      ]);
    });
  });

  describe('a caller of chat and an upstream of responses', () => {
    const ask = (body: object, headers = {}) =>
      post('/v1/chat/completions', { model: BY_RESPONSES, ...body }, headers);
    const messages = [{ role: 'user', content: 'Hi' }];
    const calculator = {
      ...{ name: 'calculator', description: 'Adds' },
      parameters: { type: 'object', properties: {} },
    };
    const tools = [{ type: 'function', function: calculator }];

    it('gets a whole answer as a completion, thinking beside it', async () => {
      playResponses(gateway.upstream(responsesUpstream), { whole, events: [] });

      const reply = await ask({
        messages: [{ role: 'developer', content: 'Be kind.' }, ...messages],
        ...{ max_completion_tokens: 50, reasoning_effort: 'high', seed: 5, user: 'ann' },
      });

      const completion = (await reply.json()) as Json;
      expect(completion).toMatchObject({
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 865, completion_tokens: 163 },
      });
      expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=seed');
      expect(received(responsesUpstream)).toEqual({
        ...{ model: BY_RESPONSES, instructions: 'Be kind.', max_output_tokens: 50, store: false },
        ...{ reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'] },
        ...{ safety_identifier: 'ann' },
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      });
      expect(await lastRow()).toMatchObject({
        quota: 865 + 3 * 163,
        metadata: { conversion: { from: 'openai-chat', to: 'openai-responses' } },
      });
    });

    it('gets a stream of chunks, and the usage that it asked for', async () => {
      playResponses(gateway.upstream(responsesUpstream), { whole, events: result });

      const reply = await ask({ messages, stream: true, stream_options: { include_usage: true } });
      const text = await reply.text();

      assertChatStream(text);
      expect(text).toContain('"prompt_tokens":299');
      expect(received(responsesUpstream)).not.toHaveProperty('stream_options');
      expect(await lastRow()).toMatchObject({ quota: 299 + 3 * 12, is_stream: 1, ended_by: 'completed' });
    });

    it('calls a tool over two turns, and its sealed thinking goes back', async () => {
      playResponses(gateway.upstream(responsesUpstream), { whole, events: calculation });
      const text = await (await ask({ messages, tools, stream: true })).text();
      assertChatStream(text);
      const deltas = text
        .split('\n\n')
        .filter((event) => event.startsWith('data: {'))
        .flatMap((event) => JSON.parse(event.slice(6)).choices.map(({ delta }: Json) => delta as Json));
      const reasoning_details = deltas.flatMap((delta) => (delta.reasoning_details ?? []) as Json[]);
      const id = deltas.flatMap((delta) => (delta.tool_calls ?? []) as Json[]).find((call) => call.id)?.id;
      expect(id).toBe('call_AB6AaRZ1FYZB2RwS6A5vbdqn');
      expect(new Set(reasoning_details.map(({ index }) => index))).toEqual(new Set([0]));
      expect(reasoning_details.filter(({ signature }) => signature !== undefined)).toHaveLength(1);
      expect(text).toContain('"finish_reason":"tool_calls"');

      playResponses(gateway.upstream(responsesUpstream), { whole, events: result });
      const assistant = {
        ...{ role: 'assistant', content: null, reasoning_details },
        tool_calls: [{ id, type: 'function', function: { name: 'calculator', arguments: '{"a":12}' } }],
      };
      const history = [...messages, assistant, { role: 'tool', tool_call_id: id, content: '19' }];
      const second = await ask({ messages: history, tools, stream: true });
      assertChatStream(await second.text());
      expect(received(responsesUpstream).input).toMatchObject([
        { role: 'user' },
        { type: 'reasoning', encrypted_content: expect.stringMatching(/^gAAAA/) },
        { type: 'function_call', call_id: id, name: 'calculator', arguments: '{"a":12}' },
        { type: 'function_call_output', call_id: id, output: '19' },
      ]);
    });

    it.each([
      { what: 'as a text', given: (input: object) => JSON.stringify(input) },
      { what: 'as an object', given: (input: object) => input },
    ])('gives the input of a call as it was, however long, $what', async ({ given }) => {
      playResponses(gateway.upstream(responsesUpstream), { whole, events: [] });
      const input = { path: 'a.ts', content: '"quoted"\nline\n'.repeat(300) };
      const patch = '*** Begin\n"quoted"\n'.repeat(300);
      const call = (id: string, rest: object) => ({ id, ...rest });
      const tool_calls = [
        call('c1', { type: 'function', function: { name: 'write', arguments: given(input) } }),
        call('c2', { type: 'custom', custom: { name: 'patch', input: patch } }),
      ];
      const results = ['c1', 'c2'].map((tool_call_id) => ({ role: 'tool', tool_call_id, content: 'done' }));
      const assistant = { role: 'assistant', content: null, tool_calls };
      const reply = await ask({ messages: [...messages, assistant, ...results] });
      expect(reply.status).toBe(200);
      const [, first, second, ...outputs] = received(responsesUpstream).input as Json[];
      expect(JSON.parse(String(first?.arguments))).toEqual(input);
      expect(second).toMatchObject({ type: 'custom_tool_call', input: patch });
      expect(outputs.map(({ type }) => type)).toEqual(['function_call_output', 'custom_tool_call_output']);
    });

    it('gets a refusal of its request as chat tells it', async () => {
      const message = "Invalid 'max_output_tokens': integer above maximum value.";
      gateway
        .upstream(responsesUpstream)
        .answers(400, { message, type: 'invalid_request_error', code: null });
      const reply = await ask({ messages, max_tokens: 5 });
      expect(reply.status).toBe(400);
      expect(await reply.text()).toContain('max_output_tokens');
    });

    it('gets an error in mid-stream as chat tells it', async () => {
      playResponses(gateway.upstream(responsesUpstream), { whole, events: result.slice(0, 8) });
      const text = await (await ask({ messages, stream: true })).text();
      expect(text).toContain('data: {"error":');
      expect(text).not.toContain('[DONE]');
      expect(await lastRow()).toMatchObject({ ended_by: 'upstream' });
    });
  });
});

function lastEventOf(stream: string): Json & { response: Json } {
  const event = stream.trimEnd().split('\n\n').at(-1) ?? '';
  return JSON.parse(event.slice(event.indexOf('data: ') + 6));
}
