import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

it('after one long input, callers who think are refused by Claude until a restart', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'claude-sonnet-4-5', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'claude-sonnet-4-5', dialects: ['anthropic-messages'] });
  gateway.upstream(channel).does((response, r) => {
    const asked = Number(r.body.max_tokens);
    const input = Math.ceil(r.rawBody.length / 4);
    const refuse = (message: string) => sendJson(response, 400, JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
    const budget = (r.body.thinking as { budget_tokens?: number } | undefined)?.budget_tokens ?? 0;
    if (budget >= asked) return refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
    if (input + asked > 200_000) return refuse(`input length and \`max_tokens\` exceed context limit: ${input} + ${asked} > 200000, decrease input length or \`max_tokens\` and try again`);
    return sendJson(response, 200, JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', content: [{ type: 'text', text: 'hi' }], usage: { input_tokens: input, output_tokens: 2 } }));
  });
  const a = await gateway.seed.user({ quota: 1_000_000_000 });
  const b = await gateway.seed.user({ quota: 1_000_000_000 });
  const ask = async (token: string, content: string, members: object = {}) => {
    const reply = await gateway.post(token, { model: 'claude-sonnet-4-5', ...members, messages: [{ role: 'user', content }] });
    return [reply.status, (await reply.text()).slice(0, 160)];
  };
  const think = { reasoning_effort: 'high', max_completion_tokens: 32_000 };
  const before = await ask(b.token, 'hi', think);
  console.log('A', await ask(a.token, 'word '.repeat(154_500)));
  const after = await ask(b.token, 'hi', think);
  const plain = await ask(b.token, 'hi', { reasoning_effort: 'high' });
  console.log({ before, after, plain }, gateway.upstream(channel).received.map(({ body }) => [body.max_tokens, JSON.stringify(body.thinking ?? body.output_config)]));
  expect(after[0]).toBe(before[0]);
  await gateway.stop();
});
