import { expect, it } from 'vitest';
import { promotedGroup } from './promotion-rules.ts';

const groups = [
  { symbol: 'default', promotion_points: 0, enable: 1 },
  { symbol: 'silver', promotion_points: 100, enable: 1 },
  { symbol: 'gold', promotion_points: 1000, enable: 1 },
  { symbol: 'closed', promotion_points: 500, enable: 0 },
  { symbol: 'partner', promotion_points: 0, enable: 1 },
] as const;

it.each([
  ['default', 99, undefined],
  ['default', 100, 'silver'],
  ['default', 999, 'silver'],
  ['default', 5000, 'gold'],
  ['silver', 1000, 'gold'],
  // Thresholds that rise later take nothing away.
  ['gold', 0, undefined],
  ['closed', 100, undefined],
  ['gone', 100, 'silver'],
])('moves an account in %s with top-ups of %i into %s', (group, toppedUpPoints, expected) => {
  expect(promotedGroup({ group, toppedUpPoints, isChosen: false }, groups)).toBe(expected);
});

it('leaves an account where an administrator put it', () => {
  for (const group of ['partner', 'default', 'silver'])
    expect(promotedGroup({ group, toppedUpPoints: 9999, isChosen: true }, groups)).toBeUndefined();
});
