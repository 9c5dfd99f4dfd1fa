import { MIN_STATUS_CALLS, type ModelState, type ModelStatusRow, STATUS_HOURS } from '@turnpike/contract';

/** Sums of the calls of a model in one hour. */
export interface ModelHourSums {
  hour: number;
  calls: number;
  failures: number;
  first_byte_ms: number;
}

const HOUR_SECONDS = 3600;
/** The state is of the present hour and the one before. */
const STATE_HOURS = 2;
/** Whole percent of answered calls below which a model is degraded, and down. */
const DEGRADED_BELOW = 95;
const DOWN_BELOW = 50;
/** Times are rounded up to this. */
const TIME_STEP_MS = 10;

/** The oldest hour of the page, seconds. */
export const firstStatusHour = (nowSeconds: number): number =>
  nowSeconds - (nowSeconds % HOUR_SECONDS) - (STATUS_HOURS - 1) * HOUR_SECONDS;

/**
 * The status of a model as strangers see it: shares in whole percent, none of fewer than ten calls, and no number of calls.
 * @param hours in any order, several of one hour are added
 */
export function modelStatus(
  { model, owned_by }: Pick<ModelStatusRow, 'model' | 'owned_by'>,
  hours: readonly ModelHourSums[],
  nowSeconds: number,
): ModelStatusRow {
  const first = firstStatusHour(nowSeconds);
  const byHour = Array.from({ length: STATUS_HOURS }, (_, place) => ({
    ...noCalls,
    hour: first + place * HOUR_SECONDS,
  }));
  for (const sums of hours) {
    const total = byHour[(sums.hour - first) / HOUR_SECONDS];
    if (total !== undefined) addTo(total, sums);
  }
  const day = sumOf(byHour);
  const answered = day.calls - day.failures;
  const isShown = day.calls >= MIN_STATUS_CALLS;
  return {
    ...{ model, owned_by },
    state: stateOf(percentOf(sumOf(byHour.slice(-STATE_HOURS)))),
    percent: percentOf(day),
    first_byte_ms:
      isShown && answered > 0 ? Math.ceil(day.first_byte_ms / answered / TIME_STEP_MS) * TIME_STEP_MS : null,
    hours: byHour.map(percentOf),
  };
}

const noCalls = { calls: 0, failures: 0, first_byte_ms: 0 };
type Sums = Omit<ModelHourSums, 'hour'>;

function addTo(total: Sums, { calls, failures, first_byte_ms }: Sums): void {
  total.calls += calls;
  total.failures += failures;
  total.first_byte_ms += first_byte_ms;
}

function sumOf(hours: readonly Sums[]): Sums {
  const total = { ...noCalls };
  for (const sums of hours) addTo(total, sums);
  return total;
}

/** Answered calls in percent, rounded down: 99.9 % are not all of them. Null below ten calls. */
const percentOf = ({ calls, failures }: Sums): number | null =>
  calls < MIN_STATUS_CALLS ? null : Math.floor(((calls - failures) / calls) * 100);

function stateOf(percent: number | null): ModelState {
  if (percent === null) return 'idle';
  if (percent < DOWN_BELOW) return 'down';
  return percent < DEGRADED_BELOW ? 'degraded' : 'operational';
}
