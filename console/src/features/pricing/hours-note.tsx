import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { PriceDifference } from './price-comparison.ts';

/** Models that the note names. */
const SHOWN = 20;

/** Warns about entries without hours for models whose vendor bills by the hour. */
export function HoursNote({ differences }: { differences: readonly PriceDifference[] }) {
  const { t } = useTranslation('pricing');
  const models = differences.filter(({ lacksHours }) => lacksHours).map(({ listed }) => listed.model);
  if (models.length === 0) return null;
  return (
    <Alert severity="warning">
      {t('lacksHours', { models: models.slice(0, SHOWN).join(', ') })}
      {models.length > SHOWN ? ` ${t('moreModels', { count: models.length - SHOWN })}` : null}
    </Alert>
  );
}
