import { columnId, type DataTableColumn, leavingOrder } from './data-table-column.ts';

export interface ColumnFit<Row> {
  /** In the order of the table. */
  columns: readonly DataTableColumn<Row>[];
  /** Needed width of each column, in px; columns that were never drawn are measured. */
  neededPx: ReadonlyMap<string, number>;
  roomPx: number;
  /** Ids of columns that stay: the reader asked for them, or edits in them. */
  wanted: readonly string[];
}

/** @returns ids of the columns that leave, so that the others fit; of two equal ones the right one leaves first */
export function columnsWithoutRoom<Row>({ columns, neededPx, roomPx, wanted }: ColumnFit<Row>): string[] {
  const neededBy = (column: DataTableColumn<Row>) => neededPx.get(columnId(column)) ?? 0;
  let missingPx = columns.reduce((sum, column) => sum + neededBy(column), 0) - roomPx;
  const left: string[] = [];
  const fromRight = columns.toReversed().filter((column) => !wanted.includes(columnId(column)));
  for (const importance of leavingOrder) {
    for (const column of fromRight) {
      if (missingPx <= 0) return left;
      if (column.importance !== importance) continue;
      left.push(columnId(column));
      missingPx -= neededBy(column);
    }
  }
  return left;
}

/**
 * Widths that the drawn columns need, by id; the rest of the table (boxes, actions) under the empty id.
 * Makes the table as narrow as its content for a moment, which nobody sees.
 */
export function measureColumns(table: HTMLTableElement): Map<string, number> {
  const { width, minWidth, transition } = table.style;
  // Where motion is reduced every change takes a moment, unless nothing is said to change slowly.
  table.style.transition = 'none';
  table.style.width = 'min-content';
  table.style.minWidth = '0';
  const needed = new Map<string, number>();
  for (const head of table.querySelectorAll<HTMLElement>('thead th')) {
    const id = head.dataset.column ?? '';
    needed.set(id, (needed.get(id) ?? 0) + head.getBoundingClientRect().width);
  }
  table.style.width = width;
  table.style.minWidth = minWidth;
  table.getBoundingClientRect();
  table.style.transition = transition;
  return needed;
}

/** Ids of the columns in which a value is being edited: an editor must not leave with its column. */
export function editedColumns(table: HTMLTableElement): string[] {
  const heads = table.querySelectorAll<HTMLElement>('thead th');
  return [...table.querySelectorAll<HTMLTableCellElement>('td:has(form)')].map(
    ({ cellIndex }) => heads[cellIndex]?.dataset.column ?? '',
  );
}
