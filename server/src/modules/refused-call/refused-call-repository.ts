import {
  type FilterOf,
  type Page,
  type PageQuery,
  type RefusedCallExample,
  type RefusedCallView,
  refusedCallFilterFields,
  setFields,
} from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { readStoredJson } from '../../platform/json/stored-values.ts';
import { timeOfRequestId } from '../../platform/secrets/random-ids.ts';
import { filterRows } from '../filter-rows.ts';
import { readPage } from '../list-query.ts';

/** A call is counted in the minute of its end: it may wait before it is refused. */
const SEARCHED_SECONDS = 180;

type RefusedQuery = Pick<PageQuery, 'page' | 'size'> & FilterOf<typeof refusedCallFilterFields>;

/** @param userId undefined: of everybody */
export async function listRefused(
  db: Db,
  { page, size, ...filter }: RefusedQuery,
  userId: number | undefined,
): Promise<Page<RefusedCallView>> {
  const { request_id } = filter;
  const listed = db
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
  let rows = filterRows(listed, setFields(refusedCallFilterFields, filter));
  if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  if (request_id !== undefined) {
    const ids = await idsOfRequest(db, request_id, userId);
    if (ids.length === 0) return { data: [], page, size, total_count: 0 };
    rows = rows.where('id', 'in', ids);
  }
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

/** Rows with one call, in the minutes that its id names. */
async function idsOfRequest(db: Db, requestId: string, userId: number | undefined): Promise<number[]> {
  const calledAtMs = timeOfRequestId(requestId);
  if (calledAtMs === undefined) return [];
  const minute = Math.floor(calledAtMs / 60_000) * 60;
  let rows = db
    .selectFrom('refused_calls')
    .select('id')
    .where('minute', '>=', minute)
    .where('minute', '<', minute + SEARCHED_SECONDS);
  // The plus keeps the databases from going through all rows of the user, which stand in the list's order already.
  if (userId !== undefined) rows = rows.where(sql<boolean>`+user_id = ${userId}`);
  // Quotation marks within the stored texts are escaped: only an id can stand in this place.
  const found = await rows.where('examples', 'like', `%"request_id":"${requestId}"%`).execute();
  return found.map(({ id }) => id);
}

type StoredExample = Omit<RefusedCallExample, 'message' | 'note'> & { message?: string; note?: string };

/** Examples of a stored sum; those of earlier versions have no message and no note. */
export const readRefusedExamples = (stored: string): RefusedCallExample[] =>
  readStoredJson<StoredExample[]>(stored, Array.isArray, []).map((example) => ({
    ...example,
    message: example.message ?? '',
    note: example.note ?? '',
  }));

/** As the account that made the calls may see them. */
export const withoutNotes = ({ data, ...page }: Page<RefusedCallView>): Page<RefusedCallView> => ({
  ...page,
  data: data.map((row) => ({ ...row, examples: row.examples.map((example) => ({ ...example, note: '' })) })),
});
