import {
  type FilterOf,
  type ListedUserView,
  type Page,
  type PageQuery,
  setFields,
  userFilterFields,
} from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { filterRows } from '../filter-rows.ts';
import { beginsWith, matches, readBatches, readPage } from '../list-query.ts';
import { hasProvedEmail, type Today, withFacts } from './user-facts.ts';
import { accounts, toView } from './user-repository.ts';

const DAY_SECONDS = 86_400;

/** Filter of users; 0 and absent members do not filter. */
export type UserFilter = FilterOf<typeof userFilterFields>;

export interface ListContext extends Today {
  /** Points; a balance below is low. */
  lowBalance: number;
}

function filterUsers(db: Db, filter: UserFilter, { nowSeconds, lowBalance }: ListContext) {
  const { keyword, balance, signed_in_days, binding } = filter;
  let rows = filterRows(accounts(db), setFields(userFilterFields, filter));
  if (keyword !== undefined) {
    const pattern = beginsWith(keyword);
    rows = rows.where((eb) =>
      eb.or([
        ...['username', 'email', 'display_name', 'group'].map((column) => matches(column, pattern)),
        ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
      ]),
    );
  }
  if (balance === 'some') rows = rows.where('quota', '>', 0);
  if (balance === 'none') rows = rows.where('quota', '<=', 0);
  if (balance === 'low') rows = rows.where('quota', '<', lowBalance);
  if (signed_in_days) rows = rows.where('last_login_time', '>=', nowSeconds - signed_in_days * DAY_SECONDS);
  return binding === undefined ? rows : rows.where(isBound(binding));
}

function isBound(binding: NonNullable<UserFilter['binding']>) {
  switch (binding) {
    case 'email':
      return hasProvedEmail;
    case 'passkey':
      return sql<boolean>`users.id in (select user_id from passkeys)`;
    case 'authenticator':
      return sql<boolean>`users.id in (select user_id from authenticators where confirmed_time > 0)`;
    default:
      return sql<boolean>`users.id in (select user_id from identities where provider = ${binding})`;
  }
}

export async function listUsers(
  db: Db,
  query: PageQuery & UserFilter,
  context: ListContext,
): Promise<Page<ListedUserView>> {
  const rows = filterUsers(db, query, context);
  const page = await readPage(db, rows, query, { username: sql.ref('username_key') });
  return { ...page, data: await withFacts(db, page.data.map(toView), context) };
}

/** All users that a filter shows, some at a time. */
export async function* exportUsers(db: Db, filter: UserFilter, context: ListContext) {
  for await (const rows of readBatches(filterUsers(db, filter, context))) {
    const users = await withFacts(db, rows, context);
    yield users.map((user) => ({ ...user, providers: user.providers.join(' ') }));
  }
}
