import { describe, expect, it } from 'vitest';
import { affordableOutput, chargeOf, chargeOfLog, NOTHING_ASKED, outputCost, quoteOf } from './charge.ts';
import { ONE } from './decimal.ts';
import { type Price, toPrice } from './price-book.ts';
import { priceAt, type StoredHours } from './price-hours.ts';
import { noUsage } from './usage.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const HOUR = 3600;
const peak: StoredHours = {
  time_zone: 'UTC',
  holidays: [],
  rules: [{ days: EVERY_DAY, from: '01:00', to: '04:00', on_holidays: false, ratio: '2.5' }],
};
const priceWith = (hours: StoredHours | null, callSeconds = HOUR): Price =>
  toPrice(
    {
      ...{ model: 'm', version: 1, type: 'tokens', channel_type: 1, input: '1', output: '2' },
      ...{ extra_ratios: '{}', units: '[]', steps: '[]', tiers: '{}' },
      hours: hours === null ? '' : JSON.stringify(hours),
    },
    callSeconds,
  );
const at = (time: string): number => Temporal.Instant.from(time).epochMilliseconds / 1000;
const usage = { ...noUsage(), textInput: 3 };
const use = { textTokens: 3, imageTokens: 0, audioTokens: 0, outputTokens: 0, asks: NOTHING_ASKED };

/** Charge and hold of a call at a moment. */
const pointsAt = (price: Price, time: string): [charged: number, held: number] => {
  const present = priceAt(price, at(time));
  return [chargeOf(usage, present, ONE).points, quoteOf(use, present, ONE)];
};

describe('a price with hours', () => {
  it('charges by the hour of the call, and holds the most expensive hour that the call may last until', () => {
    const price = priceWith(peak);
    expect(pointsAt(price, '2027-03-01T23:59:59Z')).toEqual([3, 3]);
    expect(pointsAt(price, '2027-03-02T00:00:00Z')).toEqual([3, 8]);
    expect(pointsAt(price, '2027-03-02T00:59:59Z')).toEqual([3, 8]);
    expect(pointsAt(price, '2027-03-02T01:00:00Z')).toEqual([8, 8]);
    expect(pointsAt(price, '2027-03-02T03:59:59Z')).toEqual([8, 8]);
    expect(pointsAt(price, '2027-03-02T04:00:00Z')).toEqual([3, 3]);
  });

  it('holds any of its hours where a call may last a week', () => {
    expect(pointsAt(priceWith(peak, 7 * 24 * HOUR), '2027-03-02T12:00:00Z')).toEqual([3, 8]);
  });

  it('is that of the present moment when the clock jumps, forwards or back', () => {
    const price = priceWith(peak);
    const jumps = ['01:00:00', '00:59:59', '03:59:59', '12:00:00', '01:00:00', '00:00:00'];
    expect(jumps.map((time) => pointsAt(price, `2027-03-02T${time}Z`)[0])).toEqual([8, 3, 8, 3, 8, 3]);
  });

  it('is kept while its factors stay the same', () => {
    const price = priceWith(peak);
    const present = priceAt(price, at('2027-03-02T05:00Z'));
    expect(priceAt(price, at('2027-03-02T22:00Z'))).toBe(present);
    const night = priceAt(price, at('2027-03-03T00:00Z'));
    expect(night).not.toBe(present);
    // Calls that arrived before it are still priced.
    expect(priceAt(price, at('2027-03-02T22:59:59Z'))).toBe(present);
    expect(priceAt(price, at('2027-03-03T00:59:59Z'))).toBe(night);
    const plain = priceWith(null);
    expect(priceAt(plain, 0)).toBe(plain);
  });

  it('has a log row that gives the same points, and an output that its points pay for', () => {
    const present = priceAt(priceWith(peak), at('2027-03-02T02:00Z'));
    const { lines, points, hourRatio } = chargeOf(usage, present, ONE);
    expect(hourRatio).toBe('2.5');
    expect(chargeOfLog({ lines, group_ratio: 1, hour_ratio: hourRatio })).toBe(points);
    const terms = { price: present, groupRatio: ONE, asks: NOTHING_ASKED, inputTokens: 0 };
    expect([affordableOutput(24, terms), outputCost(4, terms)]).toEqual([4, 20]);
  });

  it('is no price if its hours cannot be read', () => {
    expect(() => priceWith({ ...peak, time_zone: 'Mars/Olympus' })).toThrow();
    expect(() => toPrice({ ...rowOf(), hours: '{' })).toThrow();
  });
});

const rowOf = () => ({
  ...{ model: 'm', version: 1, type: 'tokens', channel_type: 1, input: '1', output: '2' },
  ...{ extra_ratios: '{}', units: '[]', steps: '[]', tiers: '{}' },
});
