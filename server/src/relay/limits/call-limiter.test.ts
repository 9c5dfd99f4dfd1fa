import { describe, expect, it } from 'vitest';
import type { CallLimits } from '../../modules/routing/call-limits.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { CallLimiter } from './call-limiter.ts';

const limits = (given: Partial<CallLimits>): CallLimits => ({
  ...{ requestsPerMinute: 0, tokensPerMinute: 0, parallelCalls: 0 },
  ...given,
});
const perMinute = (requestsPerMinute: number) => limits({ requestsPerMinute });

interface Caller {
  userId?: number;
  tokenId?: number;
  symbol?: string;
  group?: CallLimits;
  user?: CallLimits;
  token?: CallLimits;
}

function startLimiter(capacity?: number) {
  const clock = { ms: 0 };
  const limiter = new CallLimiter({ monotonicMs: () => clock.ms, nowMs: () => clock.ms }, capacity);
  const open = ({ userId = 1, tokenId = 1, symbol = 'g', group, user, token }: Caller) => {
    const caller = { userId, tokenId, userLimits: user ?? null, tokenLimits: token ?? null };
    return limiter.metersOf(caller, { symbol, limits: group ?? perMinute(1_000_000) });
  };
  /** @returns 0 where the call may start, else how long to wait, with what stood in the way */
  const start = (caller: Caller) => {
    const use = open(caller);
    return { use, ...outcomeOf(() => limiter.start(use)) };
  };
  return { clock, limiter, open, start };
}

function outcomeOf(action: () => void): { code: string | null; waitSeconds: number } {
  try {
    action();
    return { code: null, waitSeconds: 0 };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { code: error.code, waitSeconds: Number(error.parameters.retry_after) };
  }
}

describe('requests per minute', () => {
  it.each([10, 59, 60, 200])('lets exactly %i of 400 parallel calls pass', (rate) => {
    for (const scope of ['group', 'user', 'token'] as const) {
      const { start } = startLimiter();
      const codes = Array.from({ length: 400 }, () => start({ [scope]: perMinute(rate) }).code);
      expect(codes.filter((code) => code === null)).toHaveLength(rate);
      expect(codes.at(-1)).toBe('rate.requests');
    }
  });

  it.each([10, 120])('says how long to wait at %i, and keeps its word', (rate) => {
    const { clock, start } = startLimiter();
    for (let call = 0; call < rate; call += 1) start({ group: perMinute(rate) });
    const { waitSeconds } = start({ group: perMinute(rate) });
    expect(waitSeconds).toBeGreaterThan(0);
    clock.ms += waitSeconds * 1000;
    expect(start({ group: perMinute(rate) }).code).toBeNull();
  });

  it('several keys of one user have one limit of their group and account, each its own beside', () => {
    for (const scope of ['group', 'user'] as const) {
      const { start } = startLimiter();
      const passed = Array.from({ length: 9 }, (_, tokenId) => start({ tokenId, [scope]: perMinute(5) }));
      expect(passed.filter(({ code }) => code === null)).toHaveLength(5);
    }
    const { start } = startLimiter();
    const outcomes = [1, 1, 2].map((tokenId) => start({ tokenId, token: perMinute(1) }).code);
    expect(outcomes).toEqual([null, 'rate.requests', null]);
  });

  it('counts users apart, and a user’s groups apart', () => {
    const { start } = startLimiter();
    const group = perMinute(1);
    expect(start({ group }).code).toBeNull();
    expect(start({ group }).waitSeconds).toBe(60);
    expect(start({ group, userId: 2 }).code).toBeNull();
    expect(start({ group, symbol: 'h' }).code).toBeNull();
  });

  it('a refused call takes nothing from any limit', () => {
    const { start } = startLimiter();
    expect(start({ user: perMinute(2), token: perMinute(1), tokenId: 1 }).code).toBeNull();
    for (let call = 0; call < 5; call += 1) start({ user: perMinute(2), token: perMinute(1), tokenId: 1 });
    expect(start({ user: perMinute(2), token: perMinute(1), tokenId: 2 }).code).toBeNull();
  });

  it('a changed limit counts what was used under the old one', () => {
    const { start } = startLimiter();
    for (let call = 0; call < 80; call += 1) start({ user: perMinute(100) });
    expect(start({ user: perMinute(60) }).code).toBe('rate.requests');
    expect(start({ user: perMinute(90) }).code).toBeNull();
  });

  it.each([
    { rate: 10, afterOne: [9, 60], afterAll: [0, 54] },
    { rate: 120, afterOne: [119, 1], afterAll: [12, 54] },
  ])('says what is left of $rate, and when all of it is back', ({ rate, ...told }) => {
    const { clock, start } = startLimiter();
    const take = () => {
      const { requests } = start({ group: perMinute(rate) }).use.allowance();
      return [requests?.remaining, requests?.resetSeconds];
    };
    expect(take()).toEqual(told.afterOne);
    for (let call = 2; call < rate; call += 1) take();
    clock.ms = 6_000;
    expect(take()).toEqual(told.afterAll);
  });

  it('tells the tightest limit of several', () => {
    const { start } = startLimiter();
    const { use } = start({ group: perMinute(600), user: perMinute(100), token: perMinute(200) });
    expect(use.allowance().requests).toMatchObject({ perMinute: 100, remaining: 99 });
  });
});

