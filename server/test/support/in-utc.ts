import { afterAll, beforeAll } from 'vitest';

/** The tests of a file have the days of UTC, wherever they run. */
export function inUtc(): void {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'UTC';
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
