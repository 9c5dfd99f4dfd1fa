import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ChargingTableButton } from '../../ui/charging/charging-table-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { PriceUnitButtons } from '../../ui/price/price-unit-buttons.tsx';
import { UsualPriceNote } from '../../ui/price/usual-price-note.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { NoModels } from '../../ui/state/no-models.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { ModelDrawer } from './model-drawer.tsx';
import {
  modelPriceFilter,
  useModelOwners,
  useOpenModel,
  usePricedModels,
  usePriceGroups,
} from './model-price-api.ts';
import { useModelPriceColumns } from './model-price-columns.tsx';
import { OwnerChips } from './owner-chips.tsx';
import type { PricedModel } from './priced-model.ts';

const none = { keyword: undefined, owner: undefined, only: 'available' } as const;

/** Models that can be called and what they cost the reader; the same for visitors, with the public groups. */
export default function ModelPricePage() {
  const { t } = useTranslation('model-price');
  const formats = useFormats();
  const [filter, setFilter] = useListFilter('model-price', modelPriceFilter);
  const { groups, group } = usePriceGroups(filter.group);
  const models = usePricedModels(filter, group);
  const owners = useModelOwners();
  const columns = useModelPriceColumns(filter.unit);
  const opened = useOpenModel(filter.open, group);
  const { page } = filter;
  const open = (model: string | undefined) => setFilter({ page, open: model });
  const isFiltered = filter.keyword !== undefined || filter.owner !== undefined;
  return (
    <Screen
      title={t('title')}
      purpose={filter.unit === 'multiplier' ? t('purposeMultiplier') : t('purpose', { unit: filter.unit })}
      actions={
        <>
          <ChargingTableButton />
          <PriceUnitButtons value={filter.unit} onChange={(unit) => setFilter({ unit })} />
        </>
      }
    >
      <OwnerChips owners={owners} value={filter.owner} onChange={(owner) => setFilter({ owner })} />
      <DataTable<PricedModel, typeof filter>
        name="model-price"
        label={t('title')}
        query={models}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(row) => row.model}
        onRowOpen={(row) => open(row.model)}
        isRowOpen={(row) => row.model === filter.open}
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
              label={t('group')}
              value={group?.symbol}
              isAlwaysOn
              choices={groups.map(({ symbol, name, ratio }) => ({
                value: symbol,
                label:
                  ratio === 0
                    ? t('groupFree', { name })
                    : t('groupRatio', { name, ratio: formats.number(ratio, 4) }),
              }))}
              onChange={(symbol) => setFilter({ group: symbol })}
            />
            <ChoiceFilter
              label={t('shown')}
              value={filter.only}
              isAlwaysOn
              choices={[
                { value: 'available', label: t('onlyAvailable') },
                { value: 'all', label: t('allModels') },
              ]}
              onChange={(only) => setFilter({ only: only ?? 'available' })}
            />
          </FilterBar>
        }
        empty={
          isFiltered ? (
            <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(none)}>
              {t('nothingFoundHint')}
            </EmptyState>
          ) : (
            <NoModels />
          )
        }
      />
      <UsualPriceNote />
      {filter.open !== undefined && opened.isLoaded ? (
        <Suspense>
          <ModelDrawer
            model={filter.open}
            row={opened.row}
            unit={filter.unit}
            onClose={() => open(undefined)}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}
