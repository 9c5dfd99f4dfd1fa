import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { visuallyHidden } from '../visually-hidden.ts';
import type { DataTableColumn } from './data-table-column.ts';

interface HeadCellProps<Row> {
  column: DataTableColumn<Row>;
  order: string;
  onOrderChange: (order: string) => void;
}

export function HeadCell<Row>({ column, order, onOrderChange }: HeadCellProps<Row>) {
  const field = column.field ?? '';
  const isActive = order.replace(/^-/, '') === field;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const align = column.align ?? 'left';
  if (!column.isSortable) {
    return (
      <TableCell align={align}>
        {column.isHeaderHidden ? <Box sx={visuallyHidden}>{column.header}</Box> : column.header}
      </TableCell>
    );
  }
  return (
    <TableCell align={align} sortDirection={isActive ? direction : false}>
      <TableSortLabel
        active={isActive}
        direction={isActive ? direction : 'asc'}
        onClick={() => onOrderChange(isActive && direction === 'asc' ? `-${field}` : field)}
      >
        {column.header}
      </TableSortLabel>
    </TableCell>
  );
}
