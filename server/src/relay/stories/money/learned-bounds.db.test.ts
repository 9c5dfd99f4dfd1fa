import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReceivedRequest, sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

type Answer = Parameters<typeof sendJson>[0];

const CONTEXT = 32_768;
const LONG = 'word '.repeat(24_500);
const inputOf = ({ rawBody }: ReceivedRequest): number => Math.ceil(rawBody.length / 4);

/** Answers with as many tokens as the bound allows, as a whole or as one event and its end. */
function answer(response: Answer, { body }: ReceivedRequest, tokens: number): void {
  const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
  const content = 'word '.repeat(tokens);
  const choice = { index: 0, finish_reason: 'length' };
  if (body.stream !== true) {
    const choices = [{ ...choice, message: { role: 'assistant', content } }];
    sendJson(response, 200, JSON.stringify({ choices, usage }));
    return;
  }
  const chunks = [{ choices: [{ ...choice, delta: { content } }] }, { choices: [], usage }, '[DONE]'];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(
    chunks.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`).join(''),
  );
}

const refuse = (response: Answer, message: string): void =>
  sendJson(response, 400, JSON.stringify({ error: { message, type: 'BadRequestError', code: 400 } }));

/** A server that knows `max_tokens` alone, ignores other names, and has a context for input and answer. */
const withContext =
  (messageOf: (asked: number, input: number) => string, context = CONTEXT) =>
  (response: Answer, request: ReceivedRequest): void => {
    const input = inputOf(request);
    const asked = request.body.max_tokens as number | undefined;
    if (asked !== undefined && input + asked > context) refuse(response, messageOf(asked, input));
    else answer(response, request, Math.min(asked ?? context - input, 20_000));
  };

describe('a refusal that one caller provokes', () => {
  let gateway: TestGateway;
  let channel: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(() => gateway.stop());

  const boundsAt = ({ id }: { id: number }) =>
    gateway.upstream({ id }).received.map(({ body }) => body.max_tokens);

  /** @returns status, tokens of the answer and charge */
  async function ask(user: { id: number; token: string }, body: object, path = '/v1/chat/completions') {
    const reply = await gateway.post(user.token, { model: 'm', ...body }, { path });
    await reply.text();
    const row = (await gateway.logRowsOf(user)).at(-1);
    return { status: reply.status, tokens: row?.completion_tokens, quota: row?.quota };
  }
  const say = (content: string, members: object = {}) => ({
    ...members,
    messages: [{ role: 'user', content }],
  });

  it('for the length of the context leaves others their limits, and passes it on for the caller’s own', async () => {
    gateway
      .upstream(channel)
      .does(
        withContext(
          (asked, input) =>
            `This model's maximum context length is ${CONTEXT} tokens. However, you requested ${asked + input} tokens.`,
        ),
      );
    const [long, other] = [
      await gateway.seed.user({ quota: 100_000_000 }),
      await gateway.seed.user({ quota: 100_000_000, tokenQuota: 10_000 }),
    ];

    expect(await ask(long, say(LONG, { max_tokens: 5_000 }), '/v1/messages')).toMatchObject({ status: 400 });
    expect(await ask(other, say('hi', { max_tokens: 6_000 }), '/v1/messages')).toMatchObject({
      ...{ status: 200, tokens: 6_000 },
    });

    expect(boundsAt(channel)).toEqual([5_000, 6_000]);
  });

  it('for the length of the context lowers the bound of the gateway for this call alone', async () => {
    const claude = await gateway.seed.channel({ model: 'c', dialects: ['anthropic-messages'] });
    await gateway.seed.price({ model: 'c', input: 1, output: 1 });
    gateway.upstream(claude).does((response, request) => {
      const [input, asked] = [inputOf(request), Number(request.body.max_tokens)];
      if (input + asked > CONTEXT) {
        const message = `input length and \`max_tokens\` exceed context limit: ${input} + ${asked} > ${CONTEXT}`;
        return refuse(response, message);
      }
      const usage = { input_tokens: input, output_tokens: 2 };
      const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'c', stop_reason: 'end_turn' };
      sendJson(response, 200, JSON.stringify({ ...head, content: [{ type: 'text', text: 'Hi' }], usage }));
    });
    const user = await gateway.seed.user({ quota: 100_000_000 });
    const long = 'word '.repeat(20_500);

    for (const content of [long, 'hi'])
      expect(await ask(user, say(content, { model: 'c' }))).toMatchObject({ status: 200 });
    const thinks = say('hi', { model: 'c', reasoning_effort: 'high', max_completion_tokens: 20_000 });
    expect(await ask(user, thinks)).toMatchObject({ status: 200 });

    expect(boundsAt(claude)).toEqual([8_192, 4_096, 8_192, 20_000]);
  });

  it('for the length of the context teaches no other name of the bound, though it names it', async () => {
    gateway
      .upstream(channel)
      .does(
        withContext(
          (asked, input) =>
            `'max_tokens' is too large: ${asked}. This model's maximum context length is 9000 tokens and your request has ${input} input tokens.`,
          9_000,
        ),
      );
    const long = await gateway.seed.user({ quota: 14_000 });
    const other = await gateway.seed.user({ quota: 10_000_000, tokenQuota: 600 });

    expect(await ask(long, say('word '.repeat(7_000)))).toMatchObject({ status: 400 });
    expect((await ask(other, say('hi'))).quota).toBeLessThanOrEqual(600);
  });

  it('of a bound’s amount leaves smaller bounds of streams as they are', async () => {
    gateway.upstream(channel).does((response, request) => {
      const asked = request.body.max_tokens as number | undefined;
      if (asked !== undefined && asked > 16_384)
        return refuse(response, `max_tokens is too large: ${asked}. This model supports at most 16384.`);
      answer(response, request, Math.min(asked ?? 16_384, 12_000));
    });
    const [richer, poorer] = [
      await gateway.seed.user({ quota: 60_000 }),
      await gateway.seed.user({ quota: 10_000_000, tokenQuota: 6_000 }),
    ];

    expect(await ask(richer, say('hi', { stream: true }))).toMatchObject({ status: 200, tokens: 12_000 });
    expect((await ask(poorer, say('hi', { stream: true }))).quota).toBeLessThanOrEqual(6_000);

    const [refused, repeated, own] = boundsAt(channel);
    expect(refused).toBeGreaterThan(16_384);
    expect(repeated).toBeUndefined();
    expect(own).toBeLessThan(6_000);
  });
});
