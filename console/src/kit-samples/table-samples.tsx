import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { TableSelection } from '../ui/data-table/row-selection.ts';
import { SearchField } from '../ui/filter/search-field.tsx';
import { pageFilter } from '../ui/list/use-url-filter.ts';
import { EmptyState } from '../ui/state/empty-state.tsx';
import { Sample } from './sample.tsx';
import { useSampleColumns } from './sample-columns.tsx';
import { type SampleRowData, sampleRows } from './sample-rows.ts';
import { serverFailure } from './state-samples.tsx';

const notAllowed = new ApiError({ code: 'session.not_allowed', status: 403 });
const pageOf = (rows: SampleRowData[], total = rows.length): Page<SampleRowData> => ({
  ...{ data: rows, page: 1, size: Math.max(30, rows.length), total_count: total },
});
const failing = (error: ApiError) => () => Promise.reject(error);

export function TableSamples() {
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return (
    <>
      <SampleTable
        name="DataTable: with selection, export, several pages"
        state="rows"
        read={() => pageOf(sampleRows(5), 140)}
        isSelectable
      />
      <SampleTable name="DataTable: loading" state="loading" read={() => new Promise<never>(() => {})} />
      <SampleTable name="DataTable: empty" state="empty" read={() => pageOf([])} />
      <SampleTable name="DataTable: failed" state="failed" read={failing(serverFailure)} />
      <SampleTable name="DataTable: not allowed" state="not-allowed" read={failing(notAllowed)} />
      {/* A phone draws all its cards, which no screen asks for so many of. */}
      <SampleTable
        name="DataTable: a long list"
        state="long"
        read={() => pageOf(sampleRows(isPhone ? 12 : 2000))}
      />
    </>
  );
}

interface SampleTableProps {
  name: string;
  state: string;
  read: () => Page<SampleRowData> | Promise<Page<SampleRowData>>;
  isSelectable?: boolean;
}

function SampleTable({ name, state, read, isSelectable = false }: SampleTableProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const [filter, setFilter] = useState(() => pageFilter.parse({}));
  const query = useQuery({ queryKey: ['kit', state], queryFn: read });
  const columns = useSampleColumns();
  const selection: TableSelection<SampleRowData> = {
    nameOf: (row) => row.name,
    canSelect: (row) => row.status !== 3,
    actions: [
      { label: t('enabled'), onRun: () => {} },
      {
        label: t('ui:delete'),
        onRun: () => {},
        isDestructive: true,
        confirm: () => ({ title: t('deleteTitle', { name: 'openai-main' }), hint: t('deleteHint') }),
      },
    ],
  };
  return (
    <Sample name={name} isWide>
      <DataTable
        name={`kit-${state}`}
        label={`${t('title')} (${state})`}
        query={query}
        filter={filter}
        onFilterChange={(change) => setFilter({ ...filter, ...change })}
        columns={columns}
        rowKey={(row) => row.id}
        isRowOpen={(row) => isSelectable && row.id === 2}
        filters={<SearchField label={t('searchName')} value="" onChange={() => {}} />}
        {...(isSelectable && { selection, exportHref: '/kit.html' })}
        empty={
          <EmptyState title={t('empty')} action={<Button variant="contained">{t('create')}</Button>}>
            {t('emptyHint')}
          </EmptyState>
        }
      />
    </Sample>
  );
}
