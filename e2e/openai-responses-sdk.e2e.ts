import OpenAI, { type APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertResponseStream } from '../server/test/grammars/openai-responses-grammar.ts';
import { FakeUpstream, framedEvents, type ReceivedRequest } from '../server/test/support/fake-upstream.ts';
import {
  playResponses,
  recordedResponse,
  recordedResponses,
} from '../server/test/upstreams/openai-responses-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

type Stream = OpenAI.Responses.ResponseStreamEvent;

const OPENAI = 1;
/** Models by what their upstream speaks; OpenAI offers the last one by responses alone. */
const [BY_CHAT, BY_BOTH, BY_RESPONSES] = ['m', 'gpt', 'o9-pro'];
const [calculation = [], , , result = []] = recordedResponses('openai-reasoning-encrypted-content.1');
const whole = recordedResponse('lmstudio-tool-call.1');

/** Answers of an upstream, in its own dialect. */
interface Played {
  text: string;
  plays: { hello(): void; helloStream(): void; tools(): void; length(): void };
}

let turnpike: TurnpikeProcess;
let root: Visitor;
let chat: FakeUpstream;
let responses: FakeUpstream;
let tokenKey: string;
let openai: OpenAI;
/** The raw stream that the package read. */
let streamed: Promise<string>;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  chat = await FakeUpstream.start();
  responses = await FakeUpstream.start();
  await root.createChannel({ base_url: chat.url, models: BY_CHAT });
  await root.createChannel({ base_url: responses.url, models: `${BY_BOTH},${BY_RESPONSES}`, type: OPENAI });
  for (const model of [BY_CHAT, BY_BOTH, BY_RESPONSES]) await root.createPrice(model, 1, 3);
  tokenKey = (await root.createToken()).key;
});
afterAll(async () => {
  await turnpike.stop();
  await chat.stop();
  await responses.stop();
});
beforeEach(() => {
  chat.received.length = 0;
  responses.received.length = 0;
  openai = clientWith(tokenKey);
});

const clientWith = (apiKey: string): OpenAI =>
  new OpenAI({
    apiKey,
    maxRetries: 0,
    baseURL: `${turnpike.url}/v1`,
    fetch: async (...call) => {
      const reply = await fetch(...call);
      streamed = reply.clone().text();
      streamed.catch(() => {});
      return reply;
    },
  });

const failureOf = (call: PromiseLike<unknown>): Promise<APIError> =>
  Promise.resolve(call).then(
    () => {
      throw new Error('it succeeded');
    },
    (error: APIError) => error,
  );

const message = (text: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'completed',
  error: null,
  model: 'gpt',
  output: [
    {
      ...{ id: 'msg_1', type: 'message', status: 'completed', role: 'assistant' },
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: { input_tokens: 9, output_tokens: 2, total_tokens: 11 },
});
const incomplete = (text: string) => ({
  ...message(text),
  ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
});

const played: Record<string, Played> = {
  chat: {
    text: 'Hello!',
    plays: {
      hello: () => chat.plays('openai-chat/hello.json'),
      helloStream: () => chat.plays('openai-chat/hello.chunks.txt'),
      tools: () => chat.plays('openai-chat/tools.chunks.txt'),
      length: () =>
        chat.does((response) => {
          const choice = {
            index: 0,
            message: { role: 'assistant', content: 'Hel' },
            finish_reason: 'length',
          };
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [choice] }));
        }),
    },
  },
  responses: {
    text: 'The final result is **570**.',
    plays: {
      hello: () => playResponses(responses, { whole: message('The final result is **570**.'), events: [] }),
      helloStream: () => playResponses(responses, { whole, events: result }),
      tools: () => playResponses(responses, { whole, events: calculation }),
      length: () => playResponses(responses, { whole: incomplete('Hel'), events: [] }),
    },
  },
};

const tools = ['get_weather', 'get_time'].map((name) => ({
  ...{ type: 'function' as const, name, strict: false },
  parameters: { type: 'object', properties: {} },
}));

