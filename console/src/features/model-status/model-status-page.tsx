import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ModelState, type ModelStatusRow, modelStates } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSiteStatus } from '../../api/site-status.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { ModelLabel } from '../../ui/owner-mark/model-label.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { modelStatusFilter, modelStatusQuery, useModelStatuses } from './model-status-api.ts';
import { StatusStrip } from './status-strip.tsx';

const none = { keyword: undefined, state: undefined } as const;
const tones: Record<ModelState, Tone> = {
  operational: 'good',
  degraded: 'look',
  down: 'broken',
  idle: 'quiet',
};

/** Whether the models that everybody may use work, also for strangers. */
export default function ModelStatusScreen() {
  const { t } = useTranslation('model-status');
  const isOn = useSiteStatus()?.model_status_page;
  const [filter, setFilter] = useListFilter('model-status', modelStatusFilter);
  const statuses = useModelStatuses(filter, isOn === true);
  const columns = useStatusColumns(isOn === true);
  if (isOn === false) return <EmptyState kind="missing" title={t('off')} isPage />;
  const isFiltered = filter.keyword !== undefined || filter.state !== undefined;
  return (
    <Box sx={{ maxWidth: 1200, mx: 'auto' }}>
      <Screen title={t('heading')} purpose={t('purpose')} actions={<Summary isOn={isOn === true} />}>
        <DataTable<ModelStatusRow, typeof filter>
          name="model-status"
          label={t('heading')}
          query={statuses}
          filter={filter}
          onFilterChange={setFilter}
          columns={columns}
          rowKey={(row) => row.model}
          filters={
            <FilterBar
              search={
                <SearchField
                  label={t('search')}
                  value={filter.keyword ?? ''}
                  onChange={(keyword) => setFilter({ keyword })}
                />
              }
              onClear={isFiltered ? () => setFilter(none) : undefined}
            >
              <ChoiceFilter
                label={t('state')}
                value={filter.state}
                choices={modelStates.map((value) => ({ value, label: t(`state_${value}`) }))}
                onChange={(state) => setFilter({ state })}
              />
            </FilterBar>
          }
          empty={
            isFiltered ? (
              <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(none)} />
            ) : (
              <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
            )
          }
        />
      </Screen>
    </Box>
  );
}

function Summary({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('model-status');
  const formats = useFormats();
  const models = useQuery({ ...modelStatusQuery, enabled: isOn }).data?.models ?? [];
  const known = models.filter(({ state }) => state !== 'idle');
  if (known.length === 0) return null;
  const troubled = known.filter(({ state }) => state !== 'operational');
  const isDown = troubled.some(({ state }) => state === 'down');
  return (
    <Box role="status">
      <StatusDot tone={troubled.length === 0 ? 'good' : isDown ? 'broken' : 'look'}>
        {troubled.length === 0
          ? t('allWork')
          : t('troubled', { count: troubled.length, number: formats.number(troubled.length) })}
      </StatusDot>
    </Box>
  );
}

function useStatusColumns(isOn: boolean): DataTableColumn<ModelStatusRow>[] {
  const { t } = useTranslation('model-status');
  const formats = useFormats();
  const firstHour = useQuery({ ...modelStatusQuery, enabled: isOn }).data?.first_hour ?? 0;
  return [
    {
      field: 'model',
      header: t('model'),
      isSortable: true,
      cell: ({ model, owned_by }) => (
        <Box component="span" sx={{ fontWeight: 500 }}>
          <ModelLabel model={model} owner={owned_by} />
        </Box>
      ),
    },
    {
      field: 'state',
      header: t('state'),
      isSortable: true,
      cell: ({ state }) => <StatusDot tone={tones[state]}>{t(`state_${state}`)}</StatusDot>,
    },
    {
      field: 'percent',
      header: t('answered'),
      align: 'right',
      isSortable: true,
      cell: ({ percent }) => (percent === null ? '–' : `${formats.number(percent)}%`),
    },
    {
      field: 'first_byte_ms',
      importance: 'medium',
      header: t('firstByte'),
      align: 'right',
      isSortable: true,
      cell: ({ first_byte_ms: ms }) => (ms === null ? '–' : formats.duration(ms)),
    },
    {
      id: 'hours',
      header: t('day'),
      cell: ({ hours }) => <StatusStrip hours={hours} firstHour={firstHour} />,
    },
  ];
}
