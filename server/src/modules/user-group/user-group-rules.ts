import type { UserGroupView } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/** The group of everybody who has no other. */
export const DEFAULT_GROUP = 'default';

/** @throws user_group.is_default */
export function assertIsNotDefault({ symbol }: Pick<UserGroupView, 'symbol'>): void {
  if (symbol === DEFAULT_GROUP) throw new GatewayError('user_group.is_default');
}

/** @throws user_group.in_use while a user, token or channel names the group */
export async function assertIsUnused(db: Db, { symbol }: Pick<UserGroupView, 'symbol'>): Promise<void> {
  for (const table of ['users', 'tokens'] as const) {
    const user = await db
      .selectFrom(table)
      .select('id')
      .where('group', '=', symbol)
      .where('deleted_time', '=', 0)
      .executeTakeFirst();
    if (user !== undefined) throw new GatewayError('user_group.in_use');
  }
  const channel = await db
    .selectFrom('channels')
    .select('id')
    .where(namesGroup(symbol))
    .where('deleted_time', '=', 0)
    .executeTakeFirst();
  if (channel !== undefined) throw new GatewayError('user_group.in_use');
}

/** Channels whose list of groups has a symbol. */
export const namesGroup = (symbol: string) =>
  sql<boolean>`',' || ${sql.ref('group')} || ',' like ${`%,${symbol.replace(/[\\%_]/g, '\\$&')},%`} escape '\\'`;