describe.each([
  { model: BY_CHAT as string, upstream: 'chat' },
  { model: BY_BOTH as string, upstream: 'responses' },
])('responses by the openai package, with an upstream of $upstream', ({ model, upstream }) => {
  const { plays, text } = played[upstream] as Played;
  const say = { model, input: 'Say hello' };
  const received = (): ReceivedRequest | undefined =>
    (upstream === 'chat' ? chat : responses).received.at(-1);

  it('whole', async () => {
    plays.hello();

    const answer = await openai.responses.create(say);

    expect(answer).toMatchObject({ object: 'response', status: 'completed', output_text: text });
    expect(answer.usage).toMatchObject({ input_tokens: 9, output_tokens: 2, total_tokens: 11 });
    expect(answer._request_id).toMatch(/\S{10,}/);
    const [row] = await eventually(async () => {
      const rows = await root.callRows();
      return rows.some((one) => one.request_id === answer._request_id) && rows;
    });
    expect(row).toMatchObject({ quota: 15, prompt_tokens: 9, completion_tokens: 2 });
  });

  it('streamed, event by event', async () => {
    plays.helloStream();

    const events = await allOf(await openai.responses.create({ ...say, stream: true }));

    const deltas = events.filter(({ type }) => type === 'response.output_text.delta') as (Stream & {
      delta: string;
    })[];
    expect(deltas.map(({ delta }) => delta).join('')).toBe(text);
    expect(events[0]?.type).toBe('response.created');
    expect(events.at(-1)?.type).toBe('response.completed');
    assertResponseStream(await streamed);
  });

  it('streamed and put together by the package', async () => {
    plays.helloStream();

    const answer = await openai.responses.stream(say).finalResponse();

    expect(answer).toMatchObject({ status: 'completed', output_text: text });
    expect(answer.usage?.output_tokens_details.reasoning_tokens).toBe(0);
  });

  it('calls of tools, and their results in the next turn', async () => {
    plays.tools();
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'What is it?' }];
    const include = ['reasoning.encrypted_content' as const];

    const first = await openai.responses.stream({ model, input, tools, include }).finalResponse();
    assertResponseStream(await streamed);
    const calls = first.output.filter((item) => item.type === 'function_call');
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual(
      upstream === 'chat' ? [{ city: 'Paris' }, { zone: 'CET' }] : [{ a: 12, b: 7, op: 'add' }],
    );

    plays.hello();
    input.push(...(first.output as OpenAI.Responses.ResponseInputItem[]));
    for (const { call_id } of calls) input.push({ type: 'function_call_output', call_id, output: 'done' });
    const second = await openai.responses.create({ model, input, tools, store: false });
    expect(second.output_text).toBe(text);
    expect(received()?.rawBody).toContain('done');
  });

  it('structured output', async () => {
    plays.hello();
    const properties = { a: { type: 'number' } };
    const schema = { type: 'object', properties, required: ['a'], additionalProperties: false };
    const format = { type: 'json_schema' as const, name: 'answer', schema, strict: true };

    await openai.responses.create({ ...say, text: { format } });

    const { text: own, response_format } = received()?.body ?? {};
    expect(upstream === 'chat' ? response_format : own).toEqual(
      upstream === 'chat'
        ? { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } }
        : { format },
    );
  });

  it('a picture and a document', async () => {
    plays.hello();
    const url = `data:image/png;base64,${Buffer.alloc(9_000, 'picture').toString('base64')}`;
    const file_data = `data:application/pdf;base64,${Buffer.alloc(9_000, 'document').toString('base64')}`;
    const content: OpenAI.Responses.ResponseInputContent[] = [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', image_url: url, detail: 'auto' },
      { type: 'input_file', filename: 'a.pdf', file_data },
    ];

    const answer = await openai.responses.create({ model, input: [{ role: 'user', content }] });

    expect(answer.output_text).toBe(text);
    expect(received()?.rawBody).toContain(url);
    expect(received()?.rawBody).toContain(file_data);
  });

  it('an answer that its bound ended', async () => {
    plays.length();

    const answer = await openai.responses.create({ ...say, max_output_tokens: 16 });

    expect(answer).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      output_text: 'Hel',
    });
  });

  it('aborted in mid-stream: the upstream sees its connection close', async () => {
    const events =
      upstream === 'chat'
        ? [...framedEvents('openai-chat/hello.chunks.txt').slice(0, 3)]
        : result.slice(0, 6);
    const site = upstream === 'chat' ? chat : responses;
    site.streams([...events, ...Array(1000).fill(events.at(-1))], { everyMs: 20 });

    const stream = await openai.responses.create({ ...say, stream: true });
    for await (const event of stream) if (event.type === 'response.output_text.delta') break;
    stream.controller.abort();

    await site.received[0]?.left;
  });

  it('an upstream that fails inside a stream: a failed response', async () => {
    const events =
      upstream === 'chat' ? framedEvents('openai-chat/hello.chunks.txt').slice(0, 2) : result.slice(0, 6);
    (upstream === 'chat' ? chat : responses).streams(events);

    const read = await allOf(await openai.responses.create({ ...say, stream: true }));

    expect(read.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'upstream_answer_cut' } },
    });
    assertResponseStream(await streamed);
  });

  it.each([
    { status: 400, kind: OpenAI.BadRequestError },
    { status: 429, kind: OpenAI.RateLimitError },
    { status: 500, kind: OpenAI.InternalServerError },
  ])('an upstream that answers $status', async ({ status, kind }) => {
    (upstream === 'chat' ? chat : responses).answers(status, { message: 'no', type: 'x', code: null });

    const error = await failureOf(openai.responses.create(say));

    expect(error).toBeInstanceOf(kind);
    expect(error.requestID).toMatch(/\S{10,}/);
  });
});

