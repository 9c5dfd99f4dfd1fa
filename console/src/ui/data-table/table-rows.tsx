import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type Column, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type MouseEvent, useMemo } from 'react';
import { cellOf, columnId, type DataTableColumn } from './data-table-column.ts';
import { HeadCell } from './head-cell.tsx';
import { moveRowFocus } from './move-row-focus.ts';
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
}

const features = tableFeatures({ columnVisibilityFeature });

export function TableRows<Row>(props: RowsProps<Row>) {
  const { columns, view, onRowOpen } = props;
  const table = useTable({
    features,
    data: props.rows as object[],
    columns: useMemo(
      () => columns.map((column) => ({ id: columnId(column), meta: column as never })),
      [columns],
    ),
    state: { columnVisibility: view.visibility },
    getRowId: (row) => String(props.rowKey(row as Row)),
  });
  const shown = table.getVisibleLeafColumns().map(ownColumn<Row>);

  return (
    <TableContainer sx={{ overflowX: 'auto' }} tabIndex={-1}>
      <Table aria-label={props.label} sx={{ minWidth: 560 }}>
        <TableHead>
          <TableRow>
            {shown.map((column) => (
              <HeadCell
                key={columnId(column)}
                column={column}
                order={props.order}
                onOrderChange={props.onOrderChange}
              />
            ))}
          </TableRow>
        </TableHead>
        <TableBody onKeyDown={moveRowFocus}>
          {table.getRowModel().rows.map(({ id, original }) => (
            <TableRow
              key={id}
              data-row
              hover
              selected={props.isRowOpen?.(original as Row) ?? false}
              onClick={(event) => (isPlainClick(event) ? onRowOpen?.(original as Row) : undefined)}
              sx={{
                height: densities[view.density],
                cursor: onRowOpen ? 'pointer' : 'auto',
                '&:last-child td': { borderBottom: 0 },
              }}
            >
              {shown.map((column) => (
                <TableCell
                  key={columnId(column)}
                  align={column.align ?? 'left'}
                  sx={{
                    whiteSpace: 'nowrap',
                    ...(column.maxWidth
                      ? { maxWidth: column.maxWidth, overflow: 'hidden', textOverflow: 'ellipsis' }
                      : {}),
                  }}
                >
                  {cellOf(column, original as Row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const ownColumn = <Row,>(column: Column<typeof features, object, unknown>): DataTableColumn<Row> =>
  column.columnDef.meta as never;

/** Links and buttons inside a row keep their own meaning; marking text opens nothing. */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const isControl =
    (event.target as HTMLElement).closest('a, button, input, label, [role="menu"], [role="dialog"]') !== null;
  return !isControl && (window.getSelection()?.toString() ?? '') === '';
}
