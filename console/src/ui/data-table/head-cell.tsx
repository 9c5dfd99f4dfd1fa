import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { visuallyHidden } from '../visually-hidden.ts';
import type { DataTableColumn } from './data-table-column.ts';
import type { StickySide } from './sticky-cell.ts';

interface HeadCellProps<Row> {
  column: DataTableColumn<Row>;
  order: string;
  onOrderChange: (order: string) => void;
  sticky: StickySide | undefined;
}

export function HeadCell<Row>({ column, order, onOrderChange, sticky }: HeadCellProps<Row>) {
  const field = column.field ?? '';
  const isActive = order.replace(/^-/, '') === field;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const align = column.align ?? 'left';
  if (!column.isSortable) {
    return (
      <TableCell align={align} data-stick={sticky}>
        {column.isHeaderHidden ? <Box sx={visuallyHidden}>{column.header}</Box> : column.header}
      </TableCell>
    );
  }
  return (
    <TableCell align={align} data-stick={sticky} sortDirection={isActive ? direction : false}>
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
