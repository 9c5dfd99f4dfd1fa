import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { type HourRule, MAX_HOUR_RULES, type Price, priceHours } from '@turnpike/contract';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { ListInput } from '../../ui/form/list-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { HourWeek } from '../../ui/price/price-hours-section.tsx';
import { FactorInput } from './factor-input.tsx';
import { PartRow } from './part-row.tsx';
import { WeekdaysInput } from './weekdays-input.tsx';

const newRule = (): HourRule => ({
  ...{ days: [1, 2, 3, 4, 5], from: '00:00', to: '08:00', on_holidays: false },
  ratio: Number.NaN,
});

/** Factors on the whole price by the time of the call. */
export function PriceHoursInput() {
  const { t } = useTranslation('pricing');
  const { setValue } = useFormContext();
  const hours: unknown = useWatch({ name: 'price.hours' });
  const set = (value: Price['hours']) =>
    setValue('price.hours', value, { shouldDirty: true, shouldValidate: false });
  return (
    <>
      <FormHelperText>{t('hoursHint')}</FormHelperText>
      {hours === undefined || hours === null ? (
        <AddButton
          label={t('addHours')}
          onClick={() => set({ time_zone: readerTimeZone(), holidays: [], rules: [newRule()] })}
        />
      ) : (
        <HoursEditor onRemove={() => set(undefined)} />
      )}
    </>
  );
}

function HoursEditor({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('pricing');
  const { fields, append, remove } = useFieldArray({ name: 'price.hours.rules' });
  return (
    <>
      <TextInput name="price.hours.time_zone" label={t('hoursZone')} hint={t('hoursZoneHint')} />
      {fields.map(({ id }, index) => {
        const number = index + 1;
        return (
          <PartRow
            key={id}
            label={t('hourRuleNumber', { number })}
            removeLabel={t('removeHourRule', { number })}
            onRemove={() => (fields.length === 1 ? onRemove() : remove(index))}
          >
            <RuleFields name={`price.hours.rules.${index}`} />
          </PartRow>
        );
      })}
      {fields.length >= MAX_HOUR_RULES ? null : (
        <AddButton label={t('addHourRule')} onClick={() => append(newRule())} />
      )}
      <ListInput
        name="price.hours.holidays"
        label={t('holidays')}
        hint={t('holidaysHint')}
        options={[]}
        isFree
        isList
      />
      <Preview />
    </>
  );
}

function RuleFields({ name }: { name: string }) {
  const { t } = useTranslation('pricing');
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <WeekdaysInput name={`${name}.days`} label={t('hourDays')} />
      </Box>
      <TextInput name={`${name}.from`} label={t('hourFrom')} />
      <TextInput name={`${name}.to`} label={t('hourTo')} hint={t('hourToHint')} />
      <FactorInput name={`${name}.ratio`} label={t('hourFactor')} />
      <SwitchInput name={`${name}.on_holidays`} label={t('onHolidays')} />
    </>
  );
}

/** The next seven days, once everything is filled in. */
function Preview() {
  const { t } = useTranslation('pricing');
  const { data } = priceHours.safeParse(useWatch({ name: 'price.hours' }));
  if (data === undefined) return null;
  return (
    <Box
      component="section"
      aria-label={t('hoursPreview')}
      sx={{ bgcolor: 'action.hover', borderRadius: '8px', px: 4, py: 3, display: 'grid', gap: 2 }}
    >
      <Box sx={{ fontWeight: 500 }}>{t('hoursPreview')}</Box>
      <HourWeek hours={data} />
    </Box>
  );
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Box>
      <Button variant="outlined" size="small" startIcon={<AddIcon />} onClick={onClick}>
        {label}
      </Button>
    </Box>
  );
}
