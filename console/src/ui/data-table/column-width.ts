import type { CSSProperties } from 'react';
import { columnId, type DataTableColumn } from './data-table-column.ts';

/** Bounds of a column's width, and the step of a key press, in px. */
export const columnWidth = { min: 64, max: 800, step: 16 } as const;

/** Px by column id, of those that were changed by hand. */
export type ColumnWidths = Readonly<Record<string, number>>;

export const boundWidth = (widthPx: number): number =>
  Math.round(Math.min(Math.max(widthPx, columnWidth.min), columnWidth.max));

/** Written as `name:240,status:96`; what is no width is left out. */
export function parseWidths(text: string): ColumnWidths {
  const pairs = text.split(',').map((pair) => pair.split(':'));
  const known = pairs.filter(([id, px]) => id && Number(px) > 0);
  return Object.fromEntries(known.map(([id, px]) => [id, boundWidth(Number(px))]));
}

export const formatWidths = (widths: ColumnWidths): string =>
  Object.entries(widths)
    .map(([id, px]) => `${id}:${px}`)
    .join(',');

/** The table's variable for a column's width: when it changes, no row is drawn again. */
export const widthVariable = (id: string): string => `--width-${id}`;

/** The variables of a table; columns without one are as wide as their content and a share of the rest. */
export const widthVariables = (widths: ColumnWidths): CSSProperties =>
  Object.fromEntries(Object.entries(widths).map(([id, px]) => [widthVariable(id), `${px}px`]));

/** Width of a cell in its column. */
export function cellWidth<Row>(column: DataTableColumn<Row>, place: number): CSSProperties {
  if (column.isHeaderHidden) return {};
  const name = widthVariable(columnId(column));
  // The first column stays in sight while others are pushed: it leaves room for them.
  const width = place === 0 ? `min(var(${name}), 60vw)` : `var(${name})`;
  const usual = column.maxWidth === undefined ? 'none' : `${column.maxWidth}px`;
  return {
    width,
    minWidth: width,
    maxWidth: place === 0 ? `min(var(${name}, ${usual}), 60vw)` : `var(${name}, ${usual})`,
  };
}
