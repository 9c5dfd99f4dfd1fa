import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { FilterChip } from '../../ui/filter/filter-chip.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import type { SetFilter } from '../../ui/use-url-filter.ts';
import { type AnalyticsFilter, groupings } from './analytics-api.ts';
import { analyticsRanges } from './analytics-range.ts';

const presets = analyticsRanges.filter((range) => range !== 'custom');

interface AnalyticsFiltersProps {
  filter: AnalyticsFilter;
  onChange: SetFilter<AnalyticsFilter>;
}

/** Period, what is told apart, and whose use; every chart follows at once. */
export function AnalyticsFilters({ filter, onChange }: AnalyticsFiltersProps) {
  const { t } = useTranslation(['analytics', 'ui']);
  const id = useId();
  const { range, from, to, by, user_id } = filter;
  return (
    <FilterBar>
      <ChoiceButtons
        label={t('period')}
        names={presets}
        value={range}
        onChange={(next) => onChange({ range: next, from: undefined, to: undefined })}
        textOf={(name) => t(`range_${name}`)}
      />
      <FilterChip
        label={t('range_custom')}
        shown={range === 'custom' ? `${from ?? '…'} – ${to ?? '…'}` : undefined}
      >
        {(close) => {
          const onSubmit = (event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            close();
            onChange({ range: 'custom', from: textOf(form.get('from')), to: textOf(form.get('to')) });
          };
          return (
            <Box component="form" onSubmit={onSubmit} sx={{ p: 4, display: 'grid', gap: 2 }}>
              <FormLabel htmlFor={`${id}-from`}>{t('from')}</FormLabel>
              <OutlinedInput id={`${id}-from`} type="date" name="from" defaultValue={from ?? ''} />
              <FormLabel htmlFor={`${id}-to`}>{t('to')}</FormLabel>
              <OutlinedInput id={`${id}-to`} type="date" name="to" defaultValue={to ?? ''} />
              <Button type="submit" variant="contained">
                {t('ui:apply')}
              </Button>
            </Box>
          );
        }}
      </FilterChip>
      <ChoiceFilter
        label={t('by')}
        value={by}
        isAlwaysOn
        choices={groupings.map((value) => ({ value, label: t(`by_${value}`) }))}
        onChange={(next) => onChange({ by: next ?? 'model' })}
      />
      <TextFilter
        label={t('userId')}
        value={user_id?.toString()}
        isNumber
        onChange={(text) => onChange({ user_id: text && /^[1-9]\d*$/.test(text) ? Number(text) : undefined })}
      />
    </FilterBar>
  );
}

const textOf = (value: FormDataEntryValue | null): string | undefined => String(value ?? '') || undefined;
