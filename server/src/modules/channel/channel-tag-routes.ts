import { channelStatus, channelTagCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { confirmBy } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeTag } from './change-tag.ts';
import { deleteChannels, isDisabled } from './channel-repository.ts';
import { deleteTagged, getTag, updateTagged } from './channel-tag-repository.ts';

export const channelTagRoutes = routesFor(channelTagCalls, (deps: ModuleDeps) => {
  const { db, clock, changes } = deps;
  /** Calls are routed by a change when it is answered. */
  const routed = async (count: number): Promise<number> => {
    if (count > 0) await changes.routingChanged();
    return count;
  };
  return {
    get: ({ params }) => getTag(db, params.tag),
    update: ({ user, params, input, ...facts }) => {
      const useProof = confirmBy(deps, user, { action: 'channel_key', facts });
      return changeTag(deps, { user, useProof, tag: params.tag, knownStates: facts.knownStates }, input);
    },
    remove: async ({ params }) => routed(await deleteTagged(db, params.tag, clock.nowSeconds())),
    removeDisabled: async ({ params }) => {
      const ofTag = (eb: Parameters<typeof isDisabled>[0]) =>
        eb.and([isDisabled(eb), eb('tag', '=', params.tag)]);
      return routed((await deleteChannels(db, ofTag, clock.nowSeconds())).length);
    },
    setPriority: async ({ params, input }) =>
      routed(await updateTagged(db, params.tag, { priority: input.value })),
    setStatus: async ({ params }) => {
      const status = params.status === 'enable' ? channelStatus.enabled : channelStatus.disabled;
      return routed(await updateTagged(db, params.tag, { status }));
    },
  };
});
