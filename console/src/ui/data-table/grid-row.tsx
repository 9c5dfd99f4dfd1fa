import { type MouseEvent, memo } from 'react';
import { cellWidth } from './column-width.ts';
import { cellOf, columnId, type DataTableColumn } from './data-table-column.ts';
import { SelectBox } from './select-box.tsx';

interface GridRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly DataTableColumn<Row>[];
  height: number;
  isOpen: boolean;
  isSelected: boolean;
  /** Left out where rows cannot be selected; empty where this one cannot be. */
  selectName: string | undefined;
  onToggle: (row: Row, isRange: boolean) => void;
  onOpen: ((row: Row) => void) | undefined;
}

function Row<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, selectName, onOpen } = props;
  const hasBoxes = selectName !== undefined;
  const ariaSelected = hasBoxes ? { 'aria-selected': props.isSelected } : {};
  return (
    <tr
      data-row
      data-index={index}
      data-opens={onOpen ? '' : undefined}
      data-is-marked={props.isOpen || props.isSelected ? '' : undefined}
      aria-rowindex={index + 2}
      {...ariaSelected}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        const control = cellControlAt(event);
        if (!control) onOpen?.(row);
        else if (!control.contains(event.target as HTMLElement)) control.click();
      }}
      style={{ height: props.height }}
    >
      {hasBoxes ? (
        <td data-stick="box">
          {selectName === '' ? null : (
            <SelectBox
              name={selectName}
              isSelected={props.isSelected}
              onToggle={(isRange) => props.onToggle(row, isRange)}
            />
          )}
        </td>
      ) : null}
      {columns.map((column, place) => (
        <td
          key={columnId(column)}
          data-align={column.align}
          data-stick={place === 0 ? 'first' : column.isHeaderHidden ? 'last' : undefined}
          {...(!column.isHeaderHidden && { 'data-is-cut': '', style: cellWidth(column, place) })}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}

/** Drawn again only when something of its own changes: lists are long, and their cells are heavy. */
export const GridRow = memo(Row) as typeof Row;

/** The control that takes every click in its cell: `data-fills-cell`. */
const cellControlAt = ({ target }: MouseEvent): HTMLElement | null | undefined =>
  (target as HTMLElement).closest('td')?.querySelector<HTMLElement>('[data-fills-cell]');

/** Links and buttons inside a row keep their own meaning; marking text opens nothing. */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  // A row's menu or dialog is elsewhere on the page, but its clicks arrive here.
  if (!event.currentTarget.contains(target)) return false;
  const isControl = target.closest('a, button, input, label') !== null;
  return !isControl && (window.getSelection()?.toString() ?? '') === '';
}
