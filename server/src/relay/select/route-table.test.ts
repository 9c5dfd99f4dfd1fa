import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { pickRoute } from './pick-route.ts';
import { pickFromTable, routeAt } from './route-table.ts';

const route = (id: number, priority: number, weight: number, keyId: number) =>
  ({ channel: { id, keyId, priority, weight, limits: null, keyLimits: null } }) as Route;

describe('the choice by a kept table', () => {
  it('is that by weights', () => {
    const channels = fc.array(
      fc.record({
        priority: fc.integer({ min: 0, max: 2 }),
        weight: fc.integer({ min: 1, max: 100 }),
        keys: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    const chance = fc.integer({ min: 0, max: 9_999 }).map((part) => (part + 0.5) / 10_000);
    fc.assert(
      fc.property(channels, chance, (list, part) => {
        const routes = list
          .toSorted((a, b) => b.priority - a.priority)
          .flatMap(({ priority, weight, keys }, id) =>
            Array.from({ length: keys }, (_, key) => route(id + 1, priority, weight, 10 * id + key)),
          );
        const byTable = pickFromTable(routes, part)?.channel;
        const byWeights = pickRoute(routes, part)?.channel;
        expect([byTable?.id, byTable?.keyId]).toEqual([byWeights?.id, byWeights?.keyId]);
      }),
    );
    expect(pickFromTable([], 0.5)).toBeUndefined();
  });

  it('finds the route of a place, whatever the number of routes', () => {
    for (const count of [3, 100]) {
      const routes = Array.from({ length: count }, (_, id) =>
        [1, 2].map((key) => route(id, 0, 1, key)),
      ).flat();
      expect(routeAt(routes, { channelId: 2, keyId: 2 })).toBe(routes[5]);
      expect(routeAt(routes, { channelId: 2, keyId: 0 })).toBe(routes[4]);
      expect(routeAt(routes, { channelId: 2, keyId: 3 })).toBeUndefined();
      expect(routeAt(routes, { channelId: count, keyId: 0 })).toBeUndefined();
    }
  });
});
