import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type PriceSchedule,
  type PriceScheduleRun,
  type PriceScheduleView,
  priceSchedule,
  priceScheduleCalls,
  priceSchedulePeriod,
  scheduledMode,
} from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/call-api.ts';
import { codeText } from '../../../api/error-text.ts';
import { spaceAfter } from '../../../i18n/close-up.ts';
import { fieldText } from '../../../ui/form/field-issue.ts';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { LoadedForm } from '../../../ui/form/loaded-form.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { showToast } from '../../../ui/toast/toast.ts';
import { usePriceChange } from '../pricing-api.ts';

const scheduleQuery = queryOptions({
  queryKey: ['price', 'schedule'],
  queryFn: ({ signal }) => callApi(priceScheduleCalls.get, { signal }),
});

const useSaveSchedule = () =>
  usePriceChange((input: PriceSchedule) => callApi(priceScheduleCalls.update, { input }), true);

/** How a price list is taken by itself, and what the last run came to. */
export function PriceScheduleForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('price-change');
  const schedule = useQuery(scheduleQuery);
  return (
    <LoadedForm row={schedule} title={t('scheduleTitle')} onClose={onClose}>
      {(row) => <LoadedSchedule schedule={row} onClose={onClose} />}
    </LoadedForm>
  );
}

function LoadedSchedule({ schedule, onClose }: { schedule: PriceScheduleView; onClose: () => void }) {
  const { t } = useTranslation(['price-change', 'ui']);
  const save = useSaveSchedule();
  const { last, ...values } = schedule;
  const form = useContractForm(priceSchedule, values, { draft: 'price-schedule', row: '' });
  return (
    <FormDrawer
      form={form}
      submitLabel={t('ui:save')}
      title={t('scheduleTitle')}
      onClose={onClose}
      onSubmit={async (input) => {
        await save.mutateAsync(input);
        showToast('success', t('scheduleSaved'));
        onClose();
      }}
    >
      <Typography>{t('scheduleAbout')}</Typography>
      <SelectInput
        name="period"
        label={t('period')}
        choices={priceSchedulePeriod.map((value) => ({ value, label: t(`period_${value}`) }))}
      />
      <TextInput
        name="url"
        type="url"
        label={t('scheduleUrl')}
        hint={t('scheduleUrlHint')}
        placeholder="https://"
      />
      <SelectInput
        name="mode"
        label={t('mode')}
        hint={t('modeHint')}
        choices={scheduledMode.map((value) => ({ value, label: t(`mode_${value}`) }))}
      />
      <section>
        <Typography variant="h3" sx={{ mb: 2 }}>
          {t('lastRun')}
        </Typography>
        {last ? <LastRun run={last} /> : <Typography color="textSecondary">{t('neverRan')}</Typography>}
      </section>
    </FormDrawer>
  );
}

function LastRun({ run }: { run: PriceScheduleRun }) {
  const { t } = useTranslation('price-change');
  const { added, changed, removed, locked, left_out, bad, failure } = run;
  return (
    <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
      <TimeText epochSeconds={run.ran_at} isExact />
      {failure === '' ? (
        <span>
          {spaceAfter(t('lastResult', { added, changed, removed }))}
          {locked > 0 ? t('lastLocked', { count: locked }) : ''}
        </span>
      ) : (
        <Alert severity="error">{codeText(failure)}</Alert>
      )}
      {left_out.length > 0 ? (
        <Alert severity="warning">{t('lastLeftOut', { models: left_out.join(', ') })}</Alert>
      ) : null}
      {bad.length > 0 ? (
        <Alert severity="warning">
          {t('lastBad')}
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
            {bad.map(({ place, model, field, code }) => (
              <li key={place}>
                {[`#${place}`, model, field].filter((part) => part !== '').join(' · ')}: {fieldText(code)}
              </li>
            ))}
          </Box>
        </Alert>
      ) : null}
    </Box>
  );
}
