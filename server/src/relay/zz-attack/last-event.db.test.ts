import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const chunk = (delta: object, finish: string | null = null) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const shapes = {
  gemini: {
    path: '/v1beta/models/gemini-2.0-flash:streamGenerateContent?alt=sse', body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }, model: 'gemini-2.0-flash',
    limit: (b: Record<string, unknown>) => (b.generationConfig as { maxOutputTokens?: number } | undefined)?.maxOutputTokens,
    stream: (n: number) => `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'word '.repeat(n) }] }, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 9, candidatesTokenCount: n, totalTokenCount: n + 9 } })}\n\n`,
  },
  'openai-chat': {
    path: '/v1/chat/completions', body: { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] }, model: 'm',
    limit: (b: Record<string, unknown>) => b.max_tokens as number | undefined,
    stream: (n: number) => `${chunk({ content: 'word '.repeat(n) })}${chunk({}, 'stop')}data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: n, total_tokens: n + 9 } })}\n\ndata: [DONE]\n\n`,
  },
};

it.each(Object.entries(shapes).flatMap(([dialect, shape]) => (['balance', 'key'] as const).map((of) => ({ dialect, of, ...shape }))))('$dialect, $of: the text of the event that ends a stream is paid for', async ({ dialect, of, path, body, model, limit, stream }) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model, input: 1, output: 1 });
  const up = await FakeUpstream.start({ refuses: () => null });
  await gateway.seed.channel({ model, dialects: [dialect], baseUrl: up.url });
  let wants = 2;
  up.does(async (response, r) => {
    if (wants > 2) await wait(400);
    const n = Math.min(limit(r.body) ?? wants, wants);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(stream(n));
  });
  const rich = await gateway.seed.user({ quota: 100_000_000 });
  for (let i = 0; i < 20; i += 1) await (await gateway.post(rich.token, body, { path })).text();
  wants = 16_000;
  {
    const user = await gateway.seed.user(of === 'balance' ? { quota: 60_000 } : { quota: 100_000_000, tokenQuota: 60_000 });
    const before = up.received.length;
    const sizes = await Promise.all(Array.from({ length: 200 }, async () => { const r = await gateway.post(user.token, body, { path }); return (await r.text()).length; }));
    const rows = await gateway.logRowsOf(user);
    const charged = rows.reduce((s, r) => s + r.quota, 0);
    const short = rows.reduce((s, r) => s + Number(r.metadata?.shortfall ?? 0), 0);
    console.log(dialect, of, 'served', up.received.length - before, 'charged', charged, 'shortfall', short, 'bytes', sizes.reduce((a, b) => a + b, 0), 'bound', limit(up.received.at(-1)?.body ?? {}));
    expect.soft(charged + short).toBeLessThanOrEqual(2 * 60_000);
  }
  void sendJson;
  await gateway.stop();
  await up.stop();
});
