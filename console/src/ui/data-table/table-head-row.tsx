import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { HeadCell } from './head-cell.tsx';
import type { RowSelection } from './row-selection.ts';
import { SelectPageBox } from './select-box.tsx';
import type { TableView } from './use-table-view.ts';

interface TableHeadRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  view: TableView;
  order: string;
  onOrderChange: (order: string) => void;
  selection: RowSelection<Row> | undefined;
}

export function TableHeadRow<Row>({ columns, selection, ...head }: TableHeadRowProps<Row>) {
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
            place={place}
            sticky={place === 0 ? 'first' : column.isHeaderHidden ? 'last' : undefined}
            {...head}
          />
        ))}
      </TableRow>
    </TableHead>
  );
}
