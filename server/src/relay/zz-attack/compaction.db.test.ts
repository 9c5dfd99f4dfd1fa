import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const kinds = {
  'a compaction': { path: '/v1/responses/compact', dialects: ['openai-responses'], body: { model: 'm', input: [{ role: 'user', content: 'hi' }] },
    warm: { path: '/v1/responses', body: { model: 'm', input: 'hi' } },
    answer: (n: number) => ({ id: 'resp_1', object: 'response.compaction', created_at: 1, output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'word '.repeat(n), annotations: [] }] }, { id: 'cmp_1', type: 'compaction', encrypted_content: 'x'.repeat(n) }], usage: { input_tokens: 20, output_tokens: n, total_tokens: n + 20 } }) },
  'a stream of completions': { path: '/v1/completions', dialects: ['openai-chat', 'openai-completions'], body: { model: 'm', prompt: 'hi' },
    warm: { path: '/v1/completions', body: { model: 'm', prompt: 'hi' } },
    answer: (n: number) => ({ id: 'x', object: 'text_completion', choices: [{ index: 0, text: 'word '.repeat(n), finish_reason: 'stop' }], usage: { prompt_tokens: 20, completion_tokens: n, total_tokens: n + 20 } }) },
};
it.each(Object.entries(kinds))('%s: 200 at once near the end of a balance', async (what, { path, dialects, body, answer, warm }) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm', dialects });
  let wants = 2;
  gateway.upstream(channel).does(async (response, { body: b }) => {
    if (wants > 2) await wait(500);
    sendJson(response, 200, JSON.stringify(answer(Math.min(Number(b.max_tokens ?? b.max_output_tokens ?? wants), wants))));
  });
  const rich = await gateway.seed.user({ quota: 100_000_000 });
  for (let i = 0; i < 20; i += 1) await (await gateway.post(rich.token, warm.body, { path: warm.path })).text();
  wants = 8_000;
  const user = await gateway.seed.user({ quota: 60_000 });
  const before = gateway.upstream(channel).received.length;
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => { const r = await gateway.post(user.token, body, { path }); const t = await r.text(); return `${r.status} ${r.status === 200 ? '' : t.slice(0, 120)}`; }));
  const rows = await gateway.logRowsOf(user);
  const charged = rows.reduce((s, r) => s + r.quota, 0);
  const short = rows.reduce((s, r) => s + Number(r.metadata?.shortfall ?? 0), 0);
  console.log(what, 'served', gateway.upstream(channel).received.length - before, 'charged', charged, 'shortfall', short, [...new Set(statuses)].slice(0, 4), gateway.upstream(channel).received.at(-1)?.path);
  await gateway.stop();
  expect(charged + short).toBeLessThanOrEqual(70_000);
});
