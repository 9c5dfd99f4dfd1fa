import type { ZodType, z } from 'zod';
import { type Call, type CallShapes, type CsvColumns, call } from './call.ts';

/** One row of a file, by the names in its head. */
export type CsvRow<Columns extends CsvColumns> = {
  [Name in keyof Columns]: (Columns[Name] extends 'text' ? string : number | boolean) | null;
};

type CsvShapes<Query extends z.ZodType, Columns extends CsvColumns> = Pick<
  CallShapes,
  'access' | 'summary'
> & {
  query: Query;
  columns: Columns;
};

/**
 * Declares a call that returns a list as a file of comma-separated values: all rows that match the filter. A success has no
 * envelope; a failure has one, as for every call.
 * @param route a GET, e.g. `GET /api/user/export`
 * @param shapes `query` is the list's filter; `columns` are named as the fields they hold, in their order
 */
export function csvCall<
  const Shapes extends { access: CallShapes['access']; params?: ZodType },
  Query extends z.ZodType,
  const Columns extends CsvColumns,
>(route: `GET /${string}`, shapes: Shapes & CsvShapes<Query, Columns>) {
  const { columns, ...rest } = shapes;
  return { ...call(route, rest as CallShapes), csv: columns } as unknown as Omit<
    Call<
      Shapes['params'] extends ZodType ? Shapes['params'] : undefined,
      Query,
      undefined,
      undefined,
      undefined
    >,
    'csv'
  > & {
    access: Shapes['access'];
    csv: Columns;
  };
}
