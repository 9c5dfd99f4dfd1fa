import { useQuery } from '@tanstack/react-query';
import { priceType } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ownersQuery } from '../../api/model-owners.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { type PricingFilter, pricesQuery } from './pricing-api.ts';

interface PricingFiltersProps {
  filter: PricingFilter;
  onChange: (change: Partial<PricingFilter>) => void;
}

export const noFilter = { keyword: undefined, type: undefined, owner: undefined, lock: undefined };

export function PricingFilters({ filter, onChange }: PricingFiltersProps) {
  const { t } = useTranslation(['pricing', 'price']);
  const used = new Set(useQuery(pricesQuery).data?.map(({ channel_type }) => channel_type));
  const owners = (useQuery(ownersQuery).data ?? []).filter(({ id }) => used.has(id));
  const { keyword, type, owner, lock } = filter;
  const isFiltered = [keyword, type, owner, lock].some((value) => value !== undefined);
  return (
    <FilterBar
      search={
        <SearchField
          label={t('search')}
          value={keyword ?? ''}
          onChange={(text) => onChange({ keyword: text })}
        />
      }
      onClear={isFiltered ? () => onChange(noFilter) : undefined}
    >
      <ChoiceFilter
        label={t('price:owner')}
        value={owner}
        choices={owners.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => onChange({ owner: value })}
      />
      <ChoiceFilter
        label={t('type')}
        value={type}
        choices={priceType.map((value) => ({ value, label: t(`type_${value}`) }))}
        onChange={(value) => onChange({ type: value })}
      />
      <ChoiceFilter
        label={t('lock')}
        value={lock}
        choices={[
          { value: 'locked', label: t('locked') },
          { value: 'open', label: t('unlocked') },
        ]}
        onChange={(value) => onChange({ lock: value })}
      />
    </FilterBar>
  );
}
