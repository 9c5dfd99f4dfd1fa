import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useTranslation } from 'react-i18next';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { useFormats } from '../text/use-formats.ts';
import { FilterChip } from './filter-chip.tsx';
import { OwnRangeForm } from './own-range-form.tsx';
import { type Bounds, type TimeRange, timeRanges, toBounds } from './time-range.ts';

const relative = timeRanges.filter((range) => range !== 'custom');

interface RangeFilter extends Bounds {
  range: TimeRange;
}

interface TimeRangeFilterProps {
  filter: RangeFilter;
  onChange: (range: RangeFilter) => void;
  /** Shown at first; with it the chip stands without a mark. */
  usual: TimeRange;
}

/** Ranges that end now, and next to them an own one that begins as what is shown. */
export function TimeRangeFilter({ filter, onChange, usual }: TimeRangeFilterProps) {
  const { t, i18n } = useTranslation('ui');
  const formats = useFormats();
  const { range, from, to } = filter;
  const customText = [from, to].map((seconds) => (seconds ? formats.time(seconds) : '…')).join(' – ');

  return (
    <FilterChip
      label={t('timeRange')}
      isUsual={range === usual}
      hint={t('daysOfZone', { zone: readerTimeZoneText(i18n.language) })}
      shown={range === 'custom' ? customText : t(`range_${range}`)}
    >
      {(close) => (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
          <MenuList
            autoFocus
            aria-label={t('timeRange')}
            sx={{ display: { xs: 'grid', sm: 'block' }, gridTemplateColumns: '1fr 1fr' }}
          >
            {relative.map((one) => (
              <MenuItem
                key={one}
                role="menuitemradio"
                aria-checked={one === range}
                selected={one === range}
                onClick={() => {
                  close();
                  onChange({ range: one, from: undefined, to: undefined });
                }}
              >
                {t(`range_${one}`)}
              </MenuItem>
            ))}
          </MenuList>
          <Box
            sx={{
              borderColor: 'divider',
              borderStyle: 'solid',
              borderWidth: { xs: '1px 0 0', sm: '0 0 0 1px' },
            }}
          >
            <OwnRangeForm
              start={toBounds(range, { from, to })}
              onApply={(bounds) => {
                close();
                onChange({ range: 'custom', ...bounds });
              }}
            />
          </Box>
        </Box>
      )}
    </FilterChip>
  );
}
