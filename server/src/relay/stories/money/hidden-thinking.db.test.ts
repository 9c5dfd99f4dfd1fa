import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

type Json = Record<string, unknown>;
const THOUGHT = 'Nobody shall read this.';
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];

/** Answers with visible thinking, by vendor, although the caller did not ask for it. */
const upstreams = {
  'anthropic-messages': {
    answer: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null },
      content: [
        { type: 'thinking', thinking: THOUGHT, signature: 'seal-1' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
      ],
      ...{ stop_reason: 'tool_use', usage: { input_tokens: 10, output_tokens: 5 } },
    },
    wish: { thinking: { type: 'enabled', display: 'omitted', budget_tokens: expect.any(Number) } },
    seal: 'tp1.anthropic-messages.seal-1',
  },
  gemini: {
    answer: {
      ...{ responseId: 'g1', modelVersion: 'm' },
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: THOUGHT, thought: true },
              { functionCall: { id: 'c1', name: 'look', args: {} }, thoughtSignature: 'seal-1' },
            ],
          },
          ...{ finishReason: 'STOP', index: 0 },
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    },
    wish: { generationConfig: { thinkingConfig: { thinkingBudget: expect.any(Number) } } },
    seal: '"thought_signature":"seal-1"',
  },
  'openai-responses': {
    answer: {
      ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm' },
      output: [
        {
          ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'seal-1' },
          summary: [{ type: 'summary_text', text: THOUGHT }],
        },
        ...[{ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{}' }],
      ],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    },
    wish: { reasoning: { effort: 'medium' }, include: ['reasoning.encrypted_content'] },
    seal: 'tp1.openai-responses.seal-1',
  },
};
const cases = Object.entries(upstreams).flatMap(([dialect, upstream]) =>
  [false, true].map((stream) => ({ dialect, stream, ...upstream })),
);

describe('thinking that its caller does not want to see', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeEach(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'gemini-2.5-flash', input: 1, output: 3 });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  it.each(cases)('stays hidden, and its seal goes through: $dialect, stream $stream', async (given) => {
    const { dialect, answer, wish, seal, stream } = given;
    vendor.does((response) => sendJson(response, 200, JSON.stringify(answer)));
    const model = 'gemini-2.5-flash';
    await gateway.seed.channel({ model, dialects: [dialect], baseUrl: vendor.url });

    const reply = await gateway.post(user.token, {
      ...{ model, stream, tools, max_tokens: 4096 },
      reasoning: { effort: 'medium', exclude: true },
      messages: [{ role: 'user', content: 'What is there?' }],
    });

    const text = await reply.text();
    expect([reply.status, vendor.received.at(-1)?.body]).toMatchObject([200, wish]);
    const asked = (vendor.received.at(-1)?.body ?? {}) as { generationConfig?: Json };
    expect(asked.generationConfig?.thinkingConfig ?? {}).not.toHaveProperty('includeThoughts');
    expect(text).not.toContain(THOUGHT);
    expect(text).toContain(seal);
    expect(text).toContain('"name":"look"');
  });
});
