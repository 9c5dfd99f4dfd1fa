import { channelHealthCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listChannelHealth } from './channel-health.ts';
import { explainChannel } from './explain-channel.ts';

export const channelHealthRoutes = routesFor(channelHealthCalls, (deps: ModuleDeps) => ({
  health: ({ query }) => listChannelHealth(deps, query),
  explain: ({ input: { token_id, ...asked } }) => explainChannel(deps, { ...asked, tokenId: token_id }),
}));
