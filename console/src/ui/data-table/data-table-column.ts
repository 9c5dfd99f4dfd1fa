import type { ReactNode } from 'react';

/** Order in which columns are hidden in a narrow list; a column without an importance is never hidden. */
export const leavingOrder = ['low', 'medium', 'high'] as const;

/** One column; a `field` is shown as it is unless `cell` draws it. */
export interface DataTableColumn<Row> {
  /** Field of the row; also what `order` names when the column can be sorted. */
  field?: keyof Row & string;
  /** Needed where no field is named. */
  id?: string;
  header: string;
  cell?: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: 'left' | 'right';
  isSortable?: boolean;
  /** The head is only read aloud, as for actions; such a column stays in sight at the right. */
  isHeaderHidden?: boolean;
  /** The reader cannot hide it; the first column never can be. */
  isFixed?: boolean;
  /** Hidden until the reader wants it. */
  isHiddenAtFirst?: boolean;
  maxWidth?: number;
  /**
   * Whether it leaves where the list is too narrow, and before which others. A phone's cards leave out the low ones.
   * The drawer has them all.
   */
  importance?: (typeof leavingOrder)[number];
}

export const columnId = <Row>(column: DataTableColumn<Row>): string => column.id ?? column.field ?? '';

/** The name stays first and actions stay last; what is between can change places. */
export const isMovable = <Row>(column: DataTableColumn<Row>, index: number): boolean =>
  index > 0 && !column.isHeaderHidden;

export function cellOf<Row>(column: DataTableColumn<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  return column.field === undefined ? null : String(row[column.field] ?? '');
}
