import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../date/date-time-field.tsx';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { FieldFrame } from '../form/field-frame.tsx';
import type { Bounds } from './time-range.ts';

interface OwnRangeFormProps {
  /** The range that is shown now. */
  start: Bounds;
  onApply: (bounds: Bounds) => void;
}

/** Two moments in the reader's time zone; one that is left empty is open. */
export function OwnRangeForm({ start, onApply }: OwnRangeFormProps) {
  const { t, i18n } = useTranslation('ui');
  const [bounds, setBounds] = useState(start);
  const [faults, setFaults] = useState<Faults>({});

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = faultsOf(bounds);
    setFaults(found);
    if (Object.keys(found).length === 0) onApply(bounds);
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={{
        p: 4,
        width: { xs: 'min(320px, calc(100vw - 40px))', sm: 280 },
        display: 'grid',
        gap: 4,
        alignContent: 'start',
      }}
    >
      {(['from', 'to'] as const).map((edge) => (
        <FieldFrame key={edge} label={t(edge)} error={faults[edge]}>
          {(ids) => (
            <DateTimeField
              {...ids}
              label={t(edge)}
              value={bounds[edge]}
              onChange={(seconds) => {
                setBounds({ ...bounds, [edge]: seconds });
                setFaults({});
              }}
            />
          )}
        </FieldFrame>
      ))}
      <Typography variant="caption" color="textSecondary">
        {t('daysOfZone', { zone: readerTimeZoneText(i18n.language) })}
      </Typography>
      <Button type="submit" variant="outlined">
        {t('apply')}
      </Button>
    </Box>
  );
}

type Faults = { [Edge in keyof Bounds]?: string };

function faultsOf({ from, to }: Bounds): Faults {
  const faults: Faults = {};
  if (Number.isNaN(from)) faults.from = 'field.not_a_date';
  if (Number.isNaN(to)) faults.to = 'field.not_a_date';
  if (from !== undefined && to !== undefined && to < from) faults.to = 'field.ends_before_start';
  return faults;
}
