import { describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

const DAY_MS = 86_400_000;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 16 };

/** The machine's clock, which can be set; and how often somebody looked at it. */
function settableClock() {
  let shiftMs = 0;
  const clock = {
    looks: 0,
    nowMs: () => {
      clock.looks += 1;
      return Date.now() + shiftMs;
    },
    nowSeconds: () => Math.floor((Date.now() + shiftMs) / 1000),
    monotonicMs: () => {
      clock.looks += 1;
      return systemClock.monotonicMs();
    },
    set: (ms: number) => {
      shiftMs = ms;
    },
  };
  return clock;
}

describe.each(anyDatabase)('a machine whose clock is set, on $name', (engine) => {
  const withGateway = async (
    run: (gateway: TestGateway, clock: ReturnType<typeof settableClock>) => Promise<void>,
  ) => {
    const database = await engine.open();
    const clock = settableClock();
    const gateway = await startTestGateway({ databaseUrl: database.url, clock });
    try {
      await gateway.seed.price({ model: 'm', input: 1, output: 3 });
      await run(gateway, clock);
    } finally {
      await gateway.stop();
      await database.drop();
    }
  };

  it('a day back: refuses nobody who is within the limit, and says short waits to others', async () => {
    await withGateway(async (gateway, clock) => {
      await gateway.store.db.updateTable('user_groups').set({ api_rate: 120 }).execute();
      const user = await gateway.seed.user({ quota: 1000 });
      await gateway.seed.channel({ model: 'm' });
      expect((await gateway.post(user.token, chat)).status).toBe(200);

      clock.set(-DAY_MS);

      const replies = await Promise.all(Array.from({ length: 3 }, () => gateway.post(user.token, chat)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    });
  });

  it.each([
    ['forward', DAY_MS],
    ['back', -DAY_MS],
  ])('a day %s: a call that runs goes on, and its log row says how long it took', async (_way, shiftMs) => {
    await withGateway(async (gateway, clock) => {
      const user = await gateway.seed.user({ quota: 1000, heartbeatSeconds: 60 });
      const channel = await gateway.seed.channel({ model: 'm' });
      let answer = () => {};
      gateway.upstream(channel).does((response) => {
        answer = () =>
          sendJson(
            response,
            200,
            '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5}}',
          );
      });
      const reply = gateway.post(user.token, chat);
      await vi.waitFor(() => expect(gateway.upstream(channel).received).toHaveLength(1));

      clock.set(shiftMs);
      const looks = clock.looks;
      // The gateway looks for calls that take too long at least twice.
      await vi.waitFor(() => expect(clock.looks).toBeGreaterThan(looks + 1), { timeout: 10_000 });
      answer();

      expect((await reply).status).toBe(200);
      const [row] = await gateway.logRowsOf(user);
      expect(row?.ended_by).toBe('completed');
      expect(row?.request_time).toBeGreaterThanOrEqual(0);
      expect(row?.request_time).toBeLessThan(60_000);
      expect(row?.metadata?.attempts?.[0]?.duration_ms).toBeLessThan(60_000);
    });
  });
});
