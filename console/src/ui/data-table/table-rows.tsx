import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableContainer from '@mui/material/TableContainer';
import {
  type Column,
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { widthVariables } from './column-width.ts';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { GridFocus } from './grid-focus.ts';
import { GridRow } from './grid-row.tsx';
import type { RowSelection } from './row-selection.ts';
import { type RowWindowHook, useEveryRow } from './row-window.ts';
import { edgeStyles, gridStyles, noteEdges } from './sticky-cell.ts';
import { TableHeadRow } from './table-head-row.tsx';
import { useColumnFit } from './use-column-fit.ts';
import { densities, type TableView } from './use-table-view.ts';

export interface RowsProps<Row> {
  label: string;
  rows: Row[];
  columns: readonly DataTableColumn<Row>[];
  rowKey: (row: Row) => string | number;
  view: TableView;
  order: string;
  onOrderChange: (order: string) => void;
  onRowOpen?: ((row: Row) => void) | undefined;
  isRowOpen?: ((row: Row) => boolean) | undefined;
  /** Given where rows can be selected. */
  selection: RowSelection<Row> | undefined;
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });

/** Rows as an ARIA grid; a long list draws only what is in sight. */
export function TableRows<Row>(props: RowsProps<Row> & { useWindow?: RowWindowHook }) {
  const { columns, view, selection, rows, onRowOpen, useWindow = useEveryRow } = props;
  const shown = useShownColumns(columns, view);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [focus] = useState(() => new GridFocus());
  const rowHeight = densities[view.density];
  const drawn = useWindow({ rowCount: rows.length, rowHeight, scroller, keptRow: focus.row });
  const latest = useRef(onRowOpen);
  latest.current = onRowOpen;
  const [open] = useState(() => (row: Row) => latest.current?.(row));

  focus.actions = {
    rowCount: rows.length,
    reveal: drawn.reveal,
    onOpen: (index) => rows[index] !== undefined && onRowOpen?.(rows[index]),
    onSelect: (index) => {
      const row = rows[index];
      if (row !== undefined && selection?.canSelect(row)) selection.toggle(row, false);
    },
  };
  // Which element Tab stops at is kept in the page, not in React: cells draw their own controls.
  useEffect(() => (grid.current ? focus.attach(grid.current) : undefined), [focus]);
  useColumnFit({ frame, scroller, table: grid, columns, rows, view });

  return (
    <Box ref={frame} sx={edgeStyles}>
      <TableContainer
        ref={scroller}
        tabIndex={-1}
        onScroll={(event) => frame.current && noteEdges(frame.current, event.currentTarget)}
        sx={{ overflow: 'auto', ...(drawn.isWindowed && { maxHeight: 'max(360px, calc(100vh - 260px))' }) }}
      >
        <Table
          ref={grid}
          role="grid"
          stickyHeader={drawn.isWindowed}
          aria-label={props.label}
          aria-rowcount={rows.length + 1}
          aria-multiselectable={selection !== undefined}
          onFocus={({ target }) => focus.onFocus(target)}
          onKeyDown={focus.onKeyDown}
          // Without actions nothing takes the rest of the width once every column has its own.
          data-is-tight={shown.some(hasFreeWidth(view)) ? undefined : ''}
          style={widthVariables(view.widths)}
          sx={[{ minWidth: 560, borderCollapse: 'separate', borderSpacing: 0 }, gridStyles]}
        >
          <TableHeadRow
            columns={shown}
            view={view}
            order={props.order}
            onOrderChange={props.onOrderChange}
            selection={selection}
          />
          <TableBody>
            <Gap height={drawn.gapAfter(-1)} />
            {drawn.indexes.map((index) => {
              const row = rows[index] as Row;
              const key = props.rowKey(row);
              return (
                <Fragment key={key}>
                  <GridRow
                    row={row}
                    index={index}
                    columns={shown}
                    height={rowHeight}
                    isOpen={props.isRowOpen?.(row) ?? false}
                    isSelected={selection?.keys.has(key) ?? false}
                    selectName={selection && (selection.canSelect(row) ? selection.nameOf(row) : '')}
                    onToggle={selection?.toggle ?? ignore}
                    onOpen={onRowOpen ? open : undefined}
                  />
                  <Gap height={drawn.gapAfter(index)} />
                </Fragment>
              );
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}

const ignore = () => {};

const hasFreeWidth =
  (view: TableView) =>
  <Row,>(column: DataTableColumn<Row>): boolean =>
    column.isHeaderHidden === true || view.widths[columnId(column)] === undefined;

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

/** The columns that the reader has chosen, in their order. */
function useShownColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  view: TableView,
): DataTableColumn<Row>[] {
  const table = useTable({
    features,
    data: noRows,
    columns: useMemo(
      () => columns.map((column) => ({ id: columnId(column), meta: column as never })),
      [columns],
    ),
    state: { columnVisibility: view.visibility, columnOrder: view.order },
  });
  const shown = table.getVisibleLeafColumns().map(ownColumn<Row>);
  const key = shown.map(columnId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns in the same order are the same
  return useMemo(() => shown, [columns, key]);
}

const noRows: object[] = [];

const ownColumn = <Row,>(column: Column<typeof features, object, unknown>): DataTableColumn<Row> =>
  column.columnDef.meta as never;
