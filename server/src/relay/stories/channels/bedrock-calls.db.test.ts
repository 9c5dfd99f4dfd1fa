import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedForAmazon } from '../../../../test/suites/amazon-check.ts';
import { converseFrames, exceptionFrame, messageFrames } from '../../../../test/support/aws-frames.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { recordedEvents, recordedMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const BEDROCK = 32;
const KEY = 'us-east-1|AKIAEXAMPLE|NzLpq7RtWv|SessionX1';
const NOVA = 'us.amazon.nova-2-lite-v1:0';
const CLAUDE = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const recorded = (name: string): Buffer =>
  readFileSync(new URL(`../../../../test/recordings/bedrock-converse/${name}`, import.meta.url));
const eventsOf = (name: string): string[] =>
  String(recorded(`${name}.chunks.txt`))
    .trim()
    .split('\n');
const messages = [{ role: 'user', content: 'Hi' }];

describe.each(anyDatabase)('calls of Amazon Bedrock on $name', ({ open }) => {
  let gateway: TestGateway;
  let amazon: FakeUpstream;
  let user: SeededUser;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    for (const model of [NOVA, CLAUDE]) await gateway.seed.price({ model, input: 1, output: 1 });
    amazon = await FakeUpstream.start({
      refuses({ request, received }) {
        const isToken = request.headers.authorization === 'Bearer bedrock-api-key';
        const sent = { body: received?.rawBody ?? '', key: KEY, service: 'bedrock' };
        const isSigned =
          request.headers['x-amz-security-token'] === 'SessionX1' && isSignedForAmazon(request, sent);
        return isToken || isSigned ? null : { status: 403, body: '{"message":"signature"}' };
      },
    });
  });
  afterEach(async () => {
    await amazon.stop();
    await gateway.stop();
    await drop();
  });

  const channelFor = (model: string, { channelKey = KEY, priority = 1 } = {}) =>
    gateway.seed.channel({ model, type: BEDROCK, baseUrl: amazon.url, channelKey, priority });
  const sendFrames = (response: ServerResponse, ...frames: Buffer[]): void => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    response.end(Buffer.concat(frames));
  };
  const ask = (model: string, rest: object = {}) => gateway.post(user.token, { model, messages, ...rest });
  const askMessages = (rest: object = {}, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': user.token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: CLAUDE, max_tokens: 50, messages, ...rest }),
    });

  it('converts a chat to Converse, signed for a path whose colon is encoded, and back', async () => {
    amazon.does((response) => sendJson(response, 200, String(recorded('text-and-tool-call.json'))));
    await channelFor(NOVA);
    const reply = await ask(NOVA, { max_tokens: 9 });

    expect(amazon.received).toMatchObject([
      {
        path: '/model/us.amazon.nova-2-lite-v1%3A0/converse',
        body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], inferenceConfig: { maxTokens: 9 } },
      },
    ]);
    expect(await reply.json()).toMatchObject({
      model: NOVA,
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ function: { name: 'structured_output' } }] },
        },
      ],
      usage: { prompt_tokens: 445, completion_tokens: 100 },
    });
    expect(await gateway.logRowsOf(user)).toMatchObject([{ prompt_tokens: 445, completion_tokens: 100 }]);
  });

  it('reads a stream in the vendor’s frames, to its usage behind the stop reason', async () => {
    amazon.does((response) => sendFrames(response, recorded('cut-text.frames.bin')));
    await channelFor(NOVA);
    const text = await (await ask(NOVA, { stream: true })).text();

    expect(amazon.received[0]?.path).toMatch(/\/converse-stream$/);
    expect(text).toContain('I am here and ready to assist');
    expect(text).toContain('"finish_reason":"length"');
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ prompt_tokens: 8, completion_tokens: 10 }]);
  });

  it('gives Anthropic’s clients a stream of Converse as theirs', async () => {
    amazon.does((response) => sendFrames(response, converseFrames(eventsOf('reasoning'))));
    await channelFor(NOVA);
    const text = await (await askMessages({ model: NOVA, stream: true })).text();
    expect(text).toContain('"type":"thinking_delta"');
    expect(text).toContain('"signature":"tp1.bedrock-converse.');
  });

  it('is called with an API key too', async () => {
    amazon.does((response) => sendJson(response, 200, String(recorded('text.json'))));
    await channelFor(NOVA, { channelKey: 'us-east-1|bedrock-api-key' });
    expect((await ask(NOVA)).status).toBe(200);
  });

  it('asks Claude by Anthropic’s own request, whose model and stream the address says', async () => {
    amazon.does((response) => sendJson(response, 200, recordedMessage('anthropic-text')));
    await channelFor(CLAUDE);
    const reply = await askMessages(
      { stream: false },
      { 'anthropic-beta': 'context-1m-2025-08-07, claude-code-20250219' },
    );

    expect(await reply.text()).toBe(recordedMessage('anthropic-text'));
    expect(amazon.received).toMatchObject([
      { path: '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke' },
    ]);
    expect(amazon.received[0]?.body).toEqual({
      ...{ anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['context-1m-2025-08-07'] },
      ...{ max_tokens: 50, messages },
    });
  });

  it('passes Claude’s events on as they are in their frames', async () => {
    const events = recordedEvents('anthropic-text');
    const data = events.map((event) => event.slice(event.indexOf('data: ') + 6).trim());
    amazon.does((response) => sendFrames(response, messageFrames(data)));
    await channelFor(CLAUDE);
    const text = await (await askMessages({ stream: true })).text();

    expect(amazon.received[0]?.path).toMatch(/\/invoke-with-response-stream$/);
    expect(amazon.received[0]?.body).not.toHaveProperty('stream');
    expect(text).toBe(events.join(''));
  });

  it('tries another channel after an exception in place of an answer', async () => {
    let calls = 0;
    amazon.does((response) => {
      calls += 1;
      const start = converseFrames(['{"messageStart":{"role":"assistant"}}']);
      if (calls === 1) sendFrames(response, start, exceptionFrame('throttlingException', 'Slow down'));
      else sendFrames(response, recorded('cut-text.frames.bin'));
    });
    await channelFor(NOVA, { priority: 2 });
    await channelFor(NOVA);
    expect(await (await ask(NOVA, { stream: true })).text()).toContain('ready to assist');
    expect(calls).toBe(2);
  });

  it('ends a stream in which an exception comes with an error', async () => {
    const [start, first] = eventsOf('text');
    amazon.does((response) =>
      sendFrames(
        response,
        converseFrames([start as string, first as string]),
        exceptionFrame('modelStreamErrorException', 'Broken'),
      ),
    );
    await channelFor(NOVA);
    const text = await (await ask(NOVA, { stream: true })).text();
    expect(text).toMatch(/"error":\{.*\}\}\n\n(?:data: \[DONE\]\n\n)?$/);
  });

  it('what is no frame is a broken answer', async () => {
    amazon.does((response) => sendFrames(response, Buffer.from('not a frame at all')));
    await channelFor(NOVA);
    const reply = await ask(NOVA, { stream: true });
    expect(reply.headers.get('x-error-code')).toBe('upstream.broken_answer');
  });

  it.each([
    [400, 'ValidationException', 'Input is too long for requested model.', 'upstream.context_length'],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'upstream.bad_request'],
    [400, 'ValidationException', 'Operation not allowed', 'upstream.key_refused'],
    [400, 'ServiceQuotaExceededException', 'Too many', 'upstream.rate_limited'],
    [
      403,
      'AccessDeniedException',
      "You don't have access to the model with the specified model ID.",
      'upstream.model_missing',
    ],
    [403, 'UnrecognizedClientException', 'The security token is invalid.', 'upstream.key_refused'],
    [429, 'ThrottlingException', 'Too many requests', 'upstream.rate_limited'],
    [408, 'ModelTimeoutException', 'Timeout', 'upstream.timeout'],
    [424, 'ModelErrorException', 'Oops', 'upstream.error'],
    [503, 'ServiceUnavailableException', 'Busy', 'upstream.overloaded'],
  ])('%i %s: %s is %s', async (status, name, message, code) => {
    const headers = { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` };
    amazon.does((response) => sendJson(response, status, JSON.stringify({ message }), headers));
    await channelFor(NOVA);
    const reply = await ask(NOVA);
    expect(reply.headers.get('x-error-code')).toBe(code);
  });
});
