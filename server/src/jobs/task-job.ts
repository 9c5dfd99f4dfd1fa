import type { TaskLooks } from '../relay/tasks/look-at-tasks.ts';
import type { Job } from './job.ts';

/** Asks vendors about the tasks that are due. Each process asks, because every task has a claim of its own. */
export const taskJob = (looks: TaskLooks): Job => ({
  name: 'tasks',
  schedule: { everySeconds: 1 },
  isPerProcess: true,
  maxRunSeconds: 60,
  run: () => looks.start(),
});
