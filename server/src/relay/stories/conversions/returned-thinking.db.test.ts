import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

type Message = { role: string; reasoning_content?: string };
const completion = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};
/** As vendors refuse the member, and as others miss it. */
const refusals = {
  groq: {
    status: 400,
    body: {
      error: { message: "('messages.1' : property 'reasoning_content' is unsupported)", type: 'invalid' },
    },
  },
  mistral: {
    status: 422,
    body: { detail: [{ loc: ['body', 'messages', 1, 'reasoning_content'], msg: 'Extra inputs' }] },
  },
  deepseek: {
    status: 400,
    body: { error: { message: 'Missing `reasoning_content` field in the assistant message at index 1' } },
  },
};

describe('thinking without a seal that goes back with the results of its calls', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
  });
  afterEach(() => gateway.stop());

  const goOn = (model: string) =>
    gateway.post(
      user.token,
      {
        ...{ model, max_tokens: 4096, tools: [{ name: 'look', input_schema: { type: 'object' } }] },
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm', signature: 'tp1.none.' },
              { type: 'tool_use', id: 'c1', name: 'look', input: {} },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'A road.' }] },
        ],
      },
      { path: '/v1/messages' },
    );

  it.each([
    { model: 'kimi-k2-thinking', vendor: 'groq', isTaken: false, sent: ['Hm', undefined, undefined] },
    { model: 'glm-4.6', vendor: 'mistral', isTaken: false, sent: ['Hm', undefined, undefined] },
    { model: 'thinker', vendor: 'deepseek', isTaken: true, sent: [undefined, 'Hm', 'Hm'] },
  ] as const)('is learned of $model where its vendor refuses as $vendor', async (given) => {
    const { model, vendor, isTaken, sent } = given;
    await gateway.seed.price({ model, input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model });
    gateway.upstream(channel).does((response, { body }) => {
      const has = (body.messages as Message[]).some(
        ({ reasoning_content }) => reasoning_content !== undefined,
      );
      const { status, body: refusal } = refusals[vendor];
      if (has === isTaken) return sendJson(response, 200, JSON.stringify(completion));
      sendJson(response, status, JSON.stringify(refusal));
    });

    for (let call = 0; call < 2; call += 1) expect((await goOn(model)).status).toBe(200);

    const thoughts = gateway
      .upstream(channel)
      .received.map(({ body }) => (body.messages as Message[])[1]?.reasoning_content);
    expect(thoughts).toEqual(sent);
  });

  it('a caller’s own member is passed, and its refusal too', async () => {
    await gateway.seed.price({ model: 'kimi-k2-thinking', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'kimi-k2-thinking' });
    gateway.upstream(channel).does((response) => sendJson(response, 400, JSON.stringify(refusals.groq.body)));

    const reply = await gateway.post(user.token, {
      model: 'kimi-k2-thinking',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello', reasoning_content: 'Hm' },
        { role: 'user', content: 'And?' },
      ],
    });

    expect(reply.status).toBe(400);
    expect(gateway.upstream(channel).received).toHaveLength(1);
  });
});
