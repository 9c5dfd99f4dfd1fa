import type { Page } from '@turnpike/contract';

/** Sort keys of rows. The first is the default, and breaks ties. */
type RowOrders<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** A page of rows that are all here, as a list route would answer it. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page, size, order }: { page: number; size: number; order: string },
  orders: RowOrders<Row>,
): Page<Row> {
  const first = Object.values(orders)[0] ?? (() => 0);
  const wanted = orders[order.replace(/^-/, '')] ?? first;
  const sign = order.startsWith('-') ? -1 : 1;
  const sorted = rows.toSorted((a, b) => sign * compare(wanted(a), wanted(b)) || compare(first(a), first(b)));
  return { data: sorted.slice((page - 1) * size, page * size), page, size, total_count: rows.length };
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other));
