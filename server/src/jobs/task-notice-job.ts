import type { RelayDeps } from '../relay/relay-deps.ts';
import { sendNotices } from '../relay/tasks/send-notices.ts';
import type { Job } from './job.ts';

/** Reports changed tasks to the addresses that their owners have named. */
export const taskNoticeJob = (deps: RelayDeps): Job => ({
  name: 'task-notices',
  schedule: { everySeconds: 5 },
  maxRunSeconds: 600,
  run: ({ signal }) => sendNotices(deps, signal),
});
