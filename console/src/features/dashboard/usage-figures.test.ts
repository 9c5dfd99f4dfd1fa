import type { ModelUsage } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { daySums, todayFigure } from './usage-figures.ts';

const row = (at: string, Quota: number): ModelUsage => ({
  ...{
    Date: at,
    ModelName: 'm',
    Quota,
    RequestCount: 1,
    PromptTokens: 30,
    CompletionTokens: 12,
    RequestTime: 5,
  },
});

it('compares today with yesterday up to the same hour', () => {
  const rows = [
    row('2027-01-14 02:00', 10),
    row('2027-01-14 09:00', 20),
    row('2027-01-14 10:00', 400),
    row('2027-01-15 00:00', 1),
    row('2027-01-15 09:00', 2),
  ];
  const hours = ['2027-01-14 00:00', '2027-01-15 09:00'];
  expect(todayFigure(rows, 'quota', hours)).toEqual({ today: 3, before: 30 });
  expect(todayFigure(rows, 'tokens', hours)).toEqual({ today: 84, before: 84 });
});

it('sums days, also those without use', () => {
  const rows = [row('2027-01-13', 5), row('2027-01-13', 6), row('2027-01-15', 7)];
  expect(daySums(rows, 'quota', ['2027-01-13', '2027-01-14', '2027-01-15'])).toEqual([11, 0, 7]);
});
