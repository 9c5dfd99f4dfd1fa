import { logType, type Price, priceCalls } from '@turnpike/contract';
import { builtInPrices } from '@turnpike/contract/catalogues/built-in-prices';
import { routesFor } from '../../http/contract-routes.ts';
import { insertLogNote } from '../log/log-note.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { readPriceList } from './price-list-reader.ts';
import {
  deletePrice,
  deletePrices,
  getPrice,
  insertPrice,
  listOfferedModels,
  listPrices,
  lockPrices,
  saveSharedPrice,
  toPriceView,
  updatePrice,
} from './price-repository.ts';
import { syncPrices } from './price-sync.ts';

/** The list that comes with the product, in the order of every price list: by owner, then by model. */
const builtIn: readonly Price[] = builtInPrices
  .map((price) => toPriceView({ ...price, locked: 0, extra_ratios: JSON.stringify(price.extra_ratios) }))
  .sort((a, b) => a.channel_type - b.channel_type || (a.model < b.model ? -1 : 1));

export const priceRoutes = routesFor(priceCalls, ({ db, clock, changes, readAddress }: ModuleNeeds) => ({
  list: async ({ query }) => (query.type === 'default' ? [...builtIn] : listPrices(db)),
  modelList: () => listOfferedModels(db),
  create: async ({ input }) => {
    await insertPrice(db, input, clock.nowSeconds());
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  update: async ({ params, input }) => {
    await updatePrice(db, params['*'], input, clock.nowSeconds());
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  saveShared: async ({ input }) => {
    await saveSharedPrice(db, input, clock.nowSeconds());
    await changes.routingChanged();
  },
  removeMany: async ({ input }) => {
    await deletePrices(db, input.models);
    await changes.routingChanged();
  },
  sync: async ({ input, query, user, requestId, ip }) => {
    const nowSeconds = clock.nowSeconds();
    const mode = query.updateMode;
    const result = await db.transaction().execute(async (trx) => {
      const counts = await syncPrices(trx, { list: input, mode, nowSeconds });
      await insertLogNote(trx, {
        ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
        ...{ created_at: nowSeconds, type: logType.manage, quota: 0 },
        content: `prices (${mode}): +${counts.added} ±${counts.changed} −${counts.removed}`,
      });
      return counts;
    });
    await changes.routingChanged();
    return result;
  },
  updateService: ({ origin }) => `${origin}${priceCalls.list.path}?type=default`,
  readList: async ({ input, signal }) =>
    input.url === undefined
      ? { prices: [...builtIn], bad_count: 0, bad: [] }
      : readPriceList(readAddress, input.url, signal),
  lockMany: ({ input }) => lockPrices(db, input.models, input.locked),
  remove: async ({ params }) => {
    await deletePrice(db, params['*']);
    await changes.routingChanged();
  },
}));
