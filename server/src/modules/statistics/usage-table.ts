import { sql } from 'kysely';
import type { UsageCounts } from '../../db/tables/usage-tables.ts';

export const countColumns = [
  'request_count',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'request_time',
] as const;

/**
 * The sum of a column, 0 without rows. A double is exact up to 2^53; an integer of either engine would fail beyond its
 * range, and so would the answer.
 */
export const sumOf = (name: string) =>
  sql<number>`coalesce(sum(cast(${sql.ref(name)} as double precision)), 0)`;

/** Sums of rows. */
export const summedColumns = countColumns.map((name) => sumOf(name).as(name));

/** The counts of one stored row, which is a sum itself. */
export const storedCounts = countColumns.map((name) =>
  sql<number>`cast(${sql.ref(name)} as double precision)`.as(name),
);

export const noCounts = (): UsageCounts => ({
  ...{ request_count: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, request_time: 0 },
});

export function addCounts(sum: UsageCounts, counts: UsageCounts, sign: 1 | -1 = 1): void {
  for (const name of countColumns) sum[name] += sign * counts[name];
}

export interface UsageSum extends UsageCounts {
  /** Begin of the day or hour, in seconds of the reader's clock. */
  bucket: number;
  /** Null: the sum of the keys that are not separate. */
  key: string | null;
}

/** Adds up counts by bucket and key. */
export class UsageTable {
  readonly #rows = new Map<string, UsageSum>();

  add(bucket: number, key: string | null, counts: UsageCounts, sign: 1 | -1 = 1): void {
    const place = `${bucket} ${key === null ? '' : `=${key}`}`;
    let row = this.#rows.get(place);
    if (row === undefined) {
      row = { bucket, key, ...noCounts() };
      this.#rows.set(place, row);
    }
    addCounts(row, counts, sign);
  }

  /** Those with calls, by bucket and key; what is left over stands last. */
  rows(): UsageSum[] {
    return [...this.#rows.values()].filter(({ request_count }) => request_count > 0).sort(byPlace);
  }
}

function byPlace(one: UsageSum, other: UsageSum): number {
  if (one.bucket !== other.bucket) return one.bucket - other.bucket;
  if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
  return byKey(one.key, other.key);
}

/** Numbers by their value, names by their characters. */
export const byKey = (one: string, other: string): number =>
  Number(one) - Number(other) || (one < other ? -1 : Number(one > other));
