import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { Price } from '@turnpike/contract';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { WhileLoading } from '../../ui/loading/while-loading.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { PriceUnitButtons } from '../../ui/price/price-unit-buttons.tsx';
import { UsualPriceNote } from '../../ui/price/usual-price-note.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ComparePrices } from './compare-prices.tsx';
import { OpenPrice } from './open-price.tsx';
import { JumpQuestionHost } from './price-change/jump-question-host.tsx';
import { PriceHistory } from './price-change/price-history.tsx';
import { PriceScheduleForm } from './price-change/price-schedule-form.tsx';
import { priceRows, type SharedPriceRow, sharedPriceRows } from './price-list.ts';
import { usePriceSelection } from './price-selection.ts';
import { pricesQuery, pricingFilter } from './pricing-api.ts';
import { usePricingColumns } from './pricing-columns.tsx';
import { noFilter, PricingFilters } from './pricing-filters.tsx';
import { UnpricedNote } from './unpriced-note.tsx';

/** Prices of all models before a group's ratio: one row per model, or one per price. */
export default function PricingPage() {
  const { t } = useTranslation(['pricing', 'price-change']);
  const [filter, setFilter] = useListFilter('pricing', pricingFilter);
  const select = useCallback(
    (prices: Price[]) =>
      filter.view === 'single' ? priceRows(prices, filter) : sharedPriceRows(prices, filter),
    [filter],
  );
  const prices = useQuery({ ...pricesQuery, select });
  const { page } = filter;
  const open = useCallback(
    (model: string | undefined) => setFilter({ page, open: model }),
    [setFilter, page],
  );
  const columns = usePricingColumns({ unit: filter.unit, view: filter.view, onOpen: open });
  const selection = usePriceSelection();
  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      actions={
        <>
          <ChoiceButtons
            label={t('view')}
            names={['single', 'multiple'] as const}
            value={filter.view}
            onChange={(view) => setFilter({ view })}
            textOf={(view) => t(`view_${view}`)}
          />
          <PriceUnitButtons value={filter.unit} onChange={(unit) => setFilter({ unit, page })} />
          <Button variant="outlined" onClick={() => open('history')}>
            {t('price-change:history')}
          </Button>
          <Button variant="outlined" onClick={() => open('compare')}>
            {t('compareLists')}
          </Button>
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
            {t('create')}
          </Button>
        </>
      }
    >
      <UnpricedNote onSetPrices={() => open('missing')} />
      <DataTable<SharedPriceRow, typeof filter>
        name={`pricing-${filter.view}`}
        label={t('title')}
        query={prices}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(row) => row.model}
        onRowOpen={(row) => open(row.model)}
        isRowOpen={(row) => row.model === filter.open}
        selection={selection}
        filters={<PricingFilters filter={filter} onChange={setFilter} />}
        empty={
          <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(noFilter)}>
            {t('nothingFoundHint')}
          </EmptyState>
        }
      />
      <UsualPriceNote />
      <JumpQuestionHost />
      <Suspense fallback={<WhileLoading />}>
        {filter.open === undefined ? null : filter.open === 'compare' ? (
          <ComparePrices
            unit={filter.unit}
            onClose={() => open(undefined)}
            onSchedule={() => open('schedule')}
          />
        ) : filter.open === 'schedule' ? (
          <PriceScheduleForm onClose={() => open(undefined)} />
        ) : /^history(:|$)/.test(filter.open) ? (
          <PriceHistory
            model={filter.open.slice('history:'.length) || undefined}
            unit={filter.unit}
            onClose={() => open(undefined)}
          />
        ) : (
          <OpenPrice
            key={filter.open}
            open={filter.open}
            view={filter.view}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </Screen>
  );
}
