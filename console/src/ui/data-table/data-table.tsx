import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CursorPage, Page } from '@turnpike/contract';
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react';
import type { SetFilter } from '../list/use-url-filter.ts';
import { lazyPart } from '../loading/lazy-part.ts';
import { ErrorState } from '../state/error-state.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CellTip } from './cell-tip.tsx';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import type { ListFilter } from './list-filter.ts';
import { type TableSelection, useRowSelection } from './row-selection.ts';
import { WINDOWED_ROWS } from './row-window.ts';
import { TableFooter } from './table-footer.tsx';
import { type RowsProps, TableRows } from './table-rows.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableViewMenu } from './table-view-menu.tsx';
import { useLastPage } from './use-last-page.ts';
import { useSearchHighlight } from './use-search-highlight.ts';
import { useTableView } from './use-table-view.ts';

const TableCards = lazyPart(() => import('./table-cards.tsx'));
const WindowedRows = lazyPart(() => import('./windowed-rows.tsx'));

interface DataTableProps<Row, Filter extends ListFilter> {
  /** Under which the reader's columns are kept. */
  name: string;
  /** Read aloud. */
  label: string;
  query: UseQueryResult<Page<Row> | CursorPage<Row>>;
  filter: Filter;
  onFilterChange: SetFilter<Filter>;
  columns: readonly DataTableColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** Search, chips and time range, left of the view menu. */
  filters?: ReactNode;
  /** Shown instead of rows. */
  empty: ReactNode;
  /** Opens everything about a row; the first column's link does the same by keyboard. */
  onRowOpen?: (row: Row) => void;
  isRowOpen?: (row: Row) => boolean;
  /** Gives every row a box, and says what can be done to the chosen ones. */
  selection?: TableSelection<Row> | undefined;
  /** Address of the whole list as a file, with the filter in it. */
  exportHref?: string | undefined;
}

/**
 * A list: filters, rows (cards on phones), paging; with its loading, empty and error states. Rows that are all
 * there at once may be thousands: only those in sight are drawn.
 */
export function DataTable<Row, Filter extends ListFilter>(props: DataTableProps<Row, Filter>) {
  const { query, columns } = props;
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const view = useTableView(props.name, columns);
  const page = query.data;
  const isLong = (page?.data.length ?? 0) > WINDOWED_ROWS;
  const Rows = isPhone
    ? (TableCards as unknown as ComponentType<RowsProps<Row>>)
    : isLong
      ? (WindowedRows as unknown as ComponentType<RowsProps<Row>>)
      : TableRows;
  const shown = columns.filter((column) => view.visibility[columnId(column)] !== false);
  const selection = useRowSelection(page?.data ?? none, props.rowKey, props.selection);
  const changeFilter = props.onFilterChange as SetFilter<ListFilter>;
  const isBeyond = useLastPage(query, changeFilter);
  const list = useRef<HTMLDivElement>(null);
  useSearchHighlight(list, props.filter.keyword);

  const bulkBar =
    props.selection && selection.chosen.length > 0 ? (
      <BulkBar selection={selection} actions={props.selection.actions} isPhone={isPhone} />
    ) : null;
  const skeleton = <TableSkeleton columns={shown} rows={8} view={view} isPhone={isPhone} />;

  return (
    // Hidden overflow would keep the bar from staying in sight.
    <Card sx={{ overflow: 'clip' }}>
      {isPhone && props.filters === undefined && props.exportHref === undefined ? null : (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, p: 2, minHeight: 52 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{isPhone ? props.filters : (bulkBar ?? props.filters)}</Box>
          {isPhone && props.exportHref === undefined ? null : (
            <TableViewMenu view={view} columns={columns} exportHref={props.exportHref} />
          )}
        </Box>
      )}
      <Box ref={list}>
        {query.isPending || isBeyond ? skeleton : null}
        {query.isError && page === undefined ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : null}
        {page?.data.length === 0 && !isBeyond ? props.empty : null}
        {page && page.data.length > 0 ? (
          <Box
            aria-busy={query.isPlaceholderData}
            sx={{ opacity: query.isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
          >
            <Suspense fallback={skeleton}>
              <Rows
                label={props.label}
                rows={page.data}
                columns={columns}
                rowKey={props.rowKey}
                view={view}
                order={props.filter.order ?? ''}
                onOrderChange={(order) => changeFilter({ order })}
                onRowOpen={props.onRowOpen}
                isRowOpen={props.isRowOpen}
                selection={props.selection ? selection : undefined}
              />
            </Suspense>
          </Box>
        ) : null}
      </Box>
      <CellTip list={list} />
      {page && !isBeyond ? (
        <TableFooter page={page} filter={props.filter} onFilterChange={changeFilter} />
      ) : null}
      {isPhone ? bulkBar : null}
    </Card>
  );
}

const none: never[] = [];
