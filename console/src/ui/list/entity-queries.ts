import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Call, OutputOf, Page, QueryOf } from '@turnpike/contract';
import type { ZodObject } from 'zod';
import { callApi } from '../../api/call-api.ts';

/** The contract's calls for a noun that has a list and a form. */
export interface EntityCalls {
  list: Call;
  get: Call;
  create: Call;
  update: Call;
  remove: Call;
}

/** A noun, as its mutations need it. */
export interface Entity<Calls extends EntityCalls = EntityCalls> {
  calls: Calls;
  keys: { all: QueryKey; pages: QueryKey };
  /** Keys of other nouns that show something of this one. */
  alsoChanges: readonly QueryKey[];
}

export interface Row {
  id: number;
}

/** A list answers a page of rows, or all rows at once. */
export type Listed<One extends Row> = Page<One> | One[];
export type RowOf<List extends Call> =
  OutputOf<List> extends Page<infer One extends Row>
    ? One
    : OutputOf<List> extends (infer One extends Row)[]
      ? One
      : never;
type FilterOf<List extends Call> = QueryOf<List> extends undefined ? object : Partial<QueryOf<List>>;

/**
 * Queries of a noun, from its calls; `entity-mutations.ts` has what changes it.
 * @param name first part of every query key
 * @example
 * const things = entityQueries('thing', { list, get, create, update, remove });
 * const page = useQuery(things.pageQuery(filter));
 * const remove = useRemove(things);
 */
export function entityQueries<Calls extends EntityCalls>(
  name: string,
  calls: Calls,
  { alsoChanges = [] }: Partial<Pick<Entity, 'alsoChanges'>> = {},
) {
  const keys: Entity['keys'] = { all: [name], pages: [name, 'page'] };
  const asked = Object.keys((calls.list.query as ZodObject | undefined)?.shape ?? {});
  return {
    ...{ calls, keys, alsoChanges },

    /** @param filter members that the call does not take, such as `open`, are left out */
    pageQuery(filter: FilterOf<Calls['list']>) {
      const query = Object.fromEntries(Object.entries(filter).filter(([member]) => asked.includes(member)));
      return queryOptions({
        queryKey: [...keys.pages, query] as QueryKey,
        queryFn: ({ signal }): Promise<OutputOf<Calls['list']>> => send(calls.list, { query, signal }),
        placeholderData: keepPreviousData as never,
      });
    },

    oneQuery: (id: number) =>
      queryOptions({
        queryKey: [...keys.all, 'one', id] as QueryKey,
        queryFn: ({ signal }): Promise<OutputOf<Calls['get']>> => send(calls.get, { params: { id }, signal }),
      }),
  };
}

/** As `callApi`, where the types around it say what the call takes and answers. */
export const send = (call: Call, options: object): Promise<never> => callApi(call, options as never) as never;
