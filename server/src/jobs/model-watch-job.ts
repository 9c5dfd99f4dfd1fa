import { watchModels } from '../modules/channel/model-watch.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { Job } from './job.ts';

/** Looks at upstreams' lists of models; each channel is due once a day, and a new one soon. */
export const modelWatchJob = (deps: ModuleDeps): Job => ({
  name: 'model-watch',
  schedule: { everySeconds: 600 },
  maxRunSeconds: 3600,
  run: ({ signal }) => watchModels(deps, signal),
});
