import type { Page, PageQuery, RefusedCallExample, RefusedCallView } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { timeOfRequestId } from '../../platform/random-ids.ts';
import { readStoredJson } from '../../platform/stored-values.ts';
import { readPage } from '../list-query.ts';

/** A call is counted in the minute of its end: it may wait before it is refused. */
const SEARCHED_SECONDS = 180;

interface RefusedQuery extends Pick<PageQuery, 'page' | 'size'> {
  reason?: string | undefined;
  group_name?: string | undefined;
  request_id?: string | undefined;
}

/** @param userId undefined: of everybody */
export async function listRefused(
  db: Db,
  { page, size, reason, group_name, request_id }: RefusedQuery,
  userId: number | undefined,
): Promise<Page<RefusedCallView>> {
  let rows = db
    .selectFrom('refused_calls')
    .select(['id', 'minute', 'user_id', 'token_id', 'reason', 'count', 'examples', 'group_name'])
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
  if (reason !== undefined) rows = rows.where('reason', '=', reason);
  if (group_name !== undefined) rows = rows.where('group_name', '=', group_name);
  if (request_id !== undefined) {
    const calledAtMs = timeOfRequestId(request_id);
    if (calledAtMs === undefined) return { data: [], page, size, total_count: 0 };
    const minute = Math.floor(calledAtMs / 60_000) * 60;
    // Quotation marks within the stored texts are escaped: only an id can stand in this place.
    rows = rows
      .where('minute', '>=', minute)
      .where('minute', '<', minute + SEARCHED_SECONDS)
      .where('examples', 'like', `%"request_id":"${request_id}"%`);
    // The plus keeps the databases from going through all rows of the user, which stand in the list's order already.
    if (userId !== undefined) rows = rows.where(sql<boolean>`+user_id = ${userId}`);
  } else if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  const found = await readPage(db, rows, { page, size, order: undefined });
  return {
    ...found,
    data: found.data.map(({ examples, username, token_name, ...row }) => ({
      ...row,
      username: username ?? '',
      token_name: token_name ?? '',
      examples: readRefusedExamples(examples).filter(
        (example) => request_id === undefined || example.request_id === request_id,
      ),
    })),
  };
}

/** Examples of a stored sum; those of earlier versions have no message. */
export const readRefusedExamples = (stored: string): RefusedCallExample[] =>
  readStoredJson<(Omit<RefusedCallExample, 'message'> & { message?: string })[]>(
    stored,
    Array.isArray,
    [],
  ).map((example) => ({ ...example, message: example.message ?? '' }));
