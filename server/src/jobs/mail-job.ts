import { sendMails } from '../modules/mail/send-mails.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { Job } from './job.ts';

/** Sends the mails that wait. `runSoon('mail')` starts it when one was queued. */
export const mailJob = (deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'log'>): Job => ({
  name: 'mail',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 3600,
  run: async ({ signal }) => {
    const nextTryAt = await sendMails(deps, signal);
    if (nextTryAt !== null) return { againAtMs: nextTryAt * 1000 };
  },
});
