import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { framedEvent } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

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
  const callOf = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } });
  const resultOf = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
  /** As clients keep it: text and calls alone. */
  const answered = { role: 'assistant', content: null, tool_calls: [callOf('toolu_1')] };
  const result = resultOf('toolu_1', 'A toll road.');
  const lastRequest = () =>
    gateway.upstream(channel).received.at(-1)?.body as Json & {
      messages: { role: string; content: Json[] }[];
    };

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

  it('is not another key’s of the same user', async () => {
    await (await ask([question])).text();
    const other = await gateway.seed.token({ userId: user.id });

    await ask([question, answered, result], { token: other.token });

    expect(lastRequest().messages[1]?.content).toMatchObject([{ type: 'tool_use' }]);
  });

  it.each([
    { other: 'words of the user', before: [{ role: 'user', content: 'What else?' }] },
    { other: 'words of the system', before: [{ role: 'system', content: 'You talk to Ann.' }, question] },
    {
      other: 'words before them',
      before: [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }, question],
    },
    {
      other: 'long words',
      first: [{ role: 'user', content: `${'a'.repeat(5000)}1` }],
      before: [{ role: 'user', content: `${'a'.repeat(5000)}2` }],
    },
    {
      other: 'results',
      first: [question, { ...answered, tool_calls: [callOf('toolu_0')] }, resultOf('toolu_0', 'Ann')],
      before: [question, { ...answered, tool_calls: [callOf('toolu_0')] }, resultOf('toolu_0', 'Bob')],
    },
  ])('is not another conversation’s whose calls have the same ids: $other', async (given) => {
    const { first = [question], before } = given;
    await (await ask(first)).text();

    await ask([...before, answered, result]);
    expect(JSON.stringify(lastRequest())).not.toContain('sig-1');

    await ask([...first, answered, result]);
    expect(JSON.stringify(lastRequest())).toContain('sig-1');
  });

  it('each round has its own where calls are numbered anew', async () => {
    let count = 0;
    gateway.upstream(channel).does((response) => {
      count += 1;
      const thought = { ...thinking, thinking: `round ${count}` };
      sendJson(response, 200, JSON.stringify({ ...message, content: [thought, call] }));
    });
    const messages: object[] = [question];
    for (let round = 0; round < 3; round += 1) {
      await (await ask(messages)).text();
      messages.push(answered, result);
    }

    await ask(messages);

    const thoughts = lastRequest().messages.flatMap(({ role, content }) =>
      role === 'assistant' ? [content[0]?.thinking] : [],
    );
    expect(thoughts).toEqual(['round 1', 'round 2', 'round 3']);
    // Anthropic takes no id twice.
    const ids = lastRequest().messages.flatMap(({ content }) =>
      content.flatMap(({ type, id, tool_use_id }) => (type === 'text' ? [] : (id ?? tool_use_id ?? []))),
    );
    expect(ids).toEqual(['toolu_1', 'toolu_1', 'toolu_1_2', 'toolu_1_2', 'toolu_1_3', 'toolu_1_3']);
  });

  describe('two accounts, each of which refuses what another one has sealed', () => {
    let other: { id: number };
    beforeEach(async () => {
      other = await gateway.seed.channel({ model: 'm', type: ANTHROPIC });
      for (const { id } of [channel, other]) {
        gateway.upstream({ id }).does((response, { body }) => {
          const [foreign] =
            /sealed by \d+/.exec(JSON.stringify(body).replaceAll(`sealed by ${id}`, '')) ?? [];
          if (foreign !== undefined)
            return sendJson(
              response,
              400,
              JSON.stringify({ error: { message: 'invalid_encrypted_content' } }),
            );
          const thought = { ...thinking, signature: `sealed by ${id}` };
          sendJson(response, 200, JSON.stringify({ ...message, content: [thought, call] }));
        });
      }
    });
    const channelsOf = async () => (await gateway.logRowsOf(user)).map(({ channel_id }) => channel_id);
    const lastBodyOf = (id: number) => JSON.stringify(gateway.upstream({ id }).received.at(-1)?.body);

    it('a chat client’s results go to the one that made the calls', async () => {
      // So often that both channels are chosen.
      for (let loop = 0; loop < 20; loop += 1) {
        await (await ask([question])).text();
        const reply = await ask([question, answered, result]);
        expect(reply.status).toBe(200);
        expect(reply.headers.get('x-turnpike-conversion')).toContain('added=messages.thinking');
      }
      const channels = await channelsOf();
      expect(new Set(channels).size).toBe(2);
      for (let at = 0; at < channels.length; at += 2) expect(channels[at + 1]).toBe(channels[at]);
    });

    it('a Gemini client’s too', async () => {
      const askGemini = (contents: object[]) =>
        gateway.post(
          user.token,
          {
            contents,
            tools: [{ functionDeclarations: [{ name: 'look' }] }],
            generationConfig: { maxOutputTokens: 4096, thinkingConfig: { includeThoughts: true } },
          },
          { path: '/v1beta/models/m:generateContent' },
        );
      const said = { role: 'user', parts: [{ text: 'What is there?' }] };
      const called = { role: 'model', parts: [{ functionCall: { id: 'toolu_1', name: 'look', args: {} } }] };
      const response = { id: 'toolu_1', name: 'look', response: { output: 'A toll road.' } };
      for (let loop = 0; loop < 8; loop += 1) {
        await (await askGemini([said])).text();
        const reply = await askGemini([
          said,
          called,
          { role: 'user', parts: [{ functionResponse: response }] },
        ]);
        expect(reply.status).toBe(200);
        expect(reply.headers.get('x-turnpike-conversion')).toContain('added=messages.thinking');
      }
    });

    it('where that one fails, the other goes on without the thinking', async () => {
      await (await ask([question])).text();
      const [first = 0] = await channelsOf();
      const second = first === channel.id ? other.id : channel.id;
      gateway.upstream({ id: first }).answers(503);

      const reply = await ask([question, answered, result]);

      expect(reply.status).toBe(200);
      expect(await channelsOf()).toEqual([first, second]);
      expect(lastBodyOf(second)).not.toContain('sealed by');
    });
  });
});
