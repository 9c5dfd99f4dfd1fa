import { expect, it } from 'vitest';
import { bucketKeys, bucketRange, midnightOf } from './reader-time.ts';

/** 15 January 2027, 08:00 UTC. */
const NOW = 1_800_000_000;

it('names days and hours as the reader’s clock has them', () => {
  const end = NOW;
  expect(bucketKeys('day', { start: end - 86_400, end, offset: 480 })).toEqual(['2027-01-14', '2027-01-15']);
  expect(bucketKeys('hour', { start: end - 3600, end, offset: -300 })).toEqual([
    '2027-01-15 02:00',
    '2027-01-15 03:00',
  ]);
  expect(midnightOf(NOW, 480)).toBe(NOW - 16 * 3600);
});

it('finds the seconds behind a name again', () => {
  expect(bucketRange('2027-01-15', 480)).toEqual({ from: NOW - 16 * 3600, to: NOW + 8 * 3600 - 1 });
  expect(bucketRange('2027-01-15 03:00', -300)).toEqual({ from: NOW, to: NOW + 3599 });
});
