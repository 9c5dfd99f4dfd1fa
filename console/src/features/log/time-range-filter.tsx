import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../ui/filter/filter-chip.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import type { SetFilter } from '../../ui/use-url-filter.ts';
import type { LogFilter } from './log-api.ts';
import { OwnRangeForm } from './own-range-form.tsx';
import { timeRanges, toBounds } from './time-range.ts';

const relative = timeRanges.filter((range) => range !== 'custom');

interface TimeRangeFilterProps {
  filter: LogFilter;
  onChange: SetFilter<LogFilter>;
}

/** Ranges that end now, and beside them an own one that begins as what is shown. */
export function TimeRangeFilter({ filter, onChange }: TimeRangeFilterProps) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { range, from, to } = filter;
  const customText = [from, to].map((seconds) => (seconds ? formats.time(seconds) : '…')).join(' – ');

  return (
    <FilterChip
      label={t('time')}
      isUsual={range === '7d'}
      shown={range === 'custom' ? customText : t(`range_${range}`)}
    >
      {(close) => (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
          <MenuList
            autoFocus
            aria-label={t('time')}
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
