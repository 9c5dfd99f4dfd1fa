import type { ChannelView } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { copyKeys } from './channel-key-repository.ts';
import { getChannel, getCopiedValues, insertChannel, notAsked } from './channel-repository.ts';
import { nameWith } from './channel-rules.ts';

/**
 * Creates a copy of a channel with the same sealed keys, which no person has to know. Its use and the results of tests and
 * upstream inquiries start empty.
 * @throws channel.not_found
 */
export async function copyChannel(deps: ModuleDeps, id: number): Promise<ChannelView> {
  const { db, clock, changes } = deps;
  const copy = await db.transaction().execute(async (trx) => {
    const values = await getCopiedValues(trx, id);
    const name = nameWith(values.name, '_copy');
    const to = await insertChannel(trx, { ...values, ...notAsked, name }, clock.nowSeconds());
    await copyKeys(trx, { from: id, to }, clock.nowSeconds());
    return to;
  });
  await changes.routingChanged();
  return getChannel(db, copy);
}
