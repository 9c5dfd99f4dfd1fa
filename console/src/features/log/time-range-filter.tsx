import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../ui/filter/filter-chip.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import type { SetFilter } from '../../ui/use-url-filter.ts';
import type { LogFilter } from './log-api.ts';
import { timeRanges } from './time-range.ts';

const relative = timeRanges.filter((range) => range !== 'custom');

interface TimeRangeFilterProps {
  filter: LogFilter;
  onChange: SetFilter<LogFilter>;
}

/** Ranges that end now, or two moments in the reader's time zone. */
export function TimeRangeFilter({ filter, onChange }: TimeRangeFilterProps) {
  const { t } = useTranslation(['log', 'ui']);
  const formats = useFormats();
  const id = useId();
  const customText = [filter.from, filter.to]
    .map((seconds) => (seconds ? formats.time(seconds) : '…'))
    .join(' – ');

  return (
    <FilterChip
      label={t('time')}
      isUsual={filter.range === '7d'}
      shown={filter.range === 'custom' ? customText : t(`range_${filter.range}`)}
    >
      {(close) => {
        const onSubmit = (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          close();
          onChange({ range: 'custom', from: secondsOf(form.get('from')), to: secondsOf(form.get('to')) });
        };
        return (
          <>
            <MenuList autoFocus aria-label={t('time')}>
              {relative.map((range) => (
                <MenuItem
                  key={range}
                  role="menuitemradio"
                  aria-checked={range === filter.range}
                  selected={range === filter.range}
                  onClick={() => {
                    close();
                    onChange({ range, from: undefined, to: undefined });
                  }}
                >
                  {t(`range_${range}`)}
                </MenuItem>
              ))}
            </MenuList>
            <Divider />
            <Box component="form" onSubmit={onSubmit} sx={{ p: 4, display: 'grid', gap: 2 }}>
              <FormLabel htmlFor={`${id}-from`}>{t('from')}</FormLabel>
              <OutlinedInput id={`${id}-from`} type="datetime-local" name="from" />
              <FormLabel htmlFor={`${id}-to`}>{t('to')}</FormLabel>
              <OutlinedInput id={`${id}-to`} type="datetime-local" name="to" />
              <Button type="submit" variant="outlined">
                {t('ui:apply')}
              </Button>
            </Box>
          </>
        );
      }}
    </FilterChip>
  );
}

function secondsOf(text: FormDataEntryValue | null): number | undefined {
  const ms = new Date(String(text ?? '')).getTime();
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
