import { statementKind } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { TimeRangeFilter } from '../../ui/filter/time-range-filter.tsx';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import type { StatementFilter } from './statement-api.ts';

export const noFilter = { range: 'month', from: undefined, to: undefined, kind: undefined } as const;

export const isFiltered = ({ range, kind, view }: StatementFilter): boolean =>
  range !== noFilter.range || (view === 'entries' && kind !== undefined);

interface StatementFiltersProps {
  filter: StatementFilter;
  onChange: SetFilter<StatementFilter>;
}

export function StatementFilters({ filter, onChange }: StatementFiltersProps) {
  const { t } = useTranslation('statement');
  return (
    <FilterBar
      // The part that stays visible on a phone.
      search={
        <ChoiceFilter
          label={t('view')}
          value={filter.view}
          isAlwaysOn
          choices={[
            { value: 'days', label: t('view_days') },
            { value: 'entries', label: t('view_entries') },
          ]}
          onChange={(view) => onChange({ view: view ?? 'days' })}
        />
      }
      onClear={isFiltered(filter) ? () => onChange(noFilter) : undefined}
    >
      <TimeRangeFilter filter={filter} onChange={onChange} usual="month" />
      {filter.view === 'entries' ? (
        <ChoiceFilter
          label={t('what')}
          value={filter.kind}
          choices={statementKind.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
    </FilterBar>
  );
}
