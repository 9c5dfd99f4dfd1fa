import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { pickRoute } from './pick-route.ts';

const route = (id: number, priority: number, weight: number, keyId = 0) =>
  ({ channel: { id, keyId, priority, weight } }) as Route;
const keysOf = (id: number, priority: number, weight: number, count: number) =>
  Array.from({ length: count }, (_, index) => route(id, priority, weight, 10 * id + index));

/** How often each is chosen by chances that lie evenly. */
function countPicks(routes: Route[], picks: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i < picks; i += 1) {
    const { id, keyId } = pickRoute(routes, i / picks)?.channel ?? { id: 0, keyId: 0 };
    counts.set(`${id}/${keyId}`, (counts.get(`${id}/${keyId}`) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

describe('channel choice', () => {
  it('stays in the highest priority and follows the weights', () => {
    const routes = [route(1, 5, 1), route(2, 5, 3), route(3, 1, 100)];
    expect(countPicks(routes, 1000)).toEqual({ '1/0': 250, '2/0': 750 });
  });

  it('gives a channel its weight however many keys it has, and each of its keys the same part', () => {
    const routes = [...keysOf(1, 5, 1, 5), ...keysOf(2, 5, 3, 3), ...keysOf(3, 1, 100, 2)];
    const part = { '1/10': 50, '1/11': 50, '1/12': 50, '1/13': 50, '1/14': 50 };
    expect(countPicks(routes, 1000)).toEqual({ ...part, '2/20': 250, '2/21': 250, '2/22': 250 });
  });

  it('always chooses one when there is one', () => {
    const channels = fc.array(
      fc.record({ weight: fc.integer({ min: 1, max: 1_000_000 }), keys: fc.integer({ min: 1, max: 1000 }) }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(channels, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (list, chance) => {
        const routes = list.flatMap(({ weight, keys }, i) => keysOf(i + 1, 0, weight, keys));
        return Boolean(pickRoute(routes, chance));
      }),
    );
    expect(pickRoute([], 0.5)).toBeUndefined();
  });
});
