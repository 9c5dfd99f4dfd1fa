import { type BatchResult, type ChannelBatch, channelStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { deleteChannels, updateChannels } from './channel-repository.ts';
import { splitNames, tidyNames } from './channel-rules.ts';

/**
 * Does one thing to many channels; one that is gone keeps no other back. Calls are routed by the change when it
 * returns.
 * @throws user_group.not_found or request.invalid naming the missing value's field, before anything is changed
 */
export async function changeChannels(deps: ModuleDeps, batch: ChannelBatch): Promise<BatchResult> {
  const { db, clock, changes } = deps;
  const ids = [...new Set(batch.ids)];
  const changed = new Set(
    batch.action === 'delete'
      ? await deleteChannels(db, (eb) => eb('id', 'in', ids), clock.nowSeconds())
      : await db.transaction().execute(async (trx) => updateChannels(trx, ids, await changeOf(trx, batch))),
  );
  if (changed.size > 0) await changes.routingChanged();
  return {
    done: ids.filter((id) => changed.has(id)),
    failed: ids.filter((id) => !changed.has(id)).map((id) => ({ id, code: 'channel.not_found' })),
  };
}

async function changeOf(trx: Transaction<Tables>, { action, group, priority, weight }: ChannelBatch) {
  switch (action) {
    case 'set_group':
      if (group === undefined) throw fieldError('group', 'required');
      await assertGroupExists(trx, ...splitNames(group));
      return { group: tidyNames(group) };
    case 'set_priority':
      if (priority === undefined) throw fieldError('priority', 'required');
      return { priority };
    case 'set_weight':
      if (weight === undefined) throw fieldError('weight', 'required');
      return { weight };
    default:
      return { status: action === 'enable' ? channelStatus.enabled : channelStatus.disabled };
  }
}
