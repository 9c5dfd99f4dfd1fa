import type { ModelUsage } from '@turnpike/contract';
import type { DashboardMeasure } from './dashboard-api.ts';

export const measureOf = (row: ModelUsage, measure: DashboardMeasure): number => {
  if (measure === 'quota') return row.Quota;
  if (measure === 'requests') return row.RequestCount;
  return row.PromptTokens + row.CompletionTokens;
};

export interface TodayFigure {
  today: number;
  /** Yesterday up to the same hour. */
  before: number;
}

/** A measure of today and, to compare fairly, of yesterday up to the same hour. */
export function todayFigure(
  rows: readonly ModelUsage[],
  measure: DashboardMeasure,
  /** Names of the hours until now: yesterday's, then today's. */
  hours: readonly string[],
): TodayFigure {
  const now = hours.at(-1) ?? '';
  const today = now.slice(0, 10);
  let figure: TodayFigure = { today: 0, before: 0 };
  for (const row of rows) {
    const value = measureOf(row, measure);
    if (row.Date.startsWith(today)) figure = { ...figure, today: figure.today + value };
    else if (row.Date.slice(10) <= now.slice(10)) figure = { ...figure, before: figure.before + value };
  }
  return figure;
}

/** Sums of a measure by day, in the order of the days. */
export function daySums(
  rows: readonly ModelUsage[],
  measure: DashboardMeasure,
  days: readonly string[],
): number[] {
  const sums = new Map(days.map((day) => [day, 0]));
  for (const row of rows) {
    const known = sums.get(row.Date);
    if (known !== undefined) sums.set(row.Date, known + measureOf(row, measure));
  }
  return [...sums.values()];
}
