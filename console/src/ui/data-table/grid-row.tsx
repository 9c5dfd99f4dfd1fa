import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type MouseEvent, memo } from 'react';
import { cellOf, columnId, type DataTableColumn } from './data-table-column.ts';
import { SelectBox } from './select-box.tsx';
import { stickyCell, tintedRow } from './sticky-cell.ts';

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
    <TableRow
      hover
      data-row
      data-index={index}
      aria-rowindex={index + 2}
      {...ariaSelected}
      selected={props.isOpen || props.isSelected}
      onClick={(event) => (isPlainClick(event) ? onOpen?.(row) : undefined)}
      sx={[{ height: props.height, cursor: onOpen ? 'pointer' : 'auto' }, tintedRow]}
    >
      {hasBoxes ? (
        <TableCell sx={stickyCell('box', true)}>
          {selectName === '' ? null : (
            <SelectBox
              name={selectName}
              isSelected={props.isSelected}
              onToggle={(isRange) => props.onToggle(row, isRange)}
            />
          )}
        </TableCell>
      ) : null}
      {columns.map((column, place) => (
        <TableCell
          key={columnId(column)}
          align={column.align ?? 'left'}
          sx={[
            { whiteSpace: 'nowrap' },
            column.maxWidth
              ? { maxWidth: column.maxWidth, overflow: 'hidden', textOverflow: 'ellipsis' }
              : {},
            place === 0 ? stickyCell('first', hasBoxes) : {},
            column.isHeaderHidden ? stickyCell('last', hasBoxes) : {},
          ]}
        >
          {cellOf(column, row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Drawn again only when something of its own changes: lists are long, and their cells are heavy. */
export const GridRow = memo(Row) as typeof Row;

/** Links and buttons inside a row keep their own meaning; marking text opens nothing. */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  // What a row's menu or dialog shows lies elsewhere on the page, yet its clicks arrive here.
  if (!event.currentTarget.contains(target)) return false;
  const isControl = target.closest('a, button, input, label') !== null;
  return !isControl && (window.getSelection()?.toString() ?? '') === '';
}
