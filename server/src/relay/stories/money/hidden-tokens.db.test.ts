import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

const MAX_TOKENS = 2;
const CALLS_BEFORE = 4;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: MAX_TOKENS };

interface SeenUpstream {
  what: string;
  prompt_tokens: number;
  completion_tokens: number;
  service_tier?: string;
}
const upstreams: SeenUpstream[] = [
  { what: 'adds 500 tokens to each input', prompt_tokens: 509, completion_tokens: MAX_TOKENS },
  // A body of this size is taken for at most 22 tokens.
  { what: 'does not keep to max_tokens', prompt_tokens: 22, completion_tokens: 200 },
  {
    what: 'serves a dearer tier unasked',
    ...{ prompt_tokens: 22, completion_tokens: MAX_TOKENS, service_tier: 'priority' },
  },
];

describe.each(anyDatabase)('money for ten calls serves ten, in parallel, on $name', ({ open }) => {
  it.each(upstreams)(
    'where the upstream $what',
    async ({ prompt_tokens, completion_tokens, service_tier }) => {
      const callPoints = (prompt_tokens + 3 * completion_tokens) * (service_tier === undefined ? 1 : 4);
      const database = await open();
      const gateway = await startTestGateway({ databaseUrl: database.url });
      await gateway.seed.price({ model: 'm', input: 1, output: 3, parts: { tiers: { priority: 4 } } });
      const channel = await gateway.seed.channel({ model: 'm' });
      gateway.upstream(channel).does((response) => {
        const choices = [{ message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }];
        sendJson(
          response,
          200,
          JSON.stringify({ choices, usage: { prompt_tokens, completion_tokens }, service_tier }),
        );
      });
      const earlier = await gateway.seed.user({ quota: 1_000_000 });
      for (let call = 0; call < CALLS_BEFORE; call += 1)
        await (await gateway.post(earlier.token, chat)).text();

      const user = await gateway.seed.user({ quota: 10 * callPoints });
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const reply = await gateway.post(user.token, chat);
          await reply.text();
          return reply.status;
        }),
      );

      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      const paid = (await gateway.logRowsOf(user)).filter(({ quota }) => quota > 0);
      expect(paid.map(({ quota }) => quota)).toEqual(new Array(10).fill(callPoints));
      expect(paid.every(({ metadata }) => metadata?.shortfall === undefined)).toBe(true);
      expect(await gateway.quotaOf(user)).toBe(0);
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
      await gateway.stop();
      await database.drop();
    },
  );
});
