import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

// One answer of the upstream: 9 input and 2 output tokens, 9*1 + 2*3 = 15 points.
const CALL_POINTS = 15;
const PAYS_FOR = 10;
const CALLS = 200;

interface Asked {
  max_tokens: number | undefined;
  stream: boolean;
}

async function callMany(gateway: TestGateway, token: string, asked: Asked): Promise<number[]> {
  const messages = [{ role: 'user', content: 'Say hello' }];
  return Promise.all(
    Array.from({ length: CALLS }, async () => {
      const reply = await gateway.post(token, { model: 'm', messages, ...asked });
      await reply.text();
      return reply.status;
    }),
  );
}

const payers = [
  { who: 'a balance', quota: PAYS_FOR * CALL_POINTS, tokenQuota: null },
  { who: 'a token of a rich user', quota: 1_000_000_000, tokenQuota: PAYS_FOR * CALL_POINTS },
];

/** Output limits in the request. */
const bounds = [
  { bound: 'exact', max_tokens: 2 },
  { bound: 'generous', max_tokens: 30 },
  { bound: 'absent', max_tokens: undefined },
];

describe.each(anyDatabase)('200 parallel calls on money for 10, on $name', ({ open }) => {
  it.each(
    payers.flatMap((payer) =>
      bounds.flatMap((bound) => [false, true].map((stream) => ({ ...payer, ...bound, stream }))),
    ),
  )('$who, with $bound limit, streamed: $stream', async ({ quota, tokenQuota, max_tokens, stream }) => {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    const user = await gateway.seed.user({ quota, tokenQuota });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway
      .upstream(channel)
      .plays(stream ? 'openai-chat/hello.chunks.txt' : 'openai-chat/hello.json', { everyMs: 5 });

    const statuses = await callMany(gateway, user.token, { max_tokens, stream });
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    expect(statuses.filter((status) => status === 200)).toHaveLength(PAYS_FOR);

    const charged = (await gateway.logRowsOf(user)).reduce((sum, row) => sum + row.quota, 0);
    expect(charged).toBe(PAYS_FOR * CALL_POINTS);
    expect(await gateway.quotaOf(user)).toBe(quota - charged);
    if (tokenQuota !== null) expect(await gateway.remainderOf(user)).toBe(0);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    await gateway.stop();
    await database.drop();
  });
});

it.each([
  { what: 'a price by calls', price: { type: 'times' as const, input: 5, output: 0 }, points: 5_000 },
  { what: 'a free answer', price: { type: 'tokens' as const, input: 1_000, output: 0 }, points: 9_000 },
])('$what is served to whoever can pay it, and to nobody for less', async ({ price, points }) => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', ...price });
  const channel = await gateway.seed.channel({ model: 'm' });
  const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };
  const statusOf = async (quota: number, stream = false) => {
    const user = await gateway.seed.user({ quota });
    const reply = await gateway.post(user.token, { ...chat, stream });
    await reply.text();
    return reply.status;
  };

  expect([await statusOf(1), await statusOf(1, true)]).toEqual([429, 429]);
  expect(gateway.upstream(channel).received).toHaveLength(0);
  expect(await statusOf(10 * points)).toBe(200);
  expect(gateway.upstream(channel).received[0]?.body).not.toHaveProperty('max_tokens');
  await gateway.stop();
});

it('keys with little left take no more together than their balance has', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  // The input tokens of the picture are known only when the answer arrives.
  const usage = { prompt_tokens: 16_000, completion_tokens: 20 };
  gateway.upstream(channel).does(async (response) => {
    await wait(200);
    sendJson(response, 200, JSON.stringify({ choices: [{}], usage }));
  });
  const user = await gateway.seed.user({ quota: 20_000 });
  const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const call = { model: 'm', max_tokens: 20, messages: [{ role: 'user', content: [picture] }] };

  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { token } = await gateway.seed.token({ userId: user.id, tokenQuota: 400 });
      const reply = await gateway.post(token, call);
      await reply.text();
      return reply.status;
    }),
  );

  const rows = await gateway.logRowsOf(user);
  // The balance pays a part of the last call.
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(rows.filter(({ metadata }) => metadata?.shortfall !== undefined)).toHaveLength(1);
  await gateway.stop();
});
