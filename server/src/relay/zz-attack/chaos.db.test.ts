import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
function rng(seed: number) {
  let s = seed >>> 0;
  return () => {
    s = (s * 1664525 + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

describe.each(
  Array.from({ length: Number(process.env.SEEDS ?? 4) }, (_, i) => i + 1 + Number(process.env.FROM ?? 0)),
)('chaos with seed %s', (seed) => {
  it('keeps its books', async () => {
    const random = rng(seed);
    const int = (n: number) => Math.floor(random() * n);
    const gateway = await startTestGateway({ relayOptions: { holdWaitSeconds: 1 } });
    const { core, store } = gateway;
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const a = await gateway.seed.channel({ model: 'm' });
    const b = await gateway.seed.channel({ model: 'm' });
    for (const c of [a, b])
      gateway.upstream(c).does(async (response, { body }) => {
        const kind = int(10);
        const max = Number(body.max_tokens ?? 800);
        const tokens = Math.max(1, Math.min(max, 1 + int(800)));
        const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
        await wait(int(40));
        if (kind === 0) return sendJson(response, 500, '{"error":{"message":"boom"}}');
        if (kind === 1) return void response.destroy();
        if (body.stream !== true) {
          const content = 'word '.repeat(tokens);
          const text = JSON.stringify({
            id: 'x',
            object: 'chat.completion',
            choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
            ...(kind !== 2 && { usage }),
          });
          if (kind === 3) {
            response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
            response.write(text.slice(0, 50));
            return void response.destroy();
          }
          return sendJson(response, 200, text);
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let i = 0; i < tokens; i += 40) {
          response.write(chunk({ content: 'word '.repeat(Math.min(40, tokens - i)) }));
          if (int(3) === 0) await wait(int(10));
          if (kind === 4 && i > 100) return void response.destroy();
        }
        response.end(
          `${chunk({}, 'stop')}${kind === 5 ? '' : `data: ${JSON.stringify({ choices: [], usage })}\n\n`}data: [DONE]\n\n`,
        );
      });
    const START = 20_000;
    const user = await gateway.seed.user({ quota: START });
    const limited = await gateway.seed.token({ userId: user.id, tokenQuota: 8_000 });
    const budgeted = await gateway.seed.token({ userId: user.id });
    const budget = await gateway.seed.budget(budgeted, { points: 8_000 });
    let credits = 0;
    let limitChange = 0;
    const quota = (points: number) => async () => {
      await wait(int(5));
      await store.db
        .updateTable('users')
        .set({ quota: sql`quota + ${points}` })
        .where('id', '=', user.id)
        .execute();
    };
    const statuses: Record<string, number> = {};
    const refused = new Set<string>();
    const ids = new Set<string>();
    const calls = Array.from({ length: 200 }, async () => {
      await wait(int(400));
      const token = [user.token, limited.token, budgeted.token][int(3)] as string;
      const abort = new AbortController();
      if (int(4) === 0) setTimeout(() => abort.abort(), int(120));
      const body = {
        model: 'm',
        stream: int(2) === 0,
        ...(int(2) === 0 && { max_tokens: 1 + int(900) }),
        messages: [{ role: 'user', content: 'hi' }],
      };
      try {
        const reply = await gateway.post(token, body, { signal: abort.signal });
        const id = reply.headers.get('x-request-id') as string;
        if (reply.status === 429 || reply.status === 402) refused.add(id);
        else ids.add(id);
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        await reply.text();
      } catch (e) {
        statuses.left = (statuses.left ?? 0) + 1;
      }
    });
    const changes = Array.from({ length: 30 }, async () => {
      await wait(int(500));
      const points = 1 + int(600);
      const what = int(4);
      if (what < 2) {
        await core.quotaBook.credit(user.id, points, quota(points));
        credits += points;
      } else if (what === 2)
        await core.quotaBook.debit(user.id, points, quota(-points)).then(
          () => {
            credits -= points;
          },
          () => {},
        );
      else
        await core.quotaBook.changeRemainder(
          limited.tokenId,
          (left) => Math.max(0, left + points - 300),
          async (difference) => {
            await wait(int(5));
            limitChange += difference;
            await store.db
              .updateTable('tokens')
              .set({ remain_quota: sql`remain_quota + ${difference}` })
              .where('id', '=', limited.tokenId)
              .execute();
          },
        );
    });
    await Promise.all([...calls, ...changes]);
    await expect.poll(() => gateway.openAnswers()).toBe(0);
    await wait(1200);
    const rows = await gateway.logRowsOf(user);
    const sum = rows.reduce((s, r) => s + r.quota, 0);
    const short = rows.reduce((s, r) => s + Number(r.metadata?.shortfall ?? 0), 0);
    const ofBudget = rows.filter((r) => r.token_id === budgeted.tokenId).reduce((s, r) => s + r.quota, 0);
    const ofLimited = rows.filter((r) => r.token_id === limited.tokenId).reduce((s, r) => s + r.quota, 0);
    console.log(
      seed,
      statuses,
      rows.length,
      {
        sum,
        short,
        credits,
        ofBudget,
        ofLimited,
        limitChange,
        remainder: await gateway.remainderOf({ ...limited, id: user.id }),
        use: await gateway.usesOf(budget),
      },
      [...new Set(gateway.reports.map((r) => r.replace(/channel \d+/, 'channel')))],
    );
    for (const r of rows) {
      const m = r.metadata as never as {
        reserved: number;
        shortfall?: number;
        lines: object[];
        charged_by: string;
        conversion?: object;
        attempts: object[];
      };
      const cost = r.quota + (m.shortfall ?? 0);
      if (cost > m.reserved)
        console.log(
          'beyond hold',
          r.token_id === budgeted.tokenId ? 'BUDGET' : r.token_id === limited.tokenId ? 'LIMITED' : 'user',
          r.is_stream,
          r.ended_by,
          m.charged_by,
          'cost',
          cost,
          'reserved',
          m.reserved,
          'out',
          r.completion_tokens,
          JSON.stringify(m.conversion ?? null),
          JSON.stringify(m.attempts.length),
        );
    }
    expect(await gateway.quotaOf(user)).toBe(START + credits - sum);
    expect(core.quotaBook.balanceOf(user.id)).toBe(START + credits - sum);
    expect(core.quotaBook.heldPoints()).toBe(0);
    expect(new Set(rows.map((r) => r.request_id)).size).toBe(rows.length);
    for (const id of ids)
      expect(
        rows.some((r) => r.request_id === id),
        id,
      ).toBe(true);
    expect(Object.values(await gateway.usesOf(budget))[0] ?? 0).toBe(ofBudget);
    expect(ofBudget).toBeLessThanOrEqual(8_000);
    expect(core.quotaBook.remainderOf(limited.tokenId)).toBe(
      await gateway.remainderOf({ ...limited, id: user.id }),
    );
    for (const r of rows) {
      const m = r.metadata as { lines: { count: number; ratio: string }[]; shortfall?: number };
      const cost = Math.ceil(m.lines.reduce((s, l) => s + l.count * Number(l.ratio), 0));
      expect(r.quota + (m.shortfall ?? 0)).toBe(cost);
    }
    await gateway.stop();
  });
});
