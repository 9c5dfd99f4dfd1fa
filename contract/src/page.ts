import { type ZodType, z } from 'zod';
import { queryNumber, queryText } from './call.ts';

/** Rows a page may hold at most. Source: docs/reference/compatibility.md, "Lists". */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;
/** Counting stops here: a list that can grow without bound says `total_count: 10000` for "that many or more". */
export const COUNT_LIMIT = 10_000;

const pageSize = z.preprocess(
  (value) => (value === '' || value === undefined || Number(value) < 1 ? DEFAULT_PAGE_SIZE : value),
  z.coerce.number().int().max(MAX_PAGE_SIZE),
);

/**
 * Query of a paged list.
 * @param orderable fields that `order` may name; a leading `-` means descending, several by comma
 */
export function pageQuery<const Field extends string>(orderable: readonly Field[]) {
  return z.object({
    page: z.preprocess((value) => (Number(value) >= 1 ? value : 1), z.coerce.number().int().max(1_000_000)),
    size: pageSize,
    order: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z
        .string()
        .max(200)
        .refine(
          (text) =>
            text
              .split(',')
              .every((name) => (orderable as readonly string[]).includes(name.trim().replace(/^-/, ''))),
          'list.order_not_allowed',
        )
        .optional(),
    ),
    keyword: queryText(),
  });
}

/** Query of a list that can grow without bound: `cursor` continues where `next_cursor` of the last answer ended. */
export function cursorQuery<const Field extends string>(orderable: readonly Field[]) {
  return pageQuery(orderable).extend({ cursor: queryText(200) });
}

export type PageQuery = z.output<ReturnType<typeof pageQuery>>;
export { queryNumber };

export function pageOf<Row extends ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    page: z.number().int(),
    size: z.number().int(),
    total_count: z.number().int(),
  });
}

export function cursorPageOf<Row extends ZodType>(row: Row) {
  return pageOf(row).extend({ next_cursor: z.string().nullable() });
}

export interface Page<Row> {
  data: Row[];
  page: number;
  size: number;
  total_count: number;
}

export interface CursorPage<Row> extends Page<Row> {
  next_cursor: string | null;
}
