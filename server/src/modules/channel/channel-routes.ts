import { channelCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { confirmBy } from '../confirmation/confirmation.ts';
import { readOwners } from '../model/model-owner-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listPrices } from '../price/price-repository.ts';
import { openDraft, toCallableRow } from './called-channel.ts';
import { changeChannels } from './change-channels.ts';
import { troubledChannels } from './channel-health.ts';
import {
  deleteChannels,
  exportChannels,
  getChannel,
  isDisabled,
  listChannels,
  updateChannels,
} from './channel-repository.ts';
import { listTagged, listTags } from './channel-tag-repository.ts';
import { listChannelTypes } from './channel-types.ts';
import { copyChannel } from './copy-channel.ts';
import { dismissNews } from './model-watch.ts';
import { testDraft, testEnabledChannels, testSavedChannel } from './run-channel-test.ts';
import { changeChannel, createChannel } from './save-channel.ts';
import { unpricedModels } from './unpriced-models.ts';
import { updateBalance, updateBalances } from './update-balances.ts';

export const channelRoutes = routesFor(channelCalls, (deps: ModuleDeps) => {
  const { db, jobs, clock, changes, inquiries } = deps;
  return {
    list: ({ query }) => listChannels(db, query, troubledChannels(deps)),
    exportCsv: ({ query }) => exportChannels(jobs, query),
    models: async () => {
      const [prices, owners] = await Promise.all([listPrices(db), readOwners(db)]);
      return prices.map((price) => ({
        id: price.model,
        owned_by: owners.get(price.channel_type)?.name ?? '',
      }));
    },
    types: async () => listChannelTypes(),
    get: ({ params }) => getChannel(db, params.id),
    unpriced: async ({ params }) => unpricedModels(await getChannel(db, params.id), await listPrices(db)),
    create: ({ user, input }) => createChannel(deps, user, input),
    update: ({ user, input, ...facts }) => {
      const useProof = confirmBy(deps, user, { action: 'channel_key', facts });
      return changeChannel(deps, { user, useProof, knownStates: facts.knownStates }, input);
    },
    remove: async ({ params }) => {
      const deleted = await deleteChannels(db, (eb) => eb('id', '=', params.id), clock.nowSeconds());
      if (deleted.length === 0) throw new GatewayError('channel.not_found');
      await changes.routingChanged();
    },
    removeDisabled: async () => {
      const count = (await deleteChannels(db, isDisabled, clock.nowSeconds())).length;
      if (count > 0) await changes.routingChanged();
      return count;
    },
    copy: ({ params }) => copyChannel(deps, params.id),
    batch: ({ input }) => changeChannels(deps, input),
    listModels: async ({ user, input, signal }) =>
      inquiries.listModels(toCallableRow(await openDraft(deps, user, input)), signal),
    dismissModels: ({ params }) => dismissNews(deps, params.id),
    updateBalance: ({ params, signal }) => updateBalance(deps, params.id, signal),
    updateBalances: ({ query, signal }) => updateBalances(deps, query, signal),
    test: ({ params, query, signal }) =>
      testSavedChannel(deps, {
        ...params,
        ...{ model: query.model, kind: query.kind, keyId: query.key_id, signal },
      }),
    testEnabled: ({ query, signal }) => testEnabledChannels(deps, query, signal),
    tags: async () => (await listTags(db)).map((tag) => ({ id: 0 as const, tag })),
    tagged: async ({ params }) => (await listTagged(db, params.tag)).toReversed(),
    leaveTag: async ({ params }) => {
      const changed = await updateChannels(db, [params.id], { tag: '' });
      if (changed.length === 0) throw new GatewayError('channel.not_found');
      return getChannel(db, params.id);
    },
    testDraft: ({ user, input, signal }) => testDraft(deps, user, input, signal),
  };
});
