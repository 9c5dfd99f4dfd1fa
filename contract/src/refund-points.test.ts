import { expect, it } from 'vitest';
import { refundPoints } from './refund-points.ts';

it('returns all points with all parts of an order, however it is divided', () => {
  let refundedMinor = 0;
  let points = 0;
  for (const minor of [1, 333, 333, 333]) {
    points += refundPoints(500_001, { payMinor: 1000, refundedMinor }, minor);
    refundedMinor += minor;
  }
  expect(points).toBe(500_001);
});
