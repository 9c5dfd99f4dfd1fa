import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { visuallyHidden } from '../text/visually-hidden.ts';
import { cellWidth } from './column-width.ts';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { ResizeHandle, resizeByKey } from './resize-handle.tsx';
import type { StickySide } from './sticky-cell.ts';
import type { TableView } from './use-table-view.ts';

interface HeadCellProps<Row> {
  column: DataTableColumn<Row>;
  place: number;
  view: TableView;
  order: string;
  onOrderChange: (order: string) => void;
  sticky: StickySide | undefined;
}

export function HeadCell<Row>({ column, place, view, order, onOrderChange, sticky }: HeadCellProps<Row>) {
  const { header, align = 'left', isSortable, field = '' } = column;
  const id = columnId(column);
  const isActive = isSortable && order.replace(/^-/, '') === field;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const resize = (width: number | undefined) => view.setWidth(id, width);
  if (column.isHeaderHidden) {
    return (
      <TableCell align={align} data-stick={sticky}>
        <Box sx={visuallyHidden}>{header}</Box>
      </TableCell>
    );
  }
  return (
    <TableCell
      align={align}
      data-stick={sticky}
      data-column={id}
      // Its name is not that of the handle as well.
      aria-label={header}
      sortDirection={isActive ? direction : false}
      style={cellWidth(column, place)}
      onKeyDown={(event) => resizeByKey(event, resize)}
    >
      {isSortable ? (
        <TableSortLabel
          component="button"
          sx={{ font: 'inherit', maxWidth: '100%', verticalAlign: 'middle' }}
          active={isActive}
          direction={isActive ? direction : 'asc'}
          onClick={() => onOrderChange(isActive && direction === 'asc' ? `-${field}` : field)}
        >
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {header}
          </Box>
        </TableSortLabel>
      ) : (
        header
      )}
      <ResizeHandle name={header} width={view.widths[id]} onChange={resize} />
    </TableCell>
  );
}