describe('errors of responses by the openai package', () => {
  const say = { model: BY_CHAT as string, input: 'Say hello' };

  it.each([
    {
      what: 'a wrong key',
      call: () => clientWith('sk-wrong').responses.create(say),
      kind: OpenAI.AuthenticationError,
    },
    {
      what: 'an unknown model',
      call: () => openai.responses.create({ ...say, model: 'nothing' }),
      kind: OpenAI.NotFoundError,
    },
    {
      what: 'work in the background',
      call: () => openai.responses.create({ ...say, background: true }),
      kind: OpenAI.BadRequestError,
    },
    {
      what: 'what another vendor keeps',
      call: () => openai.responses.create({ ...say, previous_response_id: 'resp_1' }),
      kind: OpenAI.BadRequestError,
    },
  ])('$what', async ({ call, kind }) => {
    const error = await failureOf(call());
    expect(error).toBeInstanceOf(kind);
    expect(error.message).not.toBe('');
  });
});

describe('chat by the openai package, with a model that OpenAI offers by responses alone', () => {
  const say = { model: BY_RESPONSES as string, messages: [{ role: 'user' as const, content: 'Say hello' }] };

  it('whole', async () => {
    playResponses(responses, { whole: message('Hello!'), events: [] });

    const answer = await openai.chat.completions.create(say);

    expect(answer.choices[0]).toMatchObject({ message: { content: 'Hello!' }, finish_reason: 'stop' });
    expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 2 });
    expect(responses.received.at(-1)).toMatchObject({ path: '/v1/responses' });
  });

  it('streamed, with a call put together by the package', async () => {
    playResponses(responses, { whole, events: calculation });
    const given = tools.map(({ name, parameters }) => ({
      ...{ type: 'function' as const, function: { name, parameters } },
    }));

    const answer = await openai.chat.completions.stream({ ...say, tools: given }).finalChatCompletion();

    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [
          { id: 'call_AB6AaRZ1FYZB2RwS6A5vbdqn', function: { arguments: '{"a":12,"b":7,"op":"add"}' } },
        ],
      },
    });
  });
});

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
