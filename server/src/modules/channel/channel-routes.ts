import { channelCalls, modelOwnerById } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { listPrices } from '../price/price-repository.ts';
import { deleteChannel, getChannel, listChannels } from './channel-repository.ts';
import { testDraft, testSavedChannel } from './channel-test.ts';
import { changeChannel, createChannel } from './save-channel.ts';

export const channelRoutes = routesFor(channelCalls, (needs: ModuleNeeds) => {
  const { db, clock, changes } = needs;
  return {
    list: ({ query }) => listChannels(db, query),
    models: async () => {
      const prices = await listPrices(db);
      return prices.map((price) => ({
        id: price.model,
        owned_by: modelOwnerById.get(price.channel_type)?.name ?? '',
      }));
    },
    get: ({ params }) => getChannel(db, params.id),
    create: ({ user, input }) => createChannel(needs, user, input),
    update: ({ user, input }) => changeChannel(needs, user, input),
    remove: async ({ params }) => {
      await deleteChannel(db, params.id, clock.nowSeconds());
      await changes.routingChanged();
    },
    test: ({ params, query, signal }) => testSavedChannel(needs, { ...params, model: query.model, signal }),
    testDraft: ({ user, input, signal }) => testDraft(needs, user, input, signal),
  };
});
