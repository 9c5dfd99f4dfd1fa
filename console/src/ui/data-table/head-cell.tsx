import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { visuallyHidden } from '../visually-hidden.ts';
import type { DataTableColumn } from './data-table-column.ts';
import { type StickySide, stickyCell } from './sticky-cell.ts';

interface HeadCellProps<Row> {
  column: DataTableColumn<Row>;
  order: string;
  onOrderChange: (order: string) => void;
  sticky: StickySide | undefined;
  hasBoxes: boolean;
}

export function HeadCell<Row>({ column, order, onOrderChange, sticky, hasBoxes }: HeadCellProps<Row>) {
  const field = column.field ?? '';
  const isActive = order.replace(/^-/, '') === field;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const align = column.align ?? 'left';
  const sx = sticky ? [stickyCell(sticky, hasBoxes), { zIndex: 3 }] : {};
  if (!column.isSortable) {
    return (
      <TableCell align={align} sx={sx}>
        {column.isHeaderHidden ? <Box sx={visuallyHidden}>{column.header}</Box> : column.header}
      </TableCell>
    );
  }
  return (
    <TableCell align={align} sx={sx} sortDirection={isActive ? direction : false}>
      <TableSortLabel
        component="button"
        sx={{ font: 'inherit' }}
        active={isActive}
        direction={isActive ? direction : 'asc'}
        onClick={() => onOrderChange(isActive && direction === 'asc' ? `-${field}` : field)}
      >
        {column.header}
      </TableSortLabel>
    </TableCell>
  );
}
