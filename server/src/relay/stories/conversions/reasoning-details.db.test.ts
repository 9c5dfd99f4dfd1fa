import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { framedEvent } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const ANTHROPIC = 14;
type Json = Record<string, unknown>;
interface Detail extends Json {
  type: string;
  text?: string;
  signature?: string;
  index?: number;
}
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];
const question = { role: 'user', content: 'What is there?' };
const first = { type: 'thinking', thinking: 'A "road"\n', signature: 'c2lnLTE=' };
const redacted = { type: 'redacted_thinking', data: 'b3BhcXVl' };
const second = { type: 'thinking', thinking: 'or 道路?', signature: 'c2lnLTI=' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const content = [first, redacted, second, call];
const usage = { input_tokens: 10, output_tokens: 5 };
const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null },
  ...{ content, stop_reason: 'tool_use', usage },
};

const thinkingEvents = ({ thinking, signature }: typeof first, index: number): object[] => [
  { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
  ...[...thinking].map((letter) => ({
    ...{ type: 'content_block_delta', index },
    delta: { type: 'thinking_delta', thinking: letter },
  })),
  // In pieces, as some vendors of Claude send it.
  ...[signature.slice(0, 3), signature.slice(3)].map((piece) => ({
    ...{ type: 'content_block_delta', index },
    delta: { type: 'signature_delta', signature: piece },
  })),
  { type: 'content_block_stop', index },
];
const events = [
  { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
  ...thinkingEvents(first, 0),
  { type: 'content_block_start', index: 1, content_block: redacted },
  { type: 'content_block_stop', index: 1 },
  ...thinkingEvents(second, 2),
  { type: 'content_block_start', index: 3, content_block: call },
  { type: 'content_block_stop', index: 3 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

/** One more piece at the end of a detail. */
const joined = (detail: Detail, piece: Detail): Detail => ({
  ...{ ...detail, ...piece },
  text: (detail.text ?? '') + (piece.text ?? ''),
});

/** How clients put the pieces of a stream together. */
const clients: Record<string, (pieces: Detail[]) => Detail[]> = {
  'by their index, as OpenRouter documents it': (pieces) => {
    const details = new Map<unknown, Detail>();
    for (const piece of pieces) {
      const before = details.get(piece.index);
      details.set(piece.index, before === undefined ? piece : joined(before, piece));
    }
    return [...details.values()];
  },
  // Source: github.com/OpenRouterTeam/ai-sdk-provider, src/chat/index.ts
  'texts that follow each other are one with the first signature, as OpenRouter’s package does': (pieces) => {
    const details: Detail[] = [];
    for (const piece of pieces) {
      const last = details.at(-1);
      if (piece.type !== 'reasoning.text' || last?.type !== 'reasoning.text') details.push({ ...piece });
      else {
        last.text = (last.text || '') + (piece.text || '');
        const signature = last.signature || piece.signature;
        if (signature !== undefined) last.signature = signature;
      }
    }
    return details;
  },
  'not at all': (pieces) => pieces,
};

const detailsIn = (text: string): Detail[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .flatMap((line) => JSON.parse(line.slice(6)).choices[0]?.delta.reasoning_details ?? []);

describe('several blocks of sealed thinking in one turn', () => {
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

  /** By another user: what the gateway keeps for clients that drop seals is not theirs. */
  const sendBack = async (assistant: object): Promise<unknown> => {
    const other = await gateway.seed.user({ quota: 1_000_000 });
    const result = { role: 'tool', tool_call_id: 'toolu_1', content: 'A toll road.' };
    const reply = await ask([question, assistant, result], { token: other.token });
    expect([reply.status, await reply.text()]).toEqual([200, expect.anything()]);
    const sent = gateway.upstream(channel).received.at(-1)?.body.messages as { content: unknown }[];
    return sent[1]?.content;
  };
  const tool_calls = [{ id: 'toolu_1', type: 'function', function: { name: 'look', arguments: '{}' } }];

  it.each(Object.entries(clients))('go back as they came from a stream: joined %s', async (_how, join) => {
    const text = await (await ask([question], { stream: true })).text();

    const reasoning_details = join(detailsIn(text));

    expect(await sendBack({ role: 'assistant', content: null, tool_calls, reasoning_details })).toEqual(
      content,
    );
  });

  it('go back as they came in a whole answer', async () => {
    const reply = (await (await ask([question])).json()) as { choices: { message: Json }[] };
    const { role, content: said, tool_calls: calls, reasoning_details } = reply.choices[0]?.message ?? {};
    expect(reasoning_details).toMatchObject([{ index: 0 }, { index: 1 }, { index: 2 }]);

    expect(await sendBack({ role, content: said, tool_calls: calls, reasoning_details })).toEqual(content);
  });

  it.each([false, true])('pass through another gateway of this kind: stream %s', async (stream) => {
    const told = await (await ask([question], { stream })).text();
    const far = await FakeUpstream.start({ refuses: () => null });
    far.does((response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(told);
    });
    await gateway.seed.price({ model: 'far', input: 1, output: 3 });
    await gateway.seed.channel({ model: 'far', baseUrl: far.url });

    const body = {
      model: 'far',
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      stream,
    };
    const reply = await gateway.post(
      user.token,
      { ...body, messages: [question], tools: [{ name: 'look', input_schema: { type: 'object' } }] },
      { path: '/v1/messages' },
    );

    const text = await reply.text();
    for (const { signature } of [first, second])
      expect(text.match(new RegExp(`"signature":"${signature}"`, 'g'))).toHaveLength(1);
    expect(text.match(/"type":"(redacted_)?thinking"/g)).toHaveLength(3);
    expect(text).toContain(redacted.data);
    // A call that came by another API is not taken for Claude's own when it comes back.
    const call = { ...content.at(-1), id: expect.stringMatching(/^tp_/) };
    if (!stream) expect(JSON.parse(text).content).toEqual([...content.slice(0, -1), call]);
    await far.stop();
  });
});
