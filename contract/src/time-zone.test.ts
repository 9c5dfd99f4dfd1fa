import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each([...[['UTC'], ['Europe/Berlin'], ['europe/berlin'], ['Asia/Calcutta'], ['+08:00'], ['EST']]])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

it.each([[''], ['Europe/Nowhere'], ['PST'], ['ACT'], ['US/Pacific-New'], ['\u221201:00']])(
  '%j is none, or none whose days can be counted',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);
