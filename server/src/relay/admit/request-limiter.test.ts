import { describe, expect, it } from 'vitest';
import { RequestLimiter } from './request-limiter.ts';

describe('request limiter', () => {
  it.each([10, 59, 60, 200])('lets exactly %i of 400 parallel requests pass', (requestsPerMinute) => {
    const limiter = new RequestLimiter({ monotonicMs: () => 1000 });
    const passed = Array.from({ length: 400 }, () => limiter.take(1, requestsPerMinute)).filter(
      ({ waitSeconds }) => waitSeconds === 0,
    );
    expect(passed).toHaveLength(requestsPerMinute);
  });

  it('says how long to wait, and keeps its word', () => {
    let now = 0;
    const limiter = new RequestLimiter({ monotonicMs: () => now });
    for (const requestsPerMinute of [10, 120]) {
      const user = requestsPerMinute;
      for (let i = 0; i < requestsPerMinute; i += 1) limiter.take(user, requestsPerMinute);
      const wait = limiter.take(user, requestsPerMinute).waitSeconds;
      expect(wait).toBeGreaterThan(0);
      now += wait * 1000;
      expect(limiter.take(user, requestsPerMinute).waitSeconds).toBe(0);
    }
  });

  it('counts each rate of a user by itself: groups and their rates may change', () => {
    let now = 0;
    const limiter = new RequestLimiter({ monotonicMs: () => now });
    for (let call = 0; call < 60; call += 1) {
      now += 60_000 / 600;
      expect(limiter.take(1, 600).waitSeconds).toBe(0);
      now += 60_000 / 30;
      expect(limiter.take(1, 30).waitSeconds).toBe(0);
    }
  });

  it.each([
    { requestsPerMinute: 10, afterOne: [9, 60], afterAll: [0, 54] },
    { requestsPerMinute: 120, afterOne: [119, 1], afterAll: [12, 54] },
  ])(
    'says what is left of $requestsPerMinute, and when all of it is back',
    ({ requestsPerMinute, ...told }) => {
      let now = 0;
      const limiter = new RequestLimiter({ monotonicMs: () => now });
      const take = () => {
        const { remaining, resetSeconds } = limiter.take(1, requestsPerMinute);
        return [remaining, resetSeconds];
      };
      expect(take()).toEqual(told.afterOne);
      for (let call = 2; call < requestsPerMinute; call += 1) take();
      now = 6_000;
      expect(take()).toEqual(told.afterAll);
    },
  );

  it('counts each user by itself', () => {
    const limiter = new RequestLimiter({ monotonicMs: () => 0 });
    expect(limiter.take(1, 1).waitSeconds).toBe(0);
    expect(limiter.take(1, 1).waitSeconds).toBe(60);
    expect(limiter.take(2, 1).waitSeconds).toBe(0);
  });
});
