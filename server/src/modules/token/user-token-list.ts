import {
  type FilterOf,
  type Page,
  type PageQuery,
  role,
  setFields,
  type TokenView,
  type UserTokenView,
  userTokenFilterFields,
} from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { filterRows } from '../filter-rows.ts';
import { beginsWith, matches } from '../list-query.ts';
import { usernameKey } from '../user/user-names.ts';
import { namesSpareGroup } from '../user-group/user-group-rules.ts';
import { isNow, readTokens, type TokenReadDeps } from './token-repository.ts';

type Query = PageQuery & FilterOf<typeof userTokenFilterFields>;

/** Keys of the accounts that the caller may change, and own ones. */
export async function searchTokens(
  deps: TokenReadDeps,
  caller: Pick<SignedIn, 'id' | 'role'>,
  query: Query,
): Promise<Page<UserTokenView>> {
  const { db, clock } = deps;
  const { keyword, username, status, group } = query;
  let rows = db.selectFrom('tokens').where('deleted_time', '=', 0);
  rows = filterRows(rows, setFields(userTokenFilterFields, query));
  if (caller.role !== role.root)
    rows = rows.where((eb) =>
      eb.or([eb('user_id', '=', caller.id), eb('user_id', 'in', ownersBelow(db, caller.role))]),
    );
  if (username !== undefined) rows = rows.where('user_id', 'in', ownersNamed(db, username));
  if (keyword !== undefined) rows = rows.where(matches('name', beginsWith(keyword)));
  if (status) rows = rows.where(isNow(status, clock.nowSeconds()));
  if (group !== undefined)
    rows = rows.where((eb) => eb.or([eb('group', '=', group), namesSpareGroup(group)]));
  const page = await readTokens(deps, rows, query);
  return { ...page, data: await withOwners(db, page.data) };
}

const owners = (db: Db) => db.selectFrom('users').select('users.id');
const ownersBelow = (db: Db, callerRole: number) => owners(db).where('role', '<', callerRole);
const ownersNamed = (db: Db, username: string) =>
  owners(db).where('username_key', '=', usernameKey(username)).where('deleted_time', '=', 0);

/** Adds to keys whose they are. */
export async function withOwners(db: Db, tokens: readonly TokenView[]): Promise<UserTokenView[]> {
  const ids = [...new Set(tokens.map(({ user_id }) => user_id))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select([
            'id',
            'username',
            sql<string>`coalesce(nullif(display_name, ''), username)`.as('owner_name'),
          ])
          .where('id', 'in', ids)
          .execute();
  const byId = new Map(rows.map(({ id, ...names }) => [id, names]));
  return tokens.map((token) => ({
    ...token,
    ...(byId.get(token.user_id) ?? { username: '', owner_name: '' }),
  }));
}
