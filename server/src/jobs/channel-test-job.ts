import { runDueTests } from '../modules/channel/scheduled-tests.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { Job } from './job.ts';

/** Tests channels as often as the options say. */
export const channelTestJob = (deps: ModuleDeps): Job => ({
  name: 'channel-test',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 3600,
  run: ({ signal }) => runDueTests(deps, signal),
});
