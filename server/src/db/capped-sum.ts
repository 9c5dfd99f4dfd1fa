import { type RawBuilder, sql } from 'kysely';

/** Adds to a column that is for display or a bonus: the sum stops at the most that the column may hold. */
export function cappedSum(column: string, points: number, most: number): RawBuilder<number> {
  const added = Math.min(points, most);
  const stored = sql.ref(column);
  return sql<number>`case when ${stored} > ${most - added} then ${most} else ${stored} + ${added} end`;
}
