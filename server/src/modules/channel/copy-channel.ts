import type { ChannelView } from '@turnpike/contract';
import type { ModuleNeeds } from '../module-needs.ts';
import { getChannel, getCopiedValues, insertChannel, notAsked } from './channel-repository.ts';
import { nameWith } from './channel-rules.ts';

/**
 * Makes a channel like another one, with the same sealed key: nobody has to know it. What the original has used, and
 * what tests and its upstream told, begins anew.
 * @throws channel.not_found
 */
export async function copyChannel(needs: ModuleNeeds, id: number): Promise<ChannelView> {
  const { db, clock, changes } = needs;
  const copy = await db.transaction().execute(async (trx) => {
    const values = await getCopiedValues(trx, id);
    const name = nameWith(values.name, '_copy');
    return insertChannel(trx, { ...values, ...notAsked, name }, clock.nowSeconds());
  });
  await changes.routingChanged();
  return getChannel(db, copy);
}
