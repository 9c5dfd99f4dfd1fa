import { Cron } from 'croner';
import type { JobSchedule } from './job.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The first run after a moment, in epoch milliseconds.
 *
 *     nextRunAfter({ everySeconds: 60 }, 1_000) // 61_000
 *
 * @throws where the times of day never come
 */
export function nextRunAfter(schedule: JobSchedule, nowMs: number): number {
  if ('everySeconds' in schedule) return nowMs + schedule.everySeconds * 1000;
  const { cron, timeZone } = schedule;
  // A zone by its name loads the runtime's tables of zones, which take 6 MiB. UTC needs none, and most servers run in it.
  const zone = timeZone === 'UTC' ? { utcOffset: 0 } : { timezone: timeZone };
  const next = new Cron(cron, { ...zone, mode: '5-part' }).nextRun(new Date(nowMs));
  if (next === null) throw new RangeError(`no run follows from the schedule ${cron}`);
  return next.getTime();
}

/**
 * Pause after so many failures in a row. It begins with the job's interval, a minute at most, doubles, and ends with
 * the interval, which here counts as a minute at least and an hour at most.
 */
export function backOffMs(schedule: JobSchedule, failures: number): number {
  const intervalMs = 'everySeconds' in schedule ? schedule.everySeconds * 1000 : HOUR_MS;
  const firstMs = Math.min(intervalMs, MINUTE_MS);
  const lastMs = Math.min(Math.max(intervalMs, MINUTE_MS), HOUR_MS);
  return Math.min(firstMs * 2 ** (failures - 1), lastMs);
}
