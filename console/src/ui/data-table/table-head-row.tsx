import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { HeadCell } from './head-cell.tsx';
import type { RowSelection } from './row-selection.ts';
import { SelectPageBox } from './select-box.tsx';

interface TableHeadRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  order: string;
  onOrderChange: (order: string) => void;
  selection: RowSelection<Row> | undefined;
}

export function TableHeadRow<Row>({ columns, selection, ...sorting }: TableHeadRowProps<Row>) {
  const hasBoxes = selection !== undefined;
  return (
    <TableHead>
      <TableRow data-index={-1} aria-rowindex={1}>
        {hasBoxes ? (
          <TableCell data-stick="box">
            <SelectPageBox state={selection.pageState} onToggle={selection.togglePage} />
          </TableCell>
        ) : null}
        {columns.map((column, place) => (
          <HeadCell
            key={columnId(column)}
            column={column}
            sticky={place === 0 ? 'first' : column.isHeaderHidden ? 'last' : undefined}
            {...sorting}
          />
        ))}
      </TableRow>
    </TableHead>
  );
}