describe('parallel calls', () => {
  it('lets as many run as may, and the next one once one has ended', () => {
    const { start } = startLimiter();
    const user = limits({ parallelCalls: 3 });
    const started = Array.from({ length: 200 }, () => start({ user }));
    const running = started.filter(({ code }) => code === null);
    expect(running).toHaveLength(3);
    expect(started.at(-1)).toMatchObject({ code: 'rate.parallel', waitSeconds: 1 });

    running[0]?.use.end(0);
    running[0]?.use.end(0);
    expect([start({ user }).code, start({ user }).code]).toEqual([null, 'rate.parallel']);
  });

  it('the end of a call that was refused frees nothing', () => {
    const { start } = startLimiter();
    const user = limits({ parallelCalls: 1 });
    start({ user });
    start({ user }).use.end(0);
    expect(start({ user }).code).toBe('rate.parallel');
  });
});

describe('tokens per minute', () => {
  const user = limits({ tokensPerMinute: 1000 });

  it('holds what a call is expected to use, and corrects it at its end', () => {
    const { limiter, start } = startLimiter();
    const { use } = start({ user });
    limiter.expectTokens(use, 700);
    const second = start({ user }).use;
    expect(outcomeOf(() => limiter.expectTokens(second, 400))).toEqual({
      code: 'rate.tokens',
      waitSeconds: 6,
    });

    use.end(100);
    expect(outcomeOf(() => limiter.expectTokens(second, 400)).code).toBeNull();
    expect(second.allowance().tokens).toEqual({ perMinute: 1000, remaining: 500, resetSeconds: 30 });
  });

  it('what goes beyond is paid by waiting', () => {
    const { clock, limiter, start } = startLimiter();
    const { use } = start({ user });
    limiter.expectTokens(use, 500);
    use.end(1999);
    expect(start({ user })).toMatchObject({ code: 'rate.tokens', waitSeconds: 90 });
    clock.ms += 60_000;
    expect(start({ user }).code).toBeNull();
  });

  it('says how long to wait before a call is read, and keeps its word to one like the last two', () => {
    const { clock, limiter, start } = startLimiter();
    const { use } = start({ user });
    limiter.expectTokens(use, 300);
    limiter.expectTokens(start({ user }).use, 300);
    use.end(900);
    const { waitSeconds } = start({ user });
    clock.ms += waitSeconds * 1000;
    const again = start({ user }).use;
    expect(outcomeOf(() => limiter.expectTokens(again, 300)).code).toBeNull();
  });

  it('lets a small call after a large one wait no longer than it has to', () => {
    const { limiter, start } = startLimiter();
    limiter.expectTokens(start({ user }).use, 10);
    limiter.expectTokens(start({ user }).use, 990);
    expect(start({ user }).waitSeconds).toBe(1);
  });

  it('a call of more than a minute’s tokens may pass alone', () => {
    const { limiter, start } = startLimiter();
    const { use } = start({ user });
    expect(outcomeOf(() => limiter.expectTokens(use, 5000)).code).toBeNull();
    expect(start({ user }).code).toBe('rate.tokens');
  });

  it('tokens that were expected long ago have drained, and are not given back to others', () => {
    const { clock, limiter, start } = startLimiter();
    const long = start({ user }).use;
    limiter.expectTokens(long, 1000);
    clock.ms += 60_000;
    limiter.expectTokens(start({ user }).use, 1000);
    long.end(0);
    expect(start({ user }).code).toBe('rate.tokens');
  });
});

describe('meters', () => {
  it('are few numbers for each identity, and those without use are forgotten', () => {
    const { clock, limiter, start } = startLimiter(100);
    for (let userId = 0; userId < 100; userId += 1) {
      for (let call = 0; call < 50; call += 1) start({ userId, group: perMinute(600) }).use.end(0);
    }
    const busy = start({ userId: 7, group: limits({ requestsPerMinute: 600, parallelCalls: 1 }) });
    expect([busy.code, limiter.size]).toEqual([null, 100]);

    clock.ms += 60_000;
    start({ userId: 1000, group: perMinute(600) });
    expect(limiter.size).toBe(2);
    const again = start({ userId: 7, group: limits({ requestsPerMinute: 600, parallelCalls: 1 }) });
    expect(again.code).toBe('rate.parallel');
  });
});
