import { afterEach, expect, it, vi } from 'vitest';
import { readerTimeZone, readerTimeZoneText } from './time-zone.ts';

afterEach(() => vi.restoreAllMocks());

const RealFormat = Intl.DateTimeFormat;
const inZone = (timeZone: string) =>
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locales, options) {
    const real = new RealFormat(locales, {
      ...options,
      timeZone: timeZone === 'Etc/Unknown' ? 'UTC' : timeZone,
    });
    vi.spyOn(real, 'resolvedOptions').mockReturnValue({ ...real.resolvedOptions(), timeZone });
    return real;
  });

it.each([
  ['Asia/Hong_Kong', 'Asia/Hong_Kong (UTC+8)'],
  ['Asia/Kathmandu', 'Asia/Kathmandu (UTC+5:45)'],
  ['UTC', 'UTC'],
  ['Etc/Unknown', 'UTC'],
])('names the zone %s with its difference, %s', (zone, text) => {
  inZone(zone);
  for (const language of ['en_US', 'zh_CN', 'zh_HK', 'ja_JP'])
    expect(readerTimeZoneText(language)).toBe(text);
  expect(readerTimeZone()).toBe(text.split(' ')[0]);
});
