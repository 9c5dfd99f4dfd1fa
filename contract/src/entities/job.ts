import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { whole } from '../points.ts';

/** Recurring work of the server. */
export const jobView = z.object({
  name: z.string(),
  schedule: z.object({
    /** Null where it runs at times of day. */
    every_seconds: z.number().int().nullable(),
    /** Minute, hour, day of month, month, day of week; null where it runs at a distance. */
    cron: z.string().nullable(),
    time_zone: z.string().nullable(),
  }),
  /** Runs in every process; the times are those of the process that answers, since its start. */
  is_per_process: z.boolean(),
  /** A run holds the lease. That of a process which was killed counts for up to two minutes. */
  is_running: z.boolean(),
  next_run_at: epochSeconds(),
  /** Null before the first run. */
  last_started_at: epochSeconds().nullable(),
  last_succeeded_at: epochSeconds().nullable(),
  last_failed_at: epochSeconds().nullable(),
  /** Error of the last failed run; empty where none has failed. */
  last_error: z.string(),
  /** Failed runs in a row; 0 where the last one succeeded. */
  failures: whole(),
});
export type JobView = z.output<typeof jobView>;

export const jobCalls = {
  list: call('GET /api/job/', {
    access: 'admin',
    summary: 'Recurring work of the server: times, last run and last error of each job',
    output: z.array(jobView),
  }),
};
