import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../../test/grammars/anthropic-messages-grammar.ts';
import {
  assertGeminiStream,
  checkGeminiEvents,
  readGeminiArray,
  readGeminiSse,
} from '../../../../test/grammars/gemini-grammar.ts';
import { assertChatStream } from '../../../../test/grammars/openai-chat-grammar.ts';
import { framedEvents } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  framedEvent,
  playsMessage,
  refusesMessage,
} from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import {
  GeminiUpstream,
  geminiEvent,
  geminiEventsOf,
  recordingOfGemini,
} from '../../../../test/upstreams/gemini-upstream.ts';
import { FOREIGN_CALL } from '../../../dialects/gemini/gemini-seals.ts';

const BALANCE = 1_000_000;
const GEMINI = 25;
const ANTHROPIC = 14;
const CUSTOM = 8;
const NEWEST = 'gemini-3-pro-preview';
const STREAM = 'streamGenerateContent?alt=sse';

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const declared = {
  name: 'weather',
  description: 'Of a city',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
};
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const messagesRequest = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };

interface Content {
  role: string;
  parts: Record<string, unknown>[];
}

let gateway: TestGateway;
let user: SeededUser;

beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: BALANCE });
  for (const model of ['m', NEWEST]) await gateway.seed.price({ model, input: 1, output: 3 });
});
afterEach(() => gateway.stop());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': user.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const asGemini = (body: object, verb = 'generateContent', headers: Record<string, string> = {}) =>
  post(`/v1beta/models/m:${verb}`, body, headers);
const asChat = (body: object, headers: Record<string, string> = {}) =>
  post('/v1/chat/completions', body, { authorization: `Bearer ${user.token}`, ...headers });
const asMessages = (body: object, headers: Record<string, string> = {}) =>
  post('/v1/messages', body, headers);
const lastRow = async () => (await gateway.logRowsOf(user)).at(-1);

/** The contents of a stream's events, as Google's own package keeps them. */
const contentsOf = (stream: string): Content[] =>
  readGeminiSse(stream).flatMap((event) =>
    ((event as { candidates?: { content: Content }[] }).candidates ?? []).map(({ content }) => content),
  );
const partsOf = (contents: readonly Content[]) => contents.flatMap(({ parts }) => parts);

