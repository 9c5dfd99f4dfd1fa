import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const ev = (o: object) => `data: ${JSON.stringify(o)}\n\n`;
const kinds: Record<string, (i: number) => string> = {
  text: (i) => ev({ id: 'x', choices: [{ index: 0, delta: { content: `w${i} ` }, finish_reason: null }] }),
  'new choices that end': (i) => ev({ id: 'x', choices: [{ index: i, delta: {}, finish_reason: 'stop' }] }),
  'new tool calls': (i) =>
    ev({
      id: 'x',
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: i, id: `call_${i}`, type: 'function', function: { name: `f${i}`, arguments: '{}' } },
            ],
          },
          finish_reason: null,
        },
      ],
    }),
  sounds: (i) =>
    ev({
      id: 'x',
      choices: [{ index: 0, delta: { audio: { id: `audio_${i}`, data: 'AAAA' } }, finish_reason: null }],
    }),
  usages: (i) => ev({ id: 'x', choices: [], usage: { prompt_tokens: 9, completion_tokens: i } }),
  comments: () => ': ping\n\n',
  ids: (i) =>
    `id: ${i}\nevent: e${i}\nretry: 5\n${ev({ id: `x${i}`, model: `m${i}`, choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] })}`,
  annotations: (i) =>
    ev({
      id: 'x',
      choices: [
        {
          index: 0,
          delta: { annotations: [{ url_citation: { url: `http://x/${i}` } }] },
          finish_reason: null,
        },
      ],
    }),
};
it.each(
  Object.keys(kinds).flatMap((kind) =>
    ['/v1/chat/completions', '/v1/messages'].map((path) => ({ kind, path })),
  ),
)(
  'an endless stream of $kind, $path',
  async ({ kind, path }) => {
    const gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 0.000001, output: 0.000001 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const COUNT = 150_000;
    let sent = 0;
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < COUNT && !response.destroyed; i += 1) {
        sent = i;
        if (!response.write((kinds[kind] as (i: number) => string)(i)))
          await Promise.race([
            new Promise((r) => response.once('drain', r)),
            new Promise((r) => response.once('close', r)),
          ]);
        if (i % 2000 === 0) await wait(0);
      }
      response.end('data: [DONE]\n\n');
    });
    const user = await gateway.seed.user({ quota: 1_000_000_000 });
    globalThis.gc?.();
    const before = process.memoryUsage();
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 20_000);
    const reply = await gateway.post(
      user.token,
      {
        model: 'm',
        stream: true,
        n: path.includes('chat') ? 2 : undefined,
        max_tokens: 2_000_000,
        messages: [{ role: 'user', content: 'hi' }],
      },
      { path, signal: abort.signal },
    );
    let bytes = 0;
    try {
      for await (const piece of reply.body as never as AsyncIterable<Uint8Array>) bytes += piece.length;
    } catch {}
    globalThis.gc?.();
    const after = process.memoryUsage();
    const rows = await gateway.logRowsOf(user);
    console.log(
      kind,
      path,
      reply.status,
      'events',
      sent,
      'passed MiB',
      (bytes / 2 ** 20).toFixed(1),
      'heap+',
      ((after.heapUsed - before.heapUsed) / 2 ** 20).toFixed(1),
      rows.map((r) => [r.quota, r.ended_by, r.metadata?.charged_by, r.metadata?.error_code]),
    );
    await gateway.stop();
    expect(rows).toHaveLength(1);
  },
  60_000,
);
