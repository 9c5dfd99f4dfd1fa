import type { TaskLooks } from '../relay/tasks/look-at-tasks.ts';
import type { Job } from './job.ts';

/** Distance while more tasks are due than are asked about at once. */
const AGAIN_MS = 50;

/** Asks vendors about the tasks that are due. Each process asks, because every task has a claim of its own. */
export const taskJob = (looks: TaskLooks): Job => ({
  name: 'tasks',
  schedule: { everySeconds: 1 },
  isPerProcess: true,
  maxRunSeconds: 60,
  async run() {
    if (await looks.start()) return { againAtMs: Date.now() + AGAIN_MS };
  },
});
