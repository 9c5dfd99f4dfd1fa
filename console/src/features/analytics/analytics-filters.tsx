import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import type { SetFilter } from '../../ui/use-url-filter.ts';
import { type AnalyticsFilter, groupings } from './analytics-api.ts';
import { type AnalyticsRange, analyticsRanges } from './analytics-range.ts';
import { DayRange } from './day-range.tsx';

interface AnalyticsFiltersProps {
  filter: AnalyticsFilter;
  onChange: SetFilter<AnalyticsFilter>;
  /** Days that the charts show now; an own range begins with them. */
  shown: { from: string; to: string };
}

/** Period, what is told apart, and whose use; every chart follows at once. */
export function AnalyticsFilters({ filter, onChange, shown }: AnalyticsFiltersProps) {
  const { t } = useTranslation('analytics');
  const { range, by, user_id } = filter;
  const choose = (next: AnalyticsRange) =>
    onChange({ range: next, ...(next === 'custom' ? shown : { from: undefined, to: undefined }) });
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <ChoiceButtons
        label={t('period')}
        names={analyticsRanges}
        value={range}
        onChange={choose}
        textOf={(name) => t(`range_${name}`)}
      />
      {range === 'custom' ? (
        <DayRange days={{ from: filter.from ?? shown.from, to: filter.to ?? shown.to }} onChange={onChange} />
      ) : null}
      <ChoiceButtons
        label={t('by')}
        names={groupings}
        value={by}
        onChange={(next) => onChange({ by: next })}
        textOf={(name) => t(`by_${name}`)}
      />
      <OutlinedInput
        key={user_id}
        defaultValue={user_id ?? ''}
        placeholder={t('userId')}
        onBlur={({ target }) => onChange({ user_id: numberOf(target.value) })}
        onKeyDown={(event) => (event.key === 'Enter' ? (event.target as HTMLElement).blur() : undefined)}
        inputProps={{ 'aria-label': t('userId'), inputMode: 'numeric', type: 'search' }}
        sx={{ width: 130 }}
      />
    </Box>
  );
}

const numberOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : undefined;
