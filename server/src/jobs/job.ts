/** Times of a job: a distance between the end of a run and the next one, or times of day in a zone. */
export type JobSchedule =
  | { everySeconds: number }
  /** Five fields: minute, hour, day of month, month, day of week. */
  | { cron: string; timeZone: string };

export interface JobContext {
  /** Aborted by a stop, by a lost lease and after `maxRunSeconds`. */
  signal: AbortSignal;
  /** Second in which the last successful run ended; null before the first. */
  lastRunAt: number | null;
}

/**
 * Recurring work. A run that was aborted or that ended with its process is made again, so a repeated run must change
 * nothing more.
 *
 *     const reminders: Job = {
 *       name: 'balance-reminders',
 *       schedule: { cron: '0 9 * * *', timeZone: 'Asia/Tokyo' },
 *       maxRunSeconds: 600,
 *       run: ({ signal }) => sendReminders(db, signal),
 *     };
 */
export interface Job {
  /** Unique; names the job in the database, in the log and in `GET /api/job/`. */
  name: string;
  schedule: JobSchedule;
  /** Runs in every process, without a lease and without a row. The first run is at the start. */
  isPerProcess?: true;
  /** A run that takes longer is aborted and has failed. */
  maxRunSeconds: number;
  /** @returns the time of the next run where it is earlier than the schedule's */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs return nothing
  run(context: JobContext): Promise<{ againAtMs: number } | void>;
}
