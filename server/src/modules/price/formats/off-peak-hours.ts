import type { HourRule, PriceHours } from '@turnpike/contract';
import { isRecord } from './listed-costs.ts';
import { readUsd, shareOf, type Usd } from './usd.ts';

/** Costs that the hours may name, and the one that a missing cost of the same kind falls back to. */
const sides = ['input_cost_per_token', 'output_cost_per_token'] as const;
const rest = [
  'cache_read_input_token_cost',
  'cache_creation_input_token_cost',
  'output_cost_per_reasoning_token',
] as const;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY_MINUTES = 1440;
/** Moments whose offsets show whether a zone changes its clocks in the course of a year. */
const SEASONS = ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'].map((day) => Date.parse(day));

/** A window of LiteLLM: minutes of UTC. */
interface Window {
  from: number;
  to: number;
  days: readonly number[] | null;
}

/**
 * Reads LiteLLM's `off_peak_pricing`: costs in place of the usual ones, in windows of UTC. They become one factor: that of
 * all costs where they agree, the highest one otherwise.
 * @param given costs of the entry by field
 * @returns `isWhole`: whether the hours say all of it; undefined hours where the price has none that lower or raise it
 * @throws BadCost
 * Source: LiteLLM, `litellm_core_utils/llm_cost_calc/utils.py`, `_is_off_peak` and `apply_off_peak_pricing`.
 */
export function readOffPeak(
  value: Record<string, unknown>,
  given: ReadonlyMap<string, Usd>,
): { hours: PriceHours | undefined; isWhole: boolean } {
  const factors = factorsOf(value, given);
  const ratio = Math.max(...factors);
  const isEven = factors.every((factor) => factor === ratio);
  const rules = rulesOf(value, ratio);
  if (rules === null || rules.rules.length === 0 || !Number.isFinite(ratio))
    return { hours: undefined, isWhole: false };
  return { hours: ratio === 1 ? undefined : { ...rules, holidays: [] }, isWhole: isEven };
}

/** Factor of each cost; a side of the price that the hours do not name keeps its cost. */
function factorsOf(value: Record<string, unknown>, given: ReadonlyMap<string, Usd>): number[] {
  const factors: number[] = [];
  for (const field of [...sides, ...rest]) {
    const base = given.get(field) ?? 0n;
    const named = value[field];
    if (named === undefined || named === null) {
      if (base > 0n) factors.push(1);
      continue;
    }
    const factor = shareOf(readUsd(named, `off_peak_pricing.${field}`), base);
    // A cost that only the hours name has nothing to be a share of.
    factors.push(factor ?? Number.POSITIVE_INFINITY);
  }
  return factors;
}

/** @returns null where the windows cannot be said in clocks of one zone */
function rulesOf(
  value: Record<string, unknown>,
  ratio: number,
): Pick<PriceHours, 'time_zone' | 'rules'> | null {
  const windows = windowsOf(value);
  if (windows === null) return null;
  const zone = typeof value.weekday_timezone === 'string' ? value.weekday_timezone.trim() : '';
  const needsZone = zone !== '' && windows.some(({ days }) => days !== null);
  const offset = needsZone ? steadyOffset(zone) : 0;
  if (offset === null) return null;
  const rules = windows.flatMap((window) => toRules(window, { offset, ratio }));
  return { time_zone: needsZone ? zone : 'UTC', rules };
}

function windowsOf(value: Record<string, unknown>): Window[] | null {
  const listed = Array.isArray(value.windows) ? value.windows.filter(isRecord) : [];
  const windows: Window[] = [];
  for (const { hours_utc, weekdays } of [{ hours_utc: value.hours_utc, weekdays: undefined }, ...listed]) {
    const days = weekdays === undefined || weekdays === null ? null : daysOf(weekdays);
    if (days?.length === 0) return null;
    for (const text of [hours_utc].flat()) {
      if (text === undefined || text === null) continue;
      const [, h1, m1, h2, m2] = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(String(text)) ?? [];
      const [from, to] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)];
      if (!(from < DAY_MINUTES && to < DAY_MINUTES)) return null;
      windows.push({ from, to, days });
    }
  }
  return windows;
}

function daysOf(value: unknown): number[] {
  if (!Array.isArray(value)) return [];
  const days = value.map((day) =>
    typeof day === 'number' ? day : dayNames.indexOf(String(day).trim().toLowerCase().slice(0, 3)) + 1,
  );
  return days.every((day) => EVERY_DAY.includes(day)) ? [...new Set(days)].sort((a, b) => a - b) : [];
}

/** Minutes that the clocks of a zone are ahead of UTC; null if they change in a year or there is no such zone. */
function steadyOffset(zone: string): number | null {
  try {
    const offsets = SEASONS.map((ms) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
      return moment.offsetNanoseconds / 60e9;
    });
    return new Set(offsets).size === 1 ? (offsets[0] as number) : null;
  } catch {
    return null;
  }
}

/** LiteLLM looks at the day of the moment, our rules at the day on which they begin: a window is cut at midnight. */
function toRules(
  { from, to, days }: Window,
  { offset, ratio }: { offset: number; ratio: number },
): HourRule[] {
  const rule = (start: number, end: number): HourRule => ({
    days: [...(days ?? EVERY_DAY)],
    ...{ from: clockOf(start), to: clockOf(end), on_holidays: false, ratio },
  });
  const start = (from + offset + DAY_MINUTES) % DAY_MINUTES;
  const end = (to + offset + DAY_MINUTES) % DAY_MINUTES;
  if (days === null || start < end || end === 0) return [start === end ? rule(0, 0) : rule(start, end)];
  return start === end ? [rule(0, 0)] : [rule(start, 0), rule(0, end)];
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
