import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

type Json = Record<string, unknown>;
const MODEL = 'gpt-5.1';
const response = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: MODEL },
  output: [
    {
      ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text: 'Hello!', annotations: [] }],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  service_tier: 'priority',
};
const completion = {
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: MODEL, service_tier: 'priority' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
};
const dataIn = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)));

describe('between the two APIs of OpenAI', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeEach(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: MODEL, input: 1, output: 3 });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  const asChat = { messages: [{ role: 'user', content: 'Hi' }], verbosity: 'low' };
  const asResponses = { input: 'Hi', text: { verbosity: 'low' } };
  const start = async (dialect: string, { upstreamModel = MODEL } = {}) => {
    const answer = JSON.stringify(dialect === 'openai-chat' ? completion : response);
    vendor.does((reply) => sendJson(reply, 200, answer));
    const mapping = upstreamModel === MODEL ? {} : { [MODEL]: `+${upstreamModel}` };
    await gateway.seed.channel({ model: MODEL, dialects: [dialect], baseUrl: vendor.url, mapping });
  };
  const ask = async (body: object) => {
    const path = 'input' in body ? '/v1/responses' : '/v1/chat/completions';
    const reply = await gateway.post(user.token, { model: MODEL, ...body }, { path });
    return {
      told: dataIn(`data: ${(await reply.text()).replace(/^event.*$/gm, '')}`.replace(/^data: \n/, '')),
      sent: vendor.received.at(-1)?.body,
      report: reply.headers.get('x-turnpike-conversion') ?? '',
    };
  };

  it.each([false, true])(
    'verbosity and tier go from chat to responses, and the tier back: stream %s',
    async (stream) => {
      await start('openai-responses');

      const { sent, told, report } = await ask({
        ...{ ...asChat, stream, service_tier: 'priority' },
        response_format: { type: 'json_object' },
      });

      expect(sent).toMatchObject({
        text: { verbosity: 'low', format: { type: 'json_object' } },
        service_tier: 'priority',
      });
      expect(report).not.toMatch(/verbosity|service_tier/);
      expect(told.at(-1)).toMatchObject({ service_tier: 'priority', choices: [{ finish_reason: 'stop' }] });
    },
  );

  it.each([false, true])(
    'verbosity and tier go from responses to chat, and the tier back: stream %s',
    async (stream) => {
      await start('openai-chat');

      const { sent, told, report } = await ask({ ...asResponses, stream, service_tier: 'flex' });

      expect(sent).toMatchObject({ verbosity: 'low', service_tier: 'flex' });
      expect(report).not.toMatch(/verbosity|service_tier/);
      const last = told.at(-1) as Json;
      expect(stream ? last.response : last).toMatchObject({ object: 'response', service_tier: 'priority' });
    },
  );

  it.each(['llama-3.3-70b', 'openai/gpt-oss-120b'])(
    'models of other vendors, which refuse the members, do without in chat: %s',
    async (upstreamModel) => {
      await start('openai-chat', { upstreamModel });

      const { sent, report } = await ask({ ...asResponses, service_tier: 'flex' });

      expect(sent).not.toHaveProperty('verbosity');
      expect(sent).not.toHaveProperty('service_tier');
      expect(report).toMatch(/dropped=.*service_tier/);
      expect(report).toMatch(/dropped=.*verbosity/);
    },
  );

  it('the tier of Anthropic’s is no tier of OpenAI’s', async () => {
    await start('openai-responses');
    const body = { model: MODEL, max_tokens: 99, messages: asChat.messages, service_tier: 'standard_only' };

    const reply = await gateway.post(user.token, body, { path: '/v1/messages' });

    expect(vendor.received.at(-1)?.body).not.toHaveProperty('service_tier');
    expect(reply.headers.get('x-turnpike-conversion')).toContain('service_tier');
  });
});
