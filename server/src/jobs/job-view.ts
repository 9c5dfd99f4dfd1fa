import type { JobView } from '@turnpike/contract';
import type { Job } from './job.ts';
import type { JobRecord } from './job-run.ts';

export const toJobView = (
  { name, schedule, isPerProcess }: Job,
  { record, isRunning }: { record: JobRecord; isRunning: boolean },
): JobView => ({
  name,
  schedule:
    'everySeconds' in schedule
      ? { every_seconds: schedule.everySeconds, cron: null, time_zone: null }
      : { every_seconds: null, cron: schedule.cron, time_zone: schedule.timeZone },
  is_per_process: isPerProcess === true,
  is_running: isRunning,
  next_run_at: record.next_run_at,
  last_started_at: record.last_started_at || null,
  last_succeeded_at: record.last_succeeded_at || null,
  last_failed_at: record.last_failed_at || null,
  last_error: record.last_error,
  failures: record.failures,
});
