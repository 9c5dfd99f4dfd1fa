import type { ModuleDeps } from '../modules/module-deps.ts';
import { deliverNotifications } from '../modules/notification/deliver-notifications.ts';
import { makeDigests } from '../modules/notification/make-digests.ts';
import { reportRejectedCharges } from '../modules/notification/report-rejected-charges.ts';
import type { Job } from './job.ts';

/** Sends the notifications that wait. `runSoon('notifications')` starts it when an event was stored. */
export const notificationJob = (
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'guardedFetch' | 'jobRunner'>,
): Job => ({
  name: 'notifications',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 3600,
  run: async ({ signal }) => {
    const nextTryAt = await deliverNotifications(deps, signal);
    if (nextTryAt !== null) return { againAtMs: nextTryAt * 1000 };
  },
});

/** Makes the summaries of the day before, when it is morning where their readers are. */
export const digestJob = (deps: Pick<ModuleDeps, 'db' | 'clock' | 'jobRunner'>): Job => ({
  name: 'daily-summaries',
  schedule: { everySeconds: 300 },
  maxRunSeconds: 3600,
  run: ({ signal }) => makeDigests(deps, signal),
});

/** Reports charges that the database rejected. */
export const rejectedChargeJob = (deps: Pick<ModuleDeps, 'db' | 'clock' | 'jobRunner'>): Job => ({
  name: 'rejected-charges',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 60,
  run: () => reportRejectedCharges(deps),
});
