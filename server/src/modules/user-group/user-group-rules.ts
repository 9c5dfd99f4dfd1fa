import type { UsedGroupView, UserGroupView } from '@turnpike/contract';
import { sql } from 'kysely';
import { GatewayError } from '../../platform/gateway-error.ts';

/** The group of everybody who has no other. */
export const DEFAULT_GROUP = 'default';

/** @throws user_group.is_default */
export function assertIsNotDefault({ symbol }: Pick<UserGroupView, 'symbol'>): void {
  if (symbol === DEFAULT_GROUP) throw new GatewayError('user_group.is_default');
}

type Use = Pick<UsedGroupView, 'user_count' | 'token_count' | 'channel_count'>;

/**
 * @param keyOwners some names of those whose tokens name the group
 * @throws user_group.in_use while a user, token or channel names the group
 */
export function assertIsUnused({ user_count, token_count, channel_count }: Use, keyOwners: KeyOwners): void {
  const owners = ` (of ${keyOwners.names.join(', ')}${keyOwners.hasMore ? ' and others' : ''})`;
  const parts = [
    counted(user_count, 'user'),
    counted(token_count, 'key', owners),
    counted(channel_count, 'channel'),
  ].filter((part) => part !== '');
  if (parts.length === 0) return;
  const last = parts.pop();
  const users = parts.length === 0 ? `${last}` : `${parts.join(', ')} and ${last}`;
  throw new GatewayError('user_group.in_use', { users });
}

export interface KeyOwners {
  names: readonly string[];
  hasMore: boolean;
}

const counted = (count: number, noun: string, more = ''): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}${more}`;

/** Tokens whose list of spare groups has a symbol. */
export const namesSpareGroup = (symbol: string) =>
  sql<boolean>`replace(${spareGroups}, '"' || ${symbol} || '"', '') <> ${spareGroups}`;

const spareGroups = sql.ref('tokens.spare_groups');

/** Channels whose list of groups has a symbol. */
export const namesGroup = (symbol: string) =>
  sql<boolean>`',' || ${sql.ref('group')} || ',' like ${`%,${symbol.replace(/[\\%_]/g, '\\$&')},%`} escape '\\'`;
