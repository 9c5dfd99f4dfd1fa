import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../ui/date/date-field.tsx';
import { DateTimeField } from '../ui/date/date-time-field.tsx';
import { FieldFrame } from '../ui/form/field-frame.tsx';
import { Sample } from './sample.tsx';

export function DateSamples() {
  return (
    <>
      <Sample name="DateField, DateTimeField">
        <SampleFields day="2026-10-05" seconds={new Date('2026-10-05T18:30').getTime() / 1000} />
      </Sample>
      <Sample name="DateField, DateTimeField: empty">
        <SampleFields />
      </Sample>
      <Sample name="DateField, DateTimeField: refused">
        <SampleFields day="2026-10-05" seconds={0} error="field.ends_before_start" />
      </Sample>
    </>
  );
}

function SampleFields(start: { day?: string; seconds?: number; error?: string }) {
  const { t } = useTranslation('ui');
  const [day, setDay] = useState(start.day);
  const [seconds, setSeconds] = useState(start.seconds);
  return (
    <Card sx={{ p: 5, display: 'grid', gap: 5 }}>
      <FieldFrame label={t('from')} error={start.error}>
        {(ids) => <DateField {...ids} label={t('from')} value={day} onChange={setDay} />}
      </FieldFrame>
      <FieldFrame label={t('to')} error={start.error}>
        {(ids) => <DateTimeField {...ids} label={t('to')} value={seconds} onChange={setSeconds} />}
      </FieldFrame>
    </Card>
  );
}