describe('a caller of Gemini and an upstream of chat', () => {
  let channel: { id: number };
  beforeEach(async () => {
    channel = await gateway.seed.channel({ model: 'm', type: CUSTOM });
  });
  const received = () => gateway.upstream(channel).received.at(-1)?.body;

  it('gets a whole answer as Google tells it, with the usage that was charged', async () => {
    const reply = await asGemini({
      ...hello,
      system_instruction: { parts: [{ text: 'Be kind.' }] },
      generationConfig: { maxOutputTokens: 50, stopSequences: ['END'], seed: 3 },
    });

    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Hello!' }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 },
    });
    expect(received()).toMatchObject({
      ...{ model: 'm', max_tokens: 50, stop: ['END'], seed: 3 },
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    expect(reply.headers.get('x-turnpike-conversion')).toBeNull();
    expect(await gateway.quotaOf(user)).toBe(BALANCE - (9 + 2 * 3));
    expect(await lastRow()).toMatchObject({
      ...{ prompt_tokens: 9, completion_tokens: 2, ended_by: 'completed' },
      metadata: { conversion: { from: 'gemini', to: 'openai-chat' } },
    });
  });

  it('gets a stream as events, or as a list where it does not ask for them', async () => {
    gateway.upstream(channel).plays('openai-chat/hello.chunks.txt');
    const events = await asGemini(hello, STREAM);
    const text = await events.text();
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    assertGeminiStream(text);
    expect(
      partsOf(contentsOf(text))
        .map((part) => part.text)
        .join(''),
    ).toBe('Hello!');
    expect(readGeminiSse(text).at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2 },
    });
    expect(received()).toMatchObject({ stream: true, stream_options: { include_usage: true } });

    const list = await asGemini(hello, 'streamGenerateContent');
    expect(list.headers.get('content-type')).toContain('application/json');
    expect(checkGeminiEvents(readGeminiArray(await list.text()))).toBe('finished');
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 2 * (9 + 2 * 3));
  });

  it('calls tools over two turns, without an id of its own', async () => {
    gateway.upstream(channel).plays('openai-chat/tools.chunks.txt');
    const tools = [{ functionDeclarations: [declared] }];
    const text = await (await asGemini({ ...hello, tools }, STREAM)).text();
    assertGeminiStream(text);
    expect(received()?.tools).toEqual([
      { type: 'function', function: { name: 'weather', description: 'Of a city', parameters: city } },
    ]);
    const calls = partsOf(contentsOf(text)).flatMap((part) =>
      part.functionCall === undefined
        ? []
        : [part.functionCall as { id: string; name: string; args: object }],
    );
    expect(calls.length).toBeGreaterThan(0);

    gateway.upstream(channel).plays('openai-chat/hello.json');
    const second = await asGemini({
      tools,
      contents: [
        ...hello.contents,
        { role: 'model', parts: calls.map(({ name, args }) => ({ functionCall: { name, args } })) },
        {
          role: 'user',
          parts: calls.map(({ name }) => ({ functionResponse: { name, response: { output: 'Sunny' } } })),
        },
      ],
    });
    expect(second.status).toBe(200);
    const [, assistant, ...results] = (received()?.messages ?? []) as {
      tool_calls: { id: string; function: { name: string; arguments: string } }[];
    }[];
    expect(
      assistant?.tool_calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)]),
    ).toEqual(calls.map(({ name, args }) => [name, args]));
    expect(results).toEqual(
      assistant?.tool_calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'Sunny' })),
    );
  });

  it('is told what could not be said, and refused where it would rather be', async () => {
    const request = {
      ...hello,
      generationConfig: { topK: 5, thinkingConfig: { thinkingBudget: 1024 } },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      tools: [{ googleSearch: {} }],
    };
    const reply = await asGemini(request);
    expect(reply.headers.get('x-turnpike-conversion')).toBe(
      'dropped=safetySettings,tools.googleSearch,top_k; approximated=thinking',
    );
    const asked = gateway.upstream(channel).received.length;
    const strict = await asGemini(request, 'generateContent', { 'x-turnpike-strict': 'true' });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
    expect(gateway.upstream(channel).received).toHaveLength(asked);
  });

  it('gets an upstream’s error in Google’s envelope, before an answer and within it', async () => {
    gateway.upstream(channel).answers(429, { message: 'slow down', code: 'rate_limit_exceeded' });
    const refused = await asGemini(hello);
    expect(await refused.json()).toMatchObject({
      error: { code: refused.status, status: expect.any(String) },
    });
    expect(refused.status).toBeGreaterThanOrEqual(429);
  });

  it.each([STREAM, 'streamGenerateContent'])(
    'gets an error in mid-stream as its last event by %s',
    async (verb) => {
      const [first = ''] = framedEvents('openai-chat/hello.chunks.txt').slice(1);
      gateway.upstream(channel).streams([first, 'data: {"error":{"message":"secret"}}\n\n']);
      const text = await (await asGemini(hello, verb)).text();
      expect(checkGeminiEvents(verb === STREAM ? readGeminiSse(text) : readGeminiArray(text))).toBe('failed');
      expect(text).not.toContain('secret');
      expect(await lastRow()).toMatchObject({ ended_by: 'upstream' });
    },
  );

  it('several answers come as candidates', async () => {
    const choice = (index: number) => ({
      index,
      message: { role: 'assistant', content: `Hi ${index}` },
      finish_reason: 'stop',
    });
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'a', choices: [choice(0), choice(1)] }));
    });
    const reply = await asGemini({ ...hello, generationConfig: { candidateCount: 2 } });
    expect(await reply.json()).toMatchObject({
      candidates: [
        { content: { parts: [{ text: 'Hi 0' }] } },
        { index: 1, content: { parts: [{ text: 'Hi 1' }] } },
      ],
    });
    expect(received()?.n).toBe(2);
  });

  it('a picture of megabytes reaches the upstream byte by byte', async () => {
    const data = Buffer.alloc(3_000_000, 'picture').toString('base64');
    const parts = [{ inline_data: { mime_type: 'image/png', data } }];
    expect((await asGemini({ contents: [{ role: 'user', parts }] })).status).toBe(200);
    expect(received()?.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }] },
    ]);
  });
});

