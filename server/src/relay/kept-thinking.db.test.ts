import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../test/support/test-gateway.ts';
import { framedEvent } from '../../test/upstreams/anthropic-messages-upstream.ts';

const ANTHROPIC = 14;
type Json = Record<string, unknown>;
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];
const question = { role: 'user', content: 'What is there?' };
const thinking = { type: 'thinking', thinking: 'I should look.', signature: 'sig-1' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const usage = { input_tokens: 10, output_tokens: 5 };
const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null },
  ...{ content: [thinking, call], stop_reason: 'tool_use', usage },
};

/** The same message as a stream. */
const events = [
  { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { ...thinking, thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: thinking.thinking } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sig-1' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: call },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

describe('sealed thinking of a client that drops it', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm', type: ANTHROPIC });
    gateway.upstream(channel).does((response, { body }) => {
      if (body.stream !== true) return sendJson(response, 200, JSON.stringify(message));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map((event) => framedEvent(JSON.stringify(event))).join(''));
    });
  });
  afterEach(() => gateway.stop());

  const ask = (messages: object[], { stream = false, token = user.token } = {}) =>
    gateway.post(token, {
      model: 'm',
      max_tokens: 4096,
      reasoning_effort: 'medium',
      tools,
      messages,
      stream,
    });
  /** As clients keep it: text and calls alone. */
  const answered = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  };
  const result = { role: 'tool', tool_call_id: 'toolu_1', content: 'A toll road.' };
  const lastRequest = () =>
    gateway.upstream(channel).received.at(-1)?.body as Json & { messages: { content: Json[] }[] };

  it.each([{ stream: false }, { stream: true }])(
    'goes back with the results of its calls: stream $stream',
    async ({ stream }) => {
      await (await ask([question], { stream })).text();

      const reply = await ask([question, answered, result]);

      expect(reply.status).toBe(200);
      expect(lastRequest().thinking).toMatchObject({ type: 'enabled' });
      expect(lastRequest().messages[1]?.content).toMatchObject([
        thinking,
        { type: 'tool_use', id: 'toolu_1' },
      ]);
      expect(reply.headers.get('x-turnpike-conversion')).toContain('added=messages.thinking');
    },
  );

  it('is nobody else’s', async () => {
    await (await ask([question])).text();
    const other = await gateway.seed.user({ quota: 1_000_000 });

    await ask([question, answered, result], { token: other.token });

    expect(lastRequest().thinking).toBeUndefined();
    expect(lastRequest().messages[1]?.content).toMatchObject([{ type: 'tool_use' }]);
  });

  it('is not of another call that has its id, and not for who asks for no thinking', async () => {
    await (await ask([question])).text();
    const other = JSON.parse(JSON.stringify(answered).replace('"look"', '"listen"'));
    await ask([question, other, result]);
    expect(lastRequest().messages[1]?.content).toMatchObject([{ type: 'tool_use', name: 'listen' }]);

    const unasked = { model: 'm', max_tokens: 4096, tools, messages: [question, answered, result] };
    await gateway.post(user.token, unasked);
    expect(lastRequest().messages[1]?.content).toMatchObject([{ type: 'tool_use', name: 'look' }]);
  });

  it('is not needed after the user has said more, and not put beside what a client kept', async () => {
    const first = (await (await ask([question])).json()) as { choices: { message: Json }[] };
    const later = await ask([
      question,
      answered,
      result,
      { role: 'assistant', content: 'A road.' },
      question,
    ]);
    expect([later.status, await later.text()]).toEqual([200, expect.anything()]);
    expect(lastRequest().messages[1]?.content).toMatchObject([{ type: 'tool_use' }]);

    const kept = first.choices[0]?.message ?? {};
    await ask([question, kept, result]);
    expect(lastRequest().messages[1]?.content).toMatchObject([thinking, { type: 'tool_use' }]);
  });

  it.each(['generateContent', 'streamGenerateContent'])(
    'goes back to a client of Gemini that sends its calls without their thoughts: %s',
    async (verb) => {
      const contents: object[] = [{ role: 'user', parts: [{ text: 'What is there?' }] }];
      const askGemini = () =>
        gateway.post(
          user.token,
          {
            contents,
            tools: [{ functionDeclarations: [{ name: 'look' }] }],
            generationConfig: { maxOutputTokens: 4096, thinkingConfig: { includeThoughts: true } },
          },
          { path: `/v1beta/models/m:${verb}` },
        );
      expect(await (await askGemini()).text()).toContain('"functionCall"');

      const functionCall = { id: 'toolu_1', name: 'look', args: {} };
      contents.push({ role: 'model', parts: [{ functionCall }] });
      const functionResponse = { id: 'toolu_1', name: 'look', response: { output: 'A toll road.' } };
      contents.push({ role: 'user', parts: [{ functionResponse }] });
      const reply = await askGemini();

      expect(reply.status).toBe(200);
      expect(lastRequest().messages[1]?.content).toMatchObject([
        thinking,
        { type: 'tool_use', id: 'toolu_1' },
      ]);
    },
  );
});
