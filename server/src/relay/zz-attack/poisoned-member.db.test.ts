import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

it('one long input teaches the gateway a member that the vendor ignores: all bounds are void from then on', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  const CONTEXT = 8_192;
  // A server that knows max_tokens alone, and ignores members that it does not know, as many do.
  gateway.upstream(channel).does((response, r) => {
    const input = Math.ceil(r.rawBody.length / 5);
    const asked = r.body.max_tokens as number | undefined;
    if (asked !== undefined && input + asked > CONTEXT)
      return sendJson(response, 400, JSON.stringify({ error: { message: `'max_tokens' is too large: ${asked}. This model's maximum context length is ${CONTEXT} tokens and your request has ${input} input tokens (${asked} > ${CONTEXT} - ${input}).`, type: 'BadRequestError', param: null, code: 400 } }));
    const completion_tokens = Math.min(asked ?? CONTEXT - input, 5_000);
    return sendJson(response, 200, JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(completion_tokens) }, finish_reason: 'stop' }], usage: { prompt_tokens: input, completion_tokens, total_tokens: input + completion_tokens } }));
  });
  const poor = async () => {
    const b = await gateway.seed.user({ quota: 10_000_000, tokenQuota: 600 });
    await (await gateway.post(b.token, { model: 'm', messages: [{ role: 'user', content: 'hi' }] })).text();
    return (await gateway.logRowsOf(b))[0];
  };
  const before = await poor();
  const a = await gateway.seed.user({ quota: 14_000 });
  const reply = await gateway.post(a.token, { model: 'm', messages: [{ role: 'user', content: 'word '.repeat(7_000) }] });
  console.log('A', reply.status, (await reply.text()).slice(0, 200));
  const after = await poor();
  console.log(gateway.upstream(channel).received.map(({ body }) => [body.max_tokens, body.max_completion_tokens]));
  console.log([before?.quota, before?.completion_tokens], [after?.quota, after?.completion_tokens, after?.metadata?.conversion]);
  expect(after?.quota).toBeLessThanOrEqual(600);
  await gateway.stop();
});
