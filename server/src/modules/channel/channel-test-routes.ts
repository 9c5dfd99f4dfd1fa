import { channelTestCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getChannel } from './channel-repository.ts';
import { listTests } from './channel-test-repository.ts';
import { readSchedule, runTestsNow } from './test-schedule.ts';

export const channelTestRoutes = routesFor(channelTestCalls, (deps: ModuleDeps) => ({
  schedule: () => readSchedule(deps),
  runNow: () => runTestsNow(deps),
  history: async ({ params }) => {
    await getChannel(deps.db, params.id);
    return listTests(deps.db, params.id);
  },
}));