describe('a caller of Gemini and an upstream of Anthropic’s messages', () => {
  let channel: { id: number };
  beforeEach(async () => {
    channel = await gateway.seed.channel({ model: 'm', type: ANTHROPIC });
  });
  const upstream = () => gateway.upstream(channel);
  const received = () => upstream().received.at(-1)?.body as Record<string, unknown>;

  it('gets a whole answer and a stream as Google tells them', async () => {
    const whole = await asGemini({ ...hello, generationConfig: { maxOutputTokens: 50 } });
    const answer = (await whole.json()) as { candidates: { content: Content }[] };
    expect(answer).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
    expect(received()).toEqual({
      ...{ model: 'm', max_tokens: 50 },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
    const text = await (await asGemini(hello, STREAM)).text();
    assertGeminiStream(text);
    expect(readGeminiSse(text).at(-1)).toMatchObject({
      usageMetadata: { promptTokenCount: expect.any(Number) },
    });
    expect(await lastRow()).toMatchObject({ ended_by: 'completed', is_stream: 1 });
  });

  it('gives thinking and a call back as they came in a stream, proof and all', async () => {
    const start = {
      type: 'message_start',
      message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9, output_tokens: 1 } },
    };
    const block = (index: number, content_block: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
    const proof = 'c2lnbmF0dXJl'.repeat(200);
    upstream().streams(
      [
        start,
        ...block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'Let me ' },
          { type: 'thinking_delta', thinking: 'see' },
          { type: 'signature_delta', signature: proof },
        ),
        ...block(
          1,
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
          { type: 'input_json_delta', partial_json: '{"city":' },
          { type: 'input_json_delta', partial_json: '"Bern"}' },
        ),
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
        { type: 'message_stop' },
      ].map((event) => framedEvent(JSON.stringify(event))),
    );
    const request = {
      ...{ tools: [{ functionDeclarations: [declared] }] },
      generationConfig: {
        maxOutputTokens: 5_000,
        thinkingConfig: { thinkingBudget: 2_000, includeThoughts: true },
      },
    };
    const text = await (await asGemini({ ...request, ...hello }, STREAM)).text();
    assertGeminiStream(text);
    const model = contentsOf(text);
    expect(partsOf(model)).toContainEqual({
      functionCall: { id: 'toolu_1', name: 'weather', args: { city: 'Bern' } },
      thoughtSignature: FOREIGN_CALL,
    });

    playsMessage(upstream(), 'anthropic-text');
    const result = { functionResponse: { name: 'weather', response: { output: 'Sunny' } } };
    const second = await asGemini({
      ...request,
      contents: [...hello.contents, ...model, { role: 'user', parts: [result] }],
    });
    expect(second.status).toBe(200);
    expect(second.headers.get('x-turnpike-conversion')).toBeNull();
    expect(received()).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      messages: [
        {},
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Let me see', signature: proof },
            { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bern' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
      ],
    });
  });

  it('gets an upstream’s error in Google’s envelope', async () => {
    refusesMessage(upstream(), 400, { type: 'invalid_request_error', message: 'prompt is too long: 9 > 5' });
    const refused = await asGemini(hello);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  });
});

