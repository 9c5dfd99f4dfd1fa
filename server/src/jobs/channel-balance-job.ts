import { updateBalances } from '../modules/channel/update-balances.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { Job } from './job.ts';

/** Asks vendors for the credit of the channels, while `ChannelBalanceRemindThreshold` waits for its fall. */
export const channelBalanceJob = (deps: ModuleDeps): Job => ({
  name: 'channel-balances',
  schedule: { everySeconds: 3600 },
  maxRunSeconds: 1800,
  run: async ({ signal }) => {
    if (deps.options.number('ChannelBalanceRemindThreshold') > 0) await updateBalances(deps, {}, signal);
  },
});
