import { type Page, type PageQuery, type RefusedCallView, refusedCallCalls } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { readStoredJson } from '../../platform/stored-values.ts';
import { readPage } from '../list-query.ts';
import { findUserId } from '../log/log-filter.ts';
import type { ModuleNeeds } from '../module-needs.ts';

export const refusedCallRoutes = routesFor(refusedCallCalls, ({ db }: ModuleNeeds) => ({
  list: async ({ query }) => listRefused(db, query, await findUserId(db, query.username)),
  listSelf: ({ user, query }) => listRefused(db, query, user.id),
}));

interface RefusedQuery extends PageQuery {
  reason?: string | undefined;
}

/** @param userId undefined: of everybody */
async function listRefused(
  db: Db,
  query: Omit<RefusedQuery, 'order' | 'keyword'>,
  userId: number | undefined,
): Promise<Page<RefusedCallView>> {
  let rows = db
    .selectFrom('refused_calls')
    .select(['id', 'minute', 'user_id', 'token_id', 'reason', 'count', 'examples'])
    .select(({ selectFrom }) => [
      selectFrom('users')
        .select('username')
        .whereRef('users.id', '=', 'refused_calls.user_id')
        .as('username'),
      selectFrom('tokens')
        .select('name')
        .whereRef('tokens.id', '=', 'refused_calls.token_id')
        .as('token_name'),
    ]);
  if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  if (query.reason !== undefined) rows = rows.where('reason', '=', query.reason);
  const page = await readPage(db, rows, { ...query, order: undefined });
  return {
    ...page,
    data: page.data.map(({ examples, username, token_name, ...row }) => ({
      ...row,
      username: username ?? '',
      token_name: token_name ?? '',
      examples: readStoredJson<RefusedCallView['examples']>(examples, Array.isArray, []),
    })),
  };
}
