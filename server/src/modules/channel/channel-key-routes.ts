import { channelKeyCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { addKeys, changeKey, changeKeys, listChannelKeys, removeKey } from './channel-keys.ts';

export const channelKeyRoutes = routesFor(channelKeyCalls, (needs: ModuleNeeds) => ({
  list: ({ params }) => listChannelKeys(needs, params.id),
  add: ({ params, input, knownStates }) => addKeys(needs, { channelId: params.id, ...input, knownStates }),
  update: ({ params, input, knownStates }) =>
    changeKey(needs, { channelId: params.id, keyId: params.key_id, knownStates }, input),
  remove: ({ params }) => removeKey(needs, params.id, params.key_id),
  batch: ({ params, input }) => changeKeys(needs, params.id, input),
}));
