import { type ZodType, z } from 'zod';
import { queryNumber, queryText } from './call.ts';

/** Rows a page may hold at most. Source: docs/reference/compatibility.md, "Lists". */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;
/** Counting stops here: a list that can grow without bound says `total_count: 10000` for "that many or more". */
export const COUNT_LIMIT = 10_000;

const pageSize = z
  .preprocess(
    (value) => (value === '' || value === undefined || Number(value) < 1 ? DEFAULT_PAGE_SIZE : value),
    z.coerce.number().int().min(1).max(MAX_PAGE_SIZE),
  )
  .describe(`Entries on a page, ${DEFAULT_PAGE_SIZE} unless given`);

const page = z
  .preprocess((value) => (Number(value) >= 1 ? value : 1), z.coerce.number().int().min(1).max(1_000_000))
  .describe('Page, from 1; the first unless given');

/** Default meaning of `keyword` in lists. */
export const NAME_KEYWORD = 'Beginning of the name, in any case';

/**
 * Query of a paged list.
 * @param orderable fields that `order` may name; a leading `-` means descending, several by comma
 * @param keyword what `keyword` searches
 */
export function pageQuery<const Field extends string>(orderable: readonly Field[], keyword = NAME_KEYWORD) {
  return z.object({
    page,
    size: pageSize,
    order: z
      .preprocess(
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
      )
      .describe(orderText(orderable)),
    keyword: queryText().describe(keyword),
  });
}

const orderText = (orderable: readonly string[]): string =>
  `Fields to sort by, separated by commas; "-" before one sorts it descending. Newest first unless given. Allowed: ${orderable.join(', ')}`;

/** Query of a list that can grow without bound: `cursor` continues where `next_cursor` of the last answer ended. */
export function cursorQuery<const Field extends string>(orderable: readonly Field[]) {
  return pageQuery(orderable)
    .omit({ keyword: true })
    .extend({
      cursor: queryText(200).describe(
        '`next_cursor` of the page before; goes on behind it, whatever `page` says',
      ),
    });
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
