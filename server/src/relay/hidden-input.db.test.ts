import { expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { sendJson } from '../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../test/support/test-gateway.ts';

const HIDDEN_TOKENS = 500;
const VISIBLE_TOKENS = 9;
const OUTPUT_TOKENS = 2;
/** Input 1 point, output 3 points a token. */
const CALL_POINTS = HIDDEN_TOKENS + VISIBLE_TOKENS + 3 * OUTPUT_TOKENS;
const CALLS_BEFORE = 4;

const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: OUTPUT_TOKENS };

it.each(databases)(
  'an upstream that adds 500 tokens to each call: money for ten calls serves ten, on $name',
  async ({ open }) => {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does((response) => {
      const prompt_tokens = HIDDEN_TOKENS + VISIBLE_TOKENS;
      const message = { role: 'assistant', content: 'Hello!' };
      const usage = { prompt_tokens, completion_tokens: OUTPUT_TOKENS };
      sendJson(response, 200, JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
    });
    const earlier = await gateway.seed.user({ quota: 1_000_000 });
    for (let call = 0; call < CALLS_BEFORE; call += 1) await (await gateway.post(earlier.token, chat)).text();

    const user = await gateway.seed.user({ quota: 10 * CALL_POINTS });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const reply = await gateway.post(user.token, chat);
        await reply.text();
        return reply.status;
      }),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const paid = (await gateway.logRowsOf(user)).filter(({ quota }) => quota > 0);
    expect(paid.map(({ quota }) => quota)).toEqual(new Array(10).fill(CALL_POINTS));
    expect(paid.every(({ metadata }) => metadata?.shortfall === undefined)).toBe(true);
    expect(await gateway.quotaOf(user)).toBe(0);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    await gateway.stop();
    await database.drop();
  },
);
