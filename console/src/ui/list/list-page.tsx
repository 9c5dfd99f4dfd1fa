import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@turnpike/contract';
import { Fragment, type ReactNode, Suspense } from 'react';
import { DataTable } from '../data-table/data-table.tsx';
import type { DataTableColumn } from '../data-table/data-table-column.ts';
import type { TableSelection } from '../data-table/row-selection.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { SearchField } from '../filter/search-field.tsx';
import { WhileLoading } from '../loading/while-loading.tsx';
import { Screen } from '../page/screen.tsx';
import { EmptyState } from '../state/empty-state.tsx';
import type { ListState, OpenFilter } from './use-list-page.ts';

interface ListPageProps<Row extends object, Filter extends OpenFilter> {
  list: ListState<Filter>;
  query: UseQueryResult<Page<Row>>;
  columns: readonly DataTableColumn<Row>[];
  title: string;
  purpose: string;
  help?: ReactNode;
  /** Tabs of a page with several lists. */
  tabs?: ReactNode;
  /** Above the list. */
  notice?: ReactNode;
  /** Label of the button that opens `new`; left out where the reader cannot create. */
  create?: string | undefined;
  /** Further actions of the page, behind that button. */
  actions?: ReactNode;
  /** Label of the search, where it is the only filter. */
  search?: string;
  /** All filters, where there are more. */
  filters?: ReactNode;
  selection?: TableSelection<Row>;
  exportHref?: string;
  /** Shown where there is nothing yet, with the button; left out where there always is something. */
  empty?: { kind?: 'empty' | 'key'; title: string; hint: string };
  /** Shown where the filter leaves nothing. */
  unmatched: { title: string; hint?: string };
  /** The row's `id` unless given. */
  rowKey?: (row: Row) => string | number;
  /** Form or drawer of the open row. */
  form: (id: string) => ReactNode;
  /** Other dialogs of the page. */
  children?: ReactNode;
}

const idOf = (row: object): number => (row as { id: number }).id;

/** A screen that lists a noun: search, rows, and the form of the row that the address names. */
export function ListPage<Row extends object, Filter extends OpenFilter>({
  list,
  query,
  empty,
  unmatched,
  rowKey = idOf,
  ...props
}: ListPageProps<Row, Filter>) {
  const { filter, setFilter, open } = list;
  const isFiltered = list.clear !== undefined || query.isPlaceholderData;
  const isEmpty = empty !== undefined && query.data?.total_count === 0 && !isFiltered;
  const createButton =
    props.create === undefined ? null : (
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
        {props.create}
      </Button>
    );
  return (
    <Screen
      title={props.title}
      purpose={props.purpose}
      help={props.help}
      tabs={props.tabs}
      // Where there is none yet, the list itself offers it.
      actions={
        isEmpty ? undefined : (
          <>
            {createButton}
            {props.actions}
          </>
        )
      }
    >
      {props.notice}
      <DataTable<Row, Filter>
        name={list.name}
        label={props.title}
        query={query}
        filter={filter}
        onFilterChange={setFilter}
        columns={props.columns}
        rowKey={rowKey}
        onRowOpen={(row) => open(rowKey(row))}
        isRowOpen={(row) => String(rowKey(row)) === filter.open}
        filters={
          props.filters ?? (
            <FilterBar
              search={
                <SearchField
                  label={props.search ?? ''}
                  value={filter.keyword ?? ''}
                  onChange={(keyword) => setFilter({ keyword } as Partial<Filter>)}
                />
              }
            />
          )
        }
        selection={props.selection}
        exportHref={props.exportHref}
        empty={
          isEmpty ? (
            <EmptyState kind={empty.kind} title={empty.title} action={createButton}>
              {empty.hint}
            </EmptyState>
          ) : (
            <EmptyState kind="unmatched" title={unmatched.title} onClear={list.clear}>
              {unmatched.hint}
            </EmptyState>
          )
        }
      />
      {/* Some dialogs have texts that are loaded when they open. */}
      <Suspense fallback={<WhileLoading />}>
        {props.children}
        {filter.open === undefined ? null : <Fragment key={filter.open}>{props.form(filter.open)}</Fragment>}
      </Suspense>
    </Screen>
  );
}