describe('callers of other dialects and an upstream of Gemini', () => {
  let upstream: GeminiUpstream;
  beforeEach(async () => {
    upstream = await GeminiUpstream.start();
    await gateway.seed.channel({ model: `m,${NEWEST}`, type: GEMINI, baseUrl: upstream.url });
  });
  afterEach(() => upstream.stop());
  const received = () => upstream.received.at(-1);

  it('chat gets a whole answer as a completion', async () => {
    const reply = await asChat({
      ...chatRequest,
      messages: [{ role: 'developer', content: 'Be kind.' }, ...chatRequest.messages],
      ...{ seed: 5, max_completion_tokens: 50, user: 'ann', n: 1 },
    });
    expect(await reply.json()).toMatchObject({
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 9 },
    });
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=user');
    expect(received()).toMatchObject({
      url: '/v1beta/models/m:generateContent',
      body: {
        systemInstruction: { parts: [{ text: 'Be kind.' }] },
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { maxOutputTokens: 50, seed: 5 },
      },
    });
    const row = await lastRow();
    expect(row).toMatchObject({ ended_by: 'completed', metadata: { conversion: { to: 'gemini' } } });
    expect(await gateway.quotaOf(user)).toBe(BALANCE - (row?.quota ?? 0));
  });

  it.each([
    ...['google-text', 'google-reasoning-gemini3', 'google-tool-call', 'google-stream-no-args-tool-call'],
    'vertex-count',
  ])('%s is a stream of chunks and of messages, which end though Google says no end', async (name) => {
    upstream.streams(geminiEventsOf(`${name}.chunks.txt`));
    const chunks = await asChat({ ...chatRequest, stream: true, stream_options: { include_usage: true } });
    const text = await chunks.text();
    assertChatStream(text);
    expect(text).toMatch(/"prompt_tokens":\d+/);
    expect(received()?.url).toBe('/v1beta/models/m:streamGenerateContent?alt=sse');
    expect(await lastRow()).toMatchObject({ ended_by: 'completed', is_stream: 1 });
    assertMessageStream(await (await asMessages({ ...messagesRequest, stream: true })).text());
    expect(await lastRow()).toMatchObject({ ended_by: 'completed' });
  });

  it('a stream whose last event lacks its blank line is whole, one without a finish reason is not', async () => {
    const events = geminiEventsOf('google-text.chunks.txt');
    upstream.streams([...events.slice(0, -1), events.at(-1)?.trimEnd() ?? '']);
    assertChatStream(await (await asChat({ ...chatRequest, stream: true })).text());
    upstream.streams(events.slice(0, -1));
    const cut = await (await asChat({ ...chatRequest, stream: true })).text();
    expect(cut).toContain('data: {"error":');
    expect(cut).not.toContain('[DONE]');
    expect(await lastRow()).toMatchObject({ ended_by: 'upstream' });
  });

  it('a whole answer to a stream is played as one', async () => {
    upstream.says(recordingOfGemini('google-text.json'));
    assertChatStream(await (await asChat({ ...chatRequest, stream: true })).text());
  });

  it('chat calls tools over two turns, with the proof that Gemini 3 wants', async () => {
    upstream.says(recordingOfGemini('google-tool-call.json'));
    const tools = [{ type: 'function', function: { name: 'weather', parameters: city } }];
    const request = { ...chatRequest, model: NEWEST, tools, tool_choice: 'required' };
    const reply = await asChat(request);
    const { choices } = (await reply.json()) as {
      choices: { message: { tool_calls: { id: string }[] }; finish_reason: string }[];
    };
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    expect(received()?.body).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: city }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    });

    upstream.says(recordingOfGemini('google-text.json'));
    const message = choices[0]?.message;
    const result = { role: 'tool', tool_call_id: message?.tool_calls[0]?.id, content: 'Sunny' };
    const second = await asChat({ ...request, messages: [...chatRequest.messages, message, result] });
    expect(second.status).toBe(200);
    expect(second.headers.get('x-turnpike-conversion')).toBeNull();
    // A client that drops what it does not know.
    const plain = JSON.parse(
      JSON.stringify(message, (name, value) => (/^(extra|reasoning)_/.test(name) ? undefined : value)),
    );
    const third = await asChat({ ...request, messages: [...chatRequest.messages, plain, result] });
    expect(third.status).toBe(200);
    expect(third.headers.get('x-turnpike-conversion')).toBe('added=messages.thinking');
    // A call that nobody knows.
    const foreign = JSON.parse(
      JSON.stringify([plain, result]).replaceAll(result.tool_call_id ?? '', 'call_9'),
    );
    const fourth = await asChat({ ...request, messages: [...chatRequest.messages, ...foreign] });
    expect(fourth.headers.get('x-turnpike-conversion')).toBe('added=thought_signature');
    const signatures = upstream.received.slice(1).map(({ body }) => {
      const [, model] = body.contents as Content[];
      return model?.parts[0]?.thoughtSignature;
    });
    const recorded = JSON.parse(recordingOfGemini('google-tool-call.json'));
    const { thoughtSignature } = recorded.candidates[0].content.parts[0];
    expect(signatures).toEqual([thoughtSignature, thoughtSignature, 'skip_thought_signature_validator']);
    expect(upstream.refused).toEqual([]);
  });

  it('messages call tools over two turns in streams, with the proof that Gemini 3 wants', async () => {
    upstream.streams(geminiEventsOf('google-tool-call.chunks.txt'));
    const tools = [{ name: 'weather', input_schema: city }];
    const request = { ...messagesRequest, model: NEWEST, tools };
    const text = await (await asMessages({ ...request, stream: true })).text();
    assertMessageStream(text);
    expect(text).toContain('"stop_reason":"tool_use"');
    const textAt = (pattern: RegExp): string => JSON.parse(pattern.exec(text)?.[1] ?? '""') as string;
    const signature = textAt(/"signature_delta","signature":("[^"]+")/);
    const id = textAt(/"type":"tool_use","id":("[^"]+")/);

    upstream.says(recordingOfGemini('google-text.json'));
    const second = await asMessages({
      ...request,
      messages: [
        ...messagesRequest.messages,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: '', signature },
            { type: 'tool_use', id, name: 'weather', input: { location: 'San Francisco' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Sunny' }] },
      ],
    });
    expect(second.status).toBe(200);
    expect(await second.json()).toMatchObject({ type: 'message', stop_reason: 'end_turn' });
    expect(second.headers.get('x-turnpike-conversion')).toBeNull();
    const [, model] = (received()?.body.contents ?? []) as Content[];
    const [recorded = ''] = recordingOfGemini('google-tool-call.chunks.txt').split('\n');
    expect(model?.parts).toEqual([
      {
        functionCall: { id, name: 'weather', args: { location: 'San Francisco' } },
        thoughtSignature: JSON.parse(recorded).candidates[0].content.parts[0].thoughtSignature,
      },
    ]);
    expect(upstream.refused).toEqual([]);
  });

  it('are told what could not be said, and refused where they would rather be', async () => {
    const request = { ...chatRequest, logit_bias: { 5: 1 }, store: true, reasoning_effort: 'low' };
    const reply = await asChat(request);
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=logit_bias,thinking,store');
    const asked = upstream.received.length;
    const strict = await asMessages(
      { ...messagesRequest, metadata: { user_id: 'ann' } },
      { 'x-turnpike-strict': 'true' },
    );
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(upstream.received).toHaveLength(asked);
  });

  it('a schema of a function is written in what the model takes, or refused by its name', async () => {
    const tool = (parameters: object) => ({ type: 'function', function: { name: 'f', parameters } });
    const defs = { City: { type: 'string', pattern: '^B' } };
    const reply = await asChat({
      ...chatRequest,
      tools: [
        tool({
          ...{ $defs: defs, type: 'object', additionalProperties: false },
          properties: { city: { $ref: '#/$defs/City' }, at: { type: ['integer', 'null'] } },
        }),
      ],
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=tools.f.additionalProperties');
    expect(received()?.body.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'f',
            parameters: {
              type: 'object',
              properties: {
                city: { type: 'string', pattern: '^B' },
                at: { type: 'integer', nullable: true },
              },
            },
          },
        ],
      },
    ]);
    const round = { $ref: '#/$defs/Tree' };
    const cycle = await asChat({
      ...chatRequest,
      tools: [tool({ $defs: { Tree: { type: 'object', properties: { left: round } } }, ...round })],
    });
    expect(cycle.status).toBe(400);
    expect(JSON.stringify(await cycle.json())).toContain('schema_cycle');
  });

  it('get Google’s errors in their own envelopes, before an answer and within it', async () => {
    upstream.refuses(400, {
      status: 'INVALID_ARGUMENT',
      message: 'The input token count (9) exceeds the maximum',
    });
    const tooLong = await asMessages(messagesRequest);
    expect(tooLong.status).toBe(400);
    expect(JSON.stringify(await tooLong.json())).toContain('prompt is too long');
    const [first = ''] = geminiEventsOf('google-text.chunks.txt');
    upstream.streams([
      first,
      geminiEvent({ error: { code: 503, message: 'secret', status: 'UNAVAILABLE' } }),
    ]);
    const text = await (await asMessages({ ...messagesRequest, stream: true })).text();
    expect(text).toContain('event: error\n');
    expect(text).not.toContain('message_stop');
    expect(text).not.toContain('secret');
    expect((await lastRow())?.quota).toBeGreaterThan(0);
  });

  it('a blocked prompt is a filtered answer', async () => {
    upstream.says({
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    });
    const whole = await asChat(chatRequest);
    expect(await whole.json()).toMatchObject({ choices: [{ finish_reason: 'content_filter' }] });
    upstream.streams([
      geminiEvent({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 9 } }),
    ]);
    const text = await (await asMessages({ ...messagesRequest, stream: true })).text();
    assertMessageStream(text);
    expect(text).toContain('"stop_reason":"refusal"');
    expect(await lastRow()).toMatchObject({ ended_by: 'completed', prompt_tokens: 9 });
  });
});
