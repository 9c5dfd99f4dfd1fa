import { type RawBuilder, sql } from 'kysely';

/** Seconds; both belong to it. */
export interface TimeSpan {
  start: number;
  end: number;
}

/**
 * Rows (place in the list, first second, last second) for a `with` clause. A sum for each row in a subquery reads an
 * index in its order. Grouping by a computed day would sort all rows instead.
 */
export const timeSpanRows = (spans: readonly TimeSpan[]): RawBuilder<unknown> =>
  sql`values ${sql.join(
    spans.map(({ start, end }, place) => sql`(${sql.lit(place)}, ${sql.lit(start)}, ${sql.lit(end)})`),
  )}`;
