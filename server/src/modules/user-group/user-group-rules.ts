import type { UsedGroupView, UserGroupView } from '@turnpike/contract';
import { sql } from 'kysely';
import { GatewayError } from '../../platform/gateway-error.ts';

/** The group of everybody who has no other. */
export const DEFAULT_GROUP = 'default';

/** @throws user_group.is_default */
export function assertIsNotDefault({ symbol }: Pick<UserGroupView, 'symbol'>): void {
  if (symbol === DEFAULT_GROUP) throw new GatewayError('user_group.is_default');
}

/** @throws user_group.in_use while a user, token or channel names the group */
export function assertIsUnused({
  user_count,
  token_count,
  channel_count,
}: Pick<UsedGroupView, 'user_count' | 'token_count' | 'channel_count'>): void {
  if (user_count + token_count + channel_count > 0) throw new GatewayError('user_group.in_use');
}

/** Channels whose list of groups has a symbol. */
export const namesGroup = (symbol: string) =>
  sql<boolean>`',' || ${sql.ref('group')} || ',' like ${`%,${symbol.replace(/[\\%_]/g, '\\$&')},%`} escape '\\'`;
