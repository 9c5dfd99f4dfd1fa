import type { BalanceChange } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { LogTable } from './tables/call-tables.ts';
import type { Tables } from './tables.ts';

export type LogNote = Pick<
  LogTable,
  'request_id' | 'user_id' | 'username' | 'created_at' | 'type' | 'quota' | 'content' | 'source_ip'
> & {
  /** Where it changes a balance. */
  balance?: BalanceChange;
};

/**
 * Adds a log row that is no call: a grant, a change by hand. Its type and points say what happened, in the
 * reader's language; `content` is only what a person added.
 * @returns its number
 */
export async function insertLogNote(
  trx: Transaction<Tables>,
  { balance, ...note }: LogNote,
): Promise<number> {
  const { id } = await trx
    .insertInto('logs')
    .values({
      ...note,
      token_id: 0,
      token_name: '',
      model_name: '',
      prompt_tokens: 0,
      completion_tokens: 0,
      channel_id: 0,
      request_time: 0,
      is_stream: 0,
      ended_by: null,
      group_name: null,
      metadata: JSON.stringify(balance === undefined ? null : { balance }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
