import { channelKeyCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { confirmBy } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { addKeys, changeKey, changeKeys, listChannelKeys, removeKey } from './channel-keys.ts';

export const channelKeyRoutes = routesFor(channelKeyCalls, (deps: ModuleDeps) => ({
  list: ({ params }) => listChannelKeys(deps, params.id),
  add: ({ user, params, input, ...facts }) =>
    addKeys(deps, {
      ...{ channelId: params.id, ...input, knownStates: facts.knownStates },
      useProof: confirmBy(deps, user, { action: 'channel_key', facts }),
    }),
  update: ({ params, input, knownStates }) =>
    changeKey(deps, { channelId: params.id, keyId: params.key_id, knownStates }, input),
  remove: ({ params }) => removeKey(deps, params.id, params.key_id),
  batch: ({ params, input }) => changeKeys(deps, params.id, input),
}));
