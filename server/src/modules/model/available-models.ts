import { type availableModel, channelStatus, type Price } from '@turnpike/contract';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import { splitNames } from '../channel/channel-rules.ts';
import { listPrices } from '../price/price-repository.ts';
import { listVisibleGroups } from '../user-group/user-group-repository.ts';
import { readOwners } from './model-owner-repository.ts';

type AvailableModels = Record<string, z.output<typeof availableModel>>;

/**
 * Models that an enabled channel serves in a group that the reader sees and that have a price; a wildcard stands
 * under its pattern.
 * @param ownSymbol group of the reader, if signed in
 */
export async function listAvailableModels(db: Db, ownSymbol: string | undefined): Promise<AvailableModels> {
  const visible = new Set((await listVisibleGroups(db, ownSymbol)).map(({ symbol }) => symbol));
  const owners = await readOwners(db);
  const prices = new Map((await listPrices(db)).map((price) => [price.model, price]));
  const models = new Map<string, { groups: string[]; owned_by: string; price: Price }>();
  for (const channel of await listServing(db)) {
    const groups = splitNames(channel.group).filter((group) => visible.has(group));
    if (groups.length === 0) continue;
    for (const model of splitNames(channel.models)) {
      const price = priceOf(model, prices);
      if (price === undefined) continue;
      const known = models.get(model);
      models.set(model, {
        price,
        owned_by: owners.get(price.channel_type)?.name ?? '',
        groups: [...new Set([...(known?.groups ?? []), ...groups])],
      });
    }
  }
  return Object.fromEntries([...models].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const listServing = (db: Db) =>
  db
    .selectFrom('channels')
    .select(['models', 'group'])
    .where('status', '=', channelStatus.enabled)
    .where('deleted_time', '=', 0)
    .execute();

/** The price of a name, else of the longest pattern that it fits. */
function priceOf(model: string, prices: ReadonlyMap<string, Price>): Price | undefined {
  const exact = prices.get(model);
  if (exact !== undefined) return exact;
  for (let length = model.length; length > 0; length -= 1) {
    const price = prices.get(`${model.slice(0, length)}*`);
    if (price !== undefined) return price;
  }
  return undefined;
}
