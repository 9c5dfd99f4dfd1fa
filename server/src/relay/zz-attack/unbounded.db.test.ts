import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const hi = [{ role: 'user', content: 'hi' }];
it.each([
  ['plain', {}],
  [
    'a tool that names budget_tokens',
    {
      tools: [
        {
          type: 'function',
          function: {
            name: 'f',
            parameters: { type: 'object', properties: { budget_tokens: { type: 'number' } } },
          },
        },
      ],
    },
  ],
  ['metadata that names budget_tokens', { metadata: { budget_tokens: '1' } }],
  ['thinking with a budget', { thinking: { type: 'enabled', budget_tokens: 1 } }],
  ['extra_body with a budget', { extra_body: { thinking_budget: 1 } }],
  ['thinking_budget', { thinking_budget: 1 }],
  ['logit_bias n=1', { n: 1, logprobs: true }],
])('%s: whole answers of an honest vendor, 200 at once', async (what, members) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  let wants = 2;
  gateway.upstream(channel).does(async (response, { body }) => {
    if (wants > 2) await wait(500);
    const n = Math.min(Number(body.max_tokens ?? wants), wants);
    sendJson(
      response,
      200,
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'word '.repeat(n) }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 20, completion_tokens: n, total_tokens: n + 20 },
      }),
    );
  });
  const rich = await gateway.seed.user({ quota: 100_000_000 });
  for (let i = 0; i < 20; i += 1) await (await gateway.post(rich.token, { model: 'm', messages: hi })).text();
  wants = 16_000;
  const user = await gateway.seed.user({ quota: 60_000 });
  const before = gateway.upstream(channel).received.length;
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const r = await gateway.post(user.token, { model: 'm', messages: hi, ...members });
      await r.text();
    }),
  );
  const rows = await gateway.logRowsOf(user);
  const charged = rows.reduce((s, r) => s + r.quota, 0);
  const short = rows.reduce((s, r) => s + Number(r.metadata?.shortfall ?? 0), 0);
  console.log(
    what,
    'served',
    gateway.upstream(channel).received.length - before,
    'charged',
    charged,
    'shortfall',
    short,
    'bound',
    gateway.upstream(channel).received.at(-1)?.body.max_tokens,
  );
  await gateway.stop();
  expect(charged + short).toBeLessThanOrEqual(70_000);
});
