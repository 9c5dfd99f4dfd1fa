import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const say = [{ role: 'user', content: 'Hi' }];
const callers = [
  { path: '/v1/chat/completions', body: { messages: say } },
  { path: '/v1/responses', body: { input: 'Hi', store: false } },
  { path: '/v1/messages', body: { messages: say, max_tokens: 16 } },
] as const;

/** Words of vendors for the end of a chat, which their callers' clients do not know. */
describe('ends of chats in words of the vendor', () => {
  let gateway: TestGateway;
  let channel: { id: number };
  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterAll(() => gateway.stop());

  function endsWith(finish_reason: string): void {
    gateway.upstream(channel).does((response, { body }) => {
      const head = { id: 'c1', created: 1, model: 'm' };
      if (body.stream !== true) {
        const choice = { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason };
        const whole = { ...head, object: 'chat.completion', choices: [choice], usage };
        return sendJson(response, 200, JSON.stringify(whole));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const choice of [
        { delta: { content: 'Hello' }, finish_reason: null },
        { delta: {}, finish_reason },
      ]) {
        const chunk = { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] };
        response.write(`data: ${JSON.stringify({ ...chunk, ...(choice.finish_reason && { usage }) })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    });
  }

  it.each([
    ['max_output', ['"length"', 'max_output_tokens', 'max_tokens']],
    ['MAX_TOKENS', ['"length"', 'max_output_tokens', 'max_tokens']],
    ['model_context_window_exceeded', ['"length"', 'max_output_tokens', 'model_context_window_exceeded']],
    ['sensitive', ['"content_filter"', 'content_filter', 'refusal']],
    ['eos', ['"stop"', '"completed"', 'end_turn']],
  ])('are told as the caller knows them: %s', async (word, told) => {
    endsWith(word);
    const { token } = await gateway.seed.user({ quota: 1_000_000 });
    for (const stream of [false, true])
      for (const [at, { path, body }] of callers.entries()) {
        const reply = await gateway.post(token, { model: 'm', stream, ...body }, { path });
        const text = await reply.text();
        expect({ path, stream, status: reply.status }).toEqual({ path, stream, status: 200 });
        expect(text).toContain(told[at]);
        if (word !== told[at]) expect(text).not.toContain(`"${word}"`);
      }
  });

  it.each(['network_error', 'insufficient_system_resource', 'error', 'abort'])(
    'are answers that broke off: %s',
    async (word) => {
      endsWith(word);
      for (const { path, body } of callers) {
        const caller = await gateway.seed.user({ quota: 1_000_000 });
        const whole = await gateway.post(caller.token, { model: 'm', ...body }, { path });
        expect(whole.headers.get('x-error-code')).toBe('upstream.answer_cut');
        const streamed = await gateway.post(caller.token, { model: 'm', stream: true, ...body }, { path });
        const text = await streamed.text();
        expect(text).toContain('Hello');
        expect(text).toContain('The provider cut the answer short.');
        expect(text).not.toContain('[DONE]');
        const rows = await gateway.logRowsOf(caller);
        expect(rows.map(({ metadata, quota }) => [metadata?.error_code, quota])).toEqual([
          ['upstream.answer_cut', 0],
          ['upstream.answer_cut', 7],
        ]);
      }
    },
  );

  it('charge the usage that follows a cut, and deliver the text that comes with it', async () => {
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' };
      const choices = [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'abort' }];
      response.write(`data: ${JSON.stringify({ ...head, choices })}\n\n`);
      response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    for (const { path, body } of callers) {
      const caller = await gateway.seed.user({ quota: 1_000_000 });
      const reply = await gateway.post(caller.token, { model: 'm', stream: true, ...body }, { path });
      expect(await reply.text()).toContain('Hello');
      expect(await gateway.logRowsOf(caller)).toMatchObject([
        { quota: 7, metadata: { error_code: 'upstream.answer_cut' } },
      ]);
    }
  });
});
