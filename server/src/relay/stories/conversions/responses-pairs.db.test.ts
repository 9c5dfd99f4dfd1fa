import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertMessageStream } from '../../../../test/grammars/anthropic-messages-grammar.ts';
import { assertResponseStream } from '../../../../test/grammars/openai-responses-grammar.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { playsMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';
import {
  playResponses,
  recordedResponse,
  recordedResponses,
} from '../../../../test/upstreams/openai-responses-upstream.ts';

type Json = Record<string, unknown>;

const ANTHROPIC = 14;
const OPENAI = 1;
const BY_RESPONSES = 'o3-pro';
const [calculation = [], , , result = []] = recordedResponses('openai-reasoning-encrypted-content.1');
const whole = recordedResponse('openai-reasoning-encrypted-content.1');

let gateway: TestGateway;
let user: SeededUser;
let claude: { id: number };
let openai: { id: number };
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const model of ['m', BY_RESPONSES]) await gateway.seed.price({ model, input: 1, output: 3 });
  claude = await gateway.seed.channel({ model: 'm', type: ANTHROPIC });
  openai = await gateway.seed.channel({ model: BY_RESPONSES, type: OPENAI });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  user = await gateway.seed.user({ quota: 1_000_000 });
});

const received = (channel: { id: number }): Json => gateway.upstream(channel).received.at(-1)?.body ?? {};
const post = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': user.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a caller of responses and an upstream of Anthropic’s messages', () => {
  const ask = (body: object) => post('/v1/responses', { model: 'm', max_output_tokens: 2000, ...body });

  it('gets thinking with its seal, which goes back in the next turn', async () => {
    playsMessage(gateway.upstream(claude), 'anthropic-clear-thinking.1');
    const input = [{ role: 'user', content: 'Hi' }];
    const reasoning = { effort: 'high', summary: 'auto' };

    const text = await (await ask({ input, reasoning, stream: true })).text();
    assertResponseStream(text);
    const last = text.trimEnd().split('\n\n').at(-1) ?? '';
    const { response } = JSON.parse(last.slice(last.indexOf('data: ') + 6));
    const sealed = (response.output as Json[]).find(({ type }) => type === 'reasoning');
    // A caller who asks for a summary looks nowhere else.
    expect(sealed?.summary).toEqual([{ type: 'summary_text', text: expect.stringMatching(/\w/) }]);
    expect(sealed).not.toHaveProperty('content');
    expect(sealed?.encrypted_content).toMatch(/^tp1\.anthropic-messages\../);

    const second = await ask({
      ...{ reasoning, stream: true },
      input: [...input, ...(response.output as Json[]), { role: 'user', content: 'And?' }],
    });
    expect(second.status).toBe(200);
    await second.text();
    const { messages } = received(claude) as { messages: { role: string; content: Json[] }[] };
    expect(messages[1]?.content[0]).toMatchObject({
      type: 'thinking',
      signature: String(sealed?.encrypted_content).slice('tp1.anthropic-messages.'.length),
    });
  });

  it('takes back what the model thought where nobody may see it, however long it is', async () => {
    const data = 'EmwKAhgBEgy3'.repeat(200);
    const encrypted_content = `tp1.anthropic-messages.redacted:${data}`;
    playsMessage(gateway.upstream(claude), 'anthropic-text');
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', summary: [], encrypted_content },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'And?' },
    ];
    await (await ask({ input, stream: true })).text();
    const { messages } = received(claude) as { messages: { content: Json[] }[] };
    expect(messages[1]?.content[0]).toEqual({ type: 'redacted_thinking', data });
  });

  it('calls a tool', async () => {
    playsMessage(gateway.upstream(claude), 'anthropic-tool-no-args');
    const tools = [
      { type: 'function', name: 'updateIssueList', parameters: { type: 'object' }, strict: false },
    ];
    const text = await (await ask({ input: 'Hi', tools, stream: true })).text();
    assertResponseStream(text);
    expect(text).toContain('"type":"function_call"');
    expect(text).toContain('"arguments":"{}"');
  });
});

describe('a caller of Anthropic’s messages and an upstream of responses', () => {
  const ask = (body: object) => post('/v1/messages', { model: BY_RESPONSES, max_tokens: 2000, ...body });
  const messages = [{ role: 'user', content: 'Hi' }];

  it('gets a whole answer as a message', async () => {
    playResponses(gateway.upstream(openai), { whole, events: [] });
    const reply = await ask({ messages, system: 'Be kind.' });
    expect(await reply.json()).toMatchObject({
      ...{ type: 'message', stop_reason: 'end_turn' },
      usage: { input_tokens: 865, output_tokens: 163 },
    });
    expect(received(openai)).toMatchObject({ instructions: 'Be kind.', max_output_tokens: 2000 });
  });

  it('gives the input of a call as it was, however long a text in it is', async () => {
    playResponses(gateway.upstream(openai), { whole, events: [] });
    const input = { path: 'a.ts', content: '"quoted"\nline\n'.repeat(300), short: '\n' };
    const history = [
      ...messages,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'write', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
    ];
    const reply = await ask({ messages: history });
    expect(reply.status).toBe(200);
    const call = (received(openai).input as Json[])[1];
    expect(JSON.parse(String(call?.arguments))).toEqual(input);
  });

  it('calls a tool over two turns, and its sealed thinking goes back', async () => {
    playResponses(gateway.upstream(openai), { whole, events: calculation });
    const tools = [{ name: 'calculator', input_schema: { type: 'object', properties: {} } }];
    const thinking = { type: 'enabled', budget_tokens: 1024 };
    const text = await (await ask({ messages, tools, thinking, stream: true })).text();
    assertMessageStream(text);
    const blocks = readBlocks(text);
    expect(blocks.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);

    playResponses(gateway.upstream(openai), { whole, events: result });
    const content = [{ type: 'tool_result', tool_use_id: blocks[1]?.id, content: '19' }];
    const history = [...messages, { role: 'assistant', content: blocks }, { role: 'user', content }];
    const second = await ask({ messages: history, tools, thinking, stream: true });
    assertMessageStream(await second.text());
    expect(received(openai).input).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', encrypted_content: expect.stringMatching(/^gAAAA/) },
      { type: 'function_call', call_id: blocks[1]?.id, arguments: '{"a":12,"b":7,"op":"add"}' },
      { type: 'function_call_output', call_id: blocks[1]?.id, output: '19' },
    ]);
  });
});

/** The blocks of a streamed message, as a client puts them together. */
function readBlocks(text: string): Json[] {
  const blocks: Json[] = [];
  const inputs: string[] = [];
  for (const event of text.split('\n\n')) {
    const at = event.indexOf('data: ');
    if (at === -1) continue;
    const { type, index, content_block, delta } = JSON.parse(event.slice(at + 6));
    if (type === 'content_block_start') blocks[index] = content_block;
    if (type !== 'content_block_delta') continue;
    const block = blocks[index] as Json;
    if (delta.type === 'thinking_delta') block.thinking = `${block.thinking ?? ''}${delta.thinking}`;
    if (delta.type === 'signature_delta') block.signature = `${block.signature ?? ''}${delta.signature}`;
    if (delta.type === 'input_json_delta') inputs[index] = `${inputs[index] ?? ''}${delta.partial_json}`;
  }
  return blocks.map((block, index) =>
    block.type === 'tool_use' ? { ...block, input: JSON.parse(inputs[index] ?? '{}') } : block,
  );
}
