import type { Db } from '../db/store.ts';
import type { Log } from '../platform/log.ts';
import type { KeptAnswers } from '../relay/objects/kept-answers.ts';

const HOUR_MS = 3_600_000;

/** Deletes answers that are not to be kept any more, every hour. */
export function startKeptAnswerCleanUp({
  keptAnswers,
  db,
  log,
  lookMs = HOUR_MS,
}: {
  keptAnswers: Pick<KeptAnswers, 'removeOld'>;
  db: Db;
  log: Log;
  lookMs?: number;
}): { stop(): void } {
  const timer = setInterval(() => {
    keptAnswers
      .removeOld(db)
      .catch((error) => log.warn({ error: String(error) }, 'answers that were kept could not be deleted'));
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
