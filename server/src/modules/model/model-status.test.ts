import { STATUS_HOURS } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { firstStatusHour, modelStatus } from './model-status.ts';

const NOW = 1_800_000_000 + 1800;
const HOUR = NOW - (NOW % 3600);
const hour = (ago: number, calls: number, failures = 0) => ({
  ...{ hour: HOUR - ago * 3600, calls, failures },
  first_byte_ms: (calls - failures) * 1234,
});
const statusOf = (...hours: ReturnType<typeof hour>[]) =>
  modelStatus({ model: 'm', owned_by: '' }, hours, NOW);

describe('the public status of a model', () => {
  it.each([
    ['operational', [hour(0, 100, 5)]],
    ['degraded', [hour(0, 100, 6)]],
    ['degraded', [hour(0, 100, 50)]],
    ['down', [hour(0, 100, 51)]],
    ['down', [hour(0, 10, 10)]],
    ['idle', [hour(0, 9, 9)]],
    ['idle', []],
    // Both hours together, and no older one.
    ['operational', [hour(0, 5, 5), hour(1, 995)]],
    ['idle', [hour(2, 500, 500)]],
  ])('is %s after %j', (state, hours) => {
    expect(statusOf(...hours).state).toBe(state);
  });

  it('has a share of each hour with ten calls, oldest first, rounded down', () => {
    const { hours, percent } = statusOf(hour(0, 1000, 1), hour(3, 9), hour(STATUS_HOURS - 1, 10));
    expect(hours).toHaveLength(STATUS_HOURS);
    expect(hours[0]).toBe(100);
    expect(hours.at(-1)).toBe(99);
    expect(hours.filter((share) => share !== null)).toHaveLength(2);
    expect(percent).toBe(99);
  });

  it('adds the parts of an hour, and leaves out what is older than the page', () => {
    expect(statusOf(hour(0, 6), hour(0, 6, 6)).percent).toBe(50);
    expect(firstStatusHour(NOW)).toBe(HOUR - (STATUS_HOURS - 1) * 3600);
    expect(statusOf(hour(STATUS_HOURS, 100)).percent).toBeNull();
  });

  it('has a rounded time, of at least ten calls and of those that were answered', () => {
    expect(statusOf(hour(0, 20, 10)).first_byte_ms).toBe(1240);
    expect(statusOf(hour(0, 9)).first_byte_ms).toBeNull();
    expect(statusOf(hour(0, 20, 20)).first_byte_ms).toBeNull();
  });
});
