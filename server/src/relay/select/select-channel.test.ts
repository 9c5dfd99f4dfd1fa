import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { Cooldowns } from './cooldowns.ts';
import { pickRoute } from './select-channel.ts';

const route = (id: number, priority: number, weight: number) =>
  ({ channel: { id, priority, weight } }) as Route;

describe('channel choice', () => {
  it('stays in the highest priority and follows the weights', () => {
    const routes = [route(1, 5, 1), route(2, 5, 3), route(3, 1, 100)];
    const counts = new Map<number, number>();
    for (let i = 0; i < 1000; i += 1) {
      const id = pickRoute(routes, i / 1000)?.channel.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ 1: 250, 2: 750 });
  });

  it('always chooses one when there is one', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 0.999999999, noNaN: true }), (list, chance) =>
        Boolean(
          pickRoute(
            list.map((weight, i) => route(i, 0, weight)),
            chance,
          ),
        ),
      ),
    );
    expect(pickRoute([], 0.5)).toBeUndefined();
  });
});

describe('cooldowns', () => {
  const model = (channelId: number, upstreamModel = 'm') => ({ channel: { id: channelId }, upstreamModel });

  it('end by themselves', () => {
    let now = 0;
    const cooldowns = new Cooldowns({ monotonicMs: () => now });
    cooldowns.start(model(1), 5);
    expect(cooldowns.untilMs(model(1))).toBe(5000);
    expect(cooldowns.untilMs(model(1, 'other'))).toBe(0);
    now = 5000;
    expect(cooldowns.untilMs(model(1))).toBe(0);
  });

  it('tell an odd request of one caller from a failing channel', () => {
    const cooldowns = new Cooldowns({ monotonicMs: () => 0 });
    expect([cooldowns.noteFailure(model(1), 7), cooldowns.noteFailure(model(1), 7)]).toEqual([false, false]);
    expect(cooldowns.noteFailure(model(1, 'other'), 8)).toBe(false);
    expect(cooldowns.noteFailure(model(1), 8)).toBe(true);
    expect([1, 2, 3].map(() => cooldowns.noteFailure(model(2), 7))).toEqual([false, false, true]);
  });

  it('count the last ten calls only', () => {
    const cooldowns = new Cooldowns({ monotonicMs: () => 0 });
    cooldowns.noteFailure(model(1), 7);
    cooldowns.noteFailure(model(1), 7);
    for (let call = 0; call < 9; call += 1) cooldowns.noteSuccess(model(1));
    expect(cooldowns.noteFailure(model(1), 8)).toBe(false);
  });
});
