import { describe, expect, it } from 'vitest';
import { framedEvents, type ReceivedRequest, sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const CONTEXT = 32_768;
/** vLLM: input + max_tokens may not exceed the context. */
const asVllm = (inputTokensOf: (r: ReceivedRequest) => number, wants: number) =>
  (response: Parameters<typeof sendJson>[0], request: ReceivedRequest): void => {
    const input = inputTokensOf(request);
    const asked = request.body.max_tokens as number | undefined;
    if (asked !== undefined && input + asked > CONTEXT) {
      const message = `This model's maximum context length is ${CONTEXT} tokens. However, you requested ${input + asked} tokens (${input} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
      sendJson(response, 400, JSON.stringify({ error: { message, type: 'BadRequestError', param: null, code: 400 } }));
      return;
    }
    const completion_tokens = Math.min(asked ?? CONTEXT - input, wants);
    const usage = { prompt_tokens: input, completion_tokens, total_tokens: input + completion_tokens };
    const message = { role: 'assistant', content: 'word '.repeat(completion_tokens) };
    sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'length' }], usage }));
  };
const inputOf = (r: ReceivedRequest) => Math.ceil(r.rawBody.length / 4);

describe('one caller with a long input', () => {
  it('takes away the max_tokens of other callers, who then pay for more than they allowed', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(asVllm(inputOf, 25_000));
    const a = await gateway.seed.user({ quota: 100_000_000 });
    const b = await gateway.seed.user({ quota: 100_000_000, tokenQuota: 10_000 });
    const ask = (token: string, content: string, max_tokens: number) =>
      gateway.post(token, { model: 'm', max_tokens, messages: [{ role: 'user', content }] }, { path: '/v1/messages' });

    const before = await gateway.seed.user({ quota: 100_000_000, tokenQuota: 10_000 });
    await (await ask(before.token, 'hi', 6_000)).text();
    const long = await ask(a.token, 'word '.repeat(24_500), 5_000);
    console.log('A', long.status, await long.text().then((t) => t.slice(0, 100)));
    const short = await ask(b.token, 'hi', 6_000);
    console.log('B', short.status, short.headers.get('x-turnpike-conversion'));
    await short.text();
    console.log(gateway.upstream(channel).received.map(({ body }) => body.max_tokens));
    const rowBefore = (await gateway.logRowsOf(before))[0];
    const row = (await gateway.logRowsOf(b))[0];
    console.log(rowBefore?.completion_tokens, row?.completion_tokens, row?.quota, row?.metadata, await gateway.remainderOf(b));
    expect(rowBefore?.completion_tokens).toBeLessThanOrEqual(6_000);
    expect(row?.completion_tokens).toBeLessThanOrEqual(6_000);
    expect(row?.quota).toBeLessThanOrEqual(10_000);
    await gateway.stop();
  });

  it('cuts the answers of all other OpenAI callers of a Claude model at 4 096 tokens', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'] });
    gateway.upstream(channel).does((response, r) => {
      const asked = Number(r.body.max_tokens);
      const input = inputOf(r);
      if (input + asked > 200_000)
        return sendJson(response, 400, JSON.stringify({ type: 'error', error: { type: 'invalid_request_error',
          message: `input length and \`max_tokens\` exceed context limit: ${input} + ${asked} > 200000, decrease input length or \`max_tokens\` and try again` } }));
      const output_tokens = Math.min(asked, 30_000);
      return sendJson(response, 200, JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: output_tokens === asked ? 'max_tokens' : 'end_turn',
        content: [{ type: 'text', text: 'word '.repeat(output_tokens) }], usage: { input_tokens: input, output_tokens } }));
    });
    const a = await gateway.seed.user({ quota: 1_000_000_000 });
    const b = await gateway.seed.user({ quota: 1_000_000_000 });
    const ask = async (token: string, content: string, members: object = {}) => {
      const reply = await gateway.post(token, { model: 'm', ...members, messages: [{ role: 'user', content }] });
      const answer = (await reply.json()) as { choices?: { finish_reason: string }[]; usage?: { completion_tokens: number } };
      return [reply.status, answer.choices?.[0]?.finish_reason, answer.usage?.completion_tokens];
    };
    const named = { max_tokens: 32_000 };
    const before = [await ask(b.token, 'hi', named), await ask(b.token, 'hi')];
    const long = await ask(a.token, 'word '.repeat(154_500));
    const after = [await ask(b.token, 'hi', named), await ask(b.token, 'hi')];
    console.log({ before, long, after }, gateway.upstream(channel).received.map(({ body }) => body.max_tokens));
    expect(after).toEqual(before);
    await gateway.stop();
  });

  it('a balance in the middle makes streams of all others go unbounded', async () => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does((response, r) => {
      const asked = r.body.max_tokens as number | undefined;
      if (asked !== undefined && asked > 16_384)
        return sendJson(response, 400, JSON.stringify({ error: { message: `max_tokens is too large: ${asked}. This model supports at most 16384 completion tokens`, type: 'invalid_request_error', param: 'max_tokens', code: 'invalid_value' } }));
      // Text of two bytes a token, all at once.
      const tokens = Math.min(asked ?? 16_384, 12_000);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const text = (content: string) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
      const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
      response.end(`${text('\u16a0\u16d2'.repeat(tokens / 2))}data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
    const chat = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] };
    const run = async () => {
      const b = await gateway.seed.user({ quota: 10_000_000, tokenQuota: 6_000 });
      await (await gateway.post(b.token, chat)).text();
      const [row] = await gateway.logRowsOf(b);
      return { quota: row?.quota, tokens: row?.completion_tokens, rule: row?.metadata?.charged_by };
    };
    const before = await run();
    const a = await gateway.seed.user({ quota: 60_000 });
    console.log((await gateway.post(a.token, chat)).status);
    const after = await run();
    console.log(before, after, gateway.upstream(channel).received.map(({ body }) => body.max_tokens));
    expect(after.quota).toBeLessThanOrEqual(6_000);
    await gateway.stop();
  });
});
