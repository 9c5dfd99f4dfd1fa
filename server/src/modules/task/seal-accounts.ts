import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** The account of a task as it was when its key was deleted; stored with the task until it ends. */
export interface SealedAccount {
  /** Sealed as keys of channels are. */
  key: string;
  base_url: string;
  type: number;
}

/** Keeps keys that are deleted with the tasks that they have under way: no other key can ask about those. */
export async function sealAccounts(trx: Transaction<Tables>, keyIds: readonly number[]): Promise<void> {
  const used = await trx
    .selectFrom('tasks')
    .innerJoin('channel_keys', 'channel_keys.id', 'tasks.key_id')
    .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
    .select(['channel_keys.id', 'channel_keys.key_sealed as key', 'channels.base_url', 'channels.type'])
    .distinct()
    .where('tasks.settled_at', '=', 0)
    .where('tasks.key_id', 'in', keyIds)
    .execute();
  for (const { id, ...account } of used)
    await trx
      .updateTable('tasks')
      .set({ sealed: JSON.stringify(account satisfies SealedAccount) })
      .where('key_id', '=', id)
      .where('settled_at', '=', 0)
      .execute();
}
