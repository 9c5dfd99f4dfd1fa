import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { recordedEvents } from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import { geminiEventsOf } from '../../../../test/upstreams/gemini-upstream.ts';
import { recordedResponses } from '../../../../test/upstreams/openai-responses-upstream.ts';

const BALANCE = 1_000_000;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };

let gateway: TestGateway;
let user: SeededUser;
const upstreams: FakeUpstream[] = [];
beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: BALANCE });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
});
afterEach(async () => {
  await gateway.stop();
  for (const upstream of upstreams.splice(0)) await upstream.stop();
});

/** The model called tools, or wrote a text. */
const streams = {
  'openai-chat': framedEvents('openai-chat/tools.chunks.txt'),
  'anthropic-messages': recordedEvents('anthropic-tool-no-args'),
  'openai-responses': recordedResponses('openai-phase.1')[0] as string[],
  gemini: geminiEventsOf('google-tool-call.chunks.txt'),
};
type Dialect = keyof typeof streams;

const asks: Record<Dialect, { path: string; body: object }> = {
  'openai-chat': { path: '/v1/chat/completions', body: chat },
  'anthropic-messages': { path: '/v1/messages', body: { ...chat, max_tokens: 100 } },
  'openai-responses': { path: '/v1/responses', body: { model: 'm', input: 'Say hello' } },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    body: { contents: [{ parts: [{ text: 'Say hello' }] }] },
  },
};

/** A channel whose upstream streams, whatever it is asked for. */
async function streamingChannel(
  dialect: Dialect,
  events: readonly string[] = streams[dialect],
): Promise<{ id: number }> {
  const upstream = await FakeUpstream.start({ refuses: () => null });
  upstream.streams(events);
  upstreams.push(upstream);
  return gateway.seed.channel({ model: 'm', dialects: [dialect], baseUrl: upstream.url, priority: 1 });
}

async function ask(dialect: Dialect): Promise<{ status: number; answer: Record<string, unknown> }> {
  const { path, body } = asks[dialect];
  const reply = await gateway.post(user.token, body, { path });
  expect(reply.headers.get('content-type')).toBe('application/json');
  return { status: reply.status, answer: (await reply.json()) as Record<string, unknown> };
}

/** Returns the response in the last recorded event. */
const lastResponse = (): Record<string, unknown> => {
  const event = streams['openai-responses'].at(-1) as string;
  return JSON.parse(event.slice(event.indexOf('data: ') + 6)).response;
};

describe('an upstream that streams to a caller who asked for a whole answer', () => {
  it('is joined: chat', async () => {
    await streamingChannel('openai-chat');
    const call = (id: string, name: string, given: string) => ({
      ...{ id, type: 'function', function: { name, arguments: given } },
    });
    expect((await ask('openai-chat')).answer).toMatchObject({
      ...{ id: 'chatcmpl-B3kq7Vn2mYt2tools', object: 'chat.completion', created: 1762500002 },
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              call('call_aA1', 'get_weather', '{"city":"Paris"}'),
              call('call_bB2', 'get_time', '{"zone":"CET"}'),
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 82, completion_tokens: 34, total_tokens: 116 },
    });
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 82 - 3 * 34);
  });

  it('is joined: messages', async () => {
    await streamingChannel('anthropic-messages');
    expect((await ask('anthropic-messages')).answer).toMatchObject({
      ...{ id: 'msg_01GE2RKp1VYsPzdFs3sS9z5S', type: 'message', role: 'assistant', stop_reason: 'tool_use' },
      content: [
        { type: 'text', text: "I'll update the issue list for you." },
        { type: 'tool_use', id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', name: 'updateIssueList', input: {} },
      ],
      usage: { input_tokens: 565, output_tokens: 48 },
    });
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 565 - 3 * 48);
  });

  it('is joined: Gemini', async () => {
    await streamingChannel('gemini');
    const { answer } = await ask('gemini');
    expect(answer).toMatchObject({
      candidates: [
        {
          content: {
            parts: [{ functionCall: { name: 'weather', args: { location: 'San Francisco' } } }],
            role: 'model',
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 29, candidatesTokenCount: 15, thoughtsTokenCount: 45 },
      modelVersion: 'gemini-3-pro-preview',
    });
    expect(JSON.stringify(answer)).toContain('"thoughtSignature":"EqUCCqICAb4');
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 29 - 3 * 60);
  });

  it('is joined: responses, as its last event repeats it', async () => {
    await streamingChannel('openai-responses');
    expect((await ask('openai-responses')).answer).toEqual(lastResponse());
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 7112 - 3 * 463);
  });

  it('is joined from the events before where the last one leaves the items out', async () => {
    const { output, ...members } = lastResponse();
    const last = { type: 'response.completed', sequence_number: 129, response: { ...members, output: [] } };
    const events = streams['openai-responses'].slice(0, -1);
    await streamingChannel('openai-responses', [
      ...events,
      `event: response.completed\ndata: ${JSON.stringify(last)}\n\n`,
    ]);
    const { answer } = await ask('openai-responses');
    const textsOf = (items: unknown): string[] =>
      (items as { content?: { text: string }[] }[]).flatMap(({ content = [] }) =>
        content.map(({ text }) => text),
      );
    expect(textsOf(answer.output)).toEqual(textsOf(output));
    expect({ ...answer, output: [] }).toEqual({ ...members, output: [] });
  });

  it.each(
    (Object.keys(asks) as Dialect[]).flatMap((caller) =>
      (Object.keys(streams) as Dialect[])
        .filter((upstream) => upstream !== caller)
        .map((upstream) => ({ caller, upstream })),
    ),
  )('is joined for a caller of $caller: $upstream', async ({ caller, upstream }) => {
    await streamingChannel(upstream);
    const { status, answer } = await ask(caller);
    expect(status).toBe(200);
    const told = {
      'openai-chat': 'get_weather',
      'anthropic-messages': 'updateIssueList',
      'openai-responses': 'Anthropic enterprise push',
      gemini: 'San Francisco',
    };
    expect(JSON.stringify(answer)).toContain(told[upstream]);
    const [row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ ended_by: 'completed', is_stream: 0 });
    expect(row?.metadata).toMatchObject({ conversion: { from: caller, to: upstream } });
    expect(row?.metadata).not.toHaveProperty('estimated');
  });

  it.each([
    ['is cut', streams['openai-chat'].slice(0, 3), 'upstream.answer_cut'],
    [
      'fails',
      [streams['openai-chat'][0] as string, 'data: {"error":{"message":"overloaded"}}\n\n'],
      'upstream.error',
    ],
    ['says nothing', [': PROCESSING\n\n'], 'upstream.answer_cut'],
  ])('is tried on another channel where the stream %s', async (_what, events, code) => {
    await streamingChannel('openai-chat', events);
    await gateway.seed.channel({ model: 'm' });
    expect((await ask('openai-chat')).answer).toMatchObject({
      choices: [{ message: { content: 'Hello!' } }],
    });
    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.attempts).toMatchObject([{ code }, { code: '' }]);
  });

  it('is refused where there is nothing to join: embeddings', async () => {
    await streamingChannel('openai-chat');
    const reply = await gateway.post(user.token, { model: 'm', input: 'Hi' }, { path: '/v1/embeddings' });
    expect(reply.status).toBe(502);
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });
});
