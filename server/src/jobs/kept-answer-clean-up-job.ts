import type { Db } from '../db/store.ts';
import type { KeptAnswers } from '../relay/kept/kept-answers.ts';
import type { Job } from './job.ts';

/** Deletes answers that have expired. */
export const keptAnswerCleanUpJob = ({
  keptAnswers,
  db,
}: {
  keptAnswers: Pick<KeptAnswers, 'removeOld'>;
  db: Db;
}): Job => ({
  name: 'kept-answer-clean-up',
  schedule: { everySeconds: 3600 },
  maxRunSeconds: 3600,
  run: () => keptAnswers.removeOld(db),
});
