import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 100 } })}\n\ndata: [DONE]\n\n`;

it('accounts, keys, groups, channels and prices that go away under open streams', async () => {
  const gateway = await startTestGateway();
  const { db } = gateway.store;
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  let go!: () => void;
  const gate = new Promise<void>((r) => {
    go = r;
  });
  gateway.upstream(channel).does(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ content: 'word '.repeat(50) }));
    await gate;
    response.end(chunk({ content: 'word '.repeat(50) }) + chunk({}, 'stop') + usage);
  });
  const users = await Promise.all([1, 2, 3, 4, 5].map(() => gateway.seed.user({ quota: 10_000 })));
  const open = users.map((u) =>
    gateway
      .post(u.token, { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
      .then((r) => r.text()),
  );
  await expect.poll(() => gateway.upstream(channel).received.length).toBe(5);
  await wait(100);
  const [a, b] = users as never as { id: number; tokenId: number }[];
  await db.updateTable('users').set({ deleted_time: 5 }).where('id', '=', a!.id).execute();
  await db.deleteFrom('tokens').where('id', '=', b!.tokenId).execute();
  gateway.core.identities.forgetUser(a!.id);
  await db.deleteFrom('prices').execute();
  await db.updateTable('user_groups').set({ ratio: '5', enable: 0 }).execute();
  await db.updateTable('channels').set({ deleted_time: 5, status: 2 }).execute();
  await gateway.core.routing.reload();
  go();
  await Promise.all(open);
  for (const u of users) {
    const rows = await gateway.logRowsOf(u);
    console.log(
      rows.map((r) => [r.quota, r.ended_by, r.metadata?.charged_by]),
      await gateway.quotaOf(u),
    );
    expect(rows).toMatchObject([{ quota: 109 }]);
    expect(await gateway.quotaOf(u)).toBe(10_000 - 109);
  }
  console.log(gateway.reports);
  await gateway.stop();
});

it('a stop in the middle, a restart, and the books', async () => {
  const first = await startTestGateway();
  await first.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await first.seed.channel({ model: 'm' });
  first.upstream(channel).does(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let i = 0; i < 100; i += 1) {
      if (response.destroyed) return;
      response.write(chunk({ content: 'word '.repeat(10) }));
      await wait(5);
    }
    response.end(chunk({}, 'stop') + usage);
  });
  const user = await first.seed.user({ quota: 100_000, tokenQuota: 50_000 });
  const open = Array.from({ length: 40 }, () =>
    first
      .post(user.token, { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
      .then((r) => r.text())
      .catch(() => 'x'),
  );
  await wait(250);
  first.breakOffCalls();
  const texts = await Promise.all(open);
  const rows = await first.logRowsOf(user);
  const sum = rows.reduce((s, r) => s + r.quota, 0);
  console.log(
    rows.length,
    sum,
    new Set(rows.map((r) => `${r.ended_by} ${r.metadata?.charged_by}`)),
    texts.filter((t) => t.length > 0).length,
  );
  expect(await first.quotaOf(user)).toBe(100_000 - sum);
  expect(await first.remainderOf(user)).toBe(50_000 - sum);
  expect(first.core.quotaBook.heldPoints()).toBe(0);
  await first.stop();
});
