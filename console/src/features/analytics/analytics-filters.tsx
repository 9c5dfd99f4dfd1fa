import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import { readerTimeZoneText } from '../../ui/date/time-zone.ts';
import { useFoundUserIds } from '../../ui/filter/found-user-names.ts';
import { NameFilter } from '../../ui/filter/name-filter.tsx';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { type AnalyticsFilter, groupings } from './analytics-api.ts';
import { type AnalyticsRange, analyticsRanges } from './analytics-range.ts';
import { DayRange } from './day-range.tsx';

interface AnalyticsFiltersProps {
  filter: AnalyticsFilter;
  onChange: SetFilter<AnalyticsFilter>;
  /** Days that the charts show now; an own range begins with them. */
  shown: { from: string; to: string };
}

/** Period, grouping and user; every chart follows at once. */
export function AnalyticsFilters({ filter, onChange, shown }: AnalyticsFiltersProps) {
  const { t, i18n } = useTranslation(['analytics', 'ui']);
  const { range, by, user_id } = filter;
  const formats = useFormats();
  // The day picker loads when it is opened, not when an address names days.
  const [isChoosing, setChoosing] = useState(false);
  const days = { from: filter.from ?? shown.from, to: filter.to ?? shown.to };
  const choose = (next: AnalyticsRange) => {
    setChoosing(next === 'custom');
    onChange({ range: next, ...(next === 'custom' ? shown : { from: undefined, to: undefined }) });
  };
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <ChoiceButtons
        label={t('period')}
        names={analyticsRanges}
        value={range}
        onChange={choose}
        textOf={(name) => t(`range_${name}`)}
      />
      {range !== 'custom' ? null : isChoosing ? (
        <DayRange days={days} onChange={onChange} />
      ) : (
        <Button variant="outlined" startIcon={<CalendarIcon />} onClick={() => setChoosing(true)}>
          {formats.dayRange(days.from, days.to)}
        </Button>
      )}
      <ChoiceButtons
        label={t('by')}
        names={groupings}
        value={by}
        onChange={(next) => onChange({ by: next })}
        textOf={(name) => t(`by_${name}`)}
      />
      <NameFilter
        label={t('oneUser')}
        value={user_id}
        useFound={useFoundUserIds}
        onChange={(next) => onChange({ user_id: next })}
      />
      <Typography variant="caption" color="textSecondary">
        {t('ui:daysOfZone', { zone: readerTimeZoneText(i18n.language) })}
      </Typography>
    </Box>
  );
}
