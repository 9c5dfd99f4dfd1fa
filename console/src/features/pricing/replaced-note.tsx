import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { pricesQuery } from './pricing-api.ts';

/** Names models that lose another price by saving, and those that lose this one. */
export function ReplacedNote({ originals }: { originals: readonly string[] }) {
  const { t } = useTranslation('pricing');
  const models = useWatch({ name: 'models' }) as string[];
  const priced = new Set(useQuery(pricesQuery).data?.map(({ model }) => model));
  const replaced = models.filter((model) => !originals.includes(model) && priced.has(model));
  const dropped = originals.filter((model) => !models.includes(model));
  if (replaced.length === 0 && dropped.length === 0) return null;
  return (
    <Alert severity="warning">
      {replaced.length > 0 ? <div>{t('replaced', { models: replaced.join(', ') })}</div> : null}
      {dropped.length > 0 ? <div>{t('dropped', { models: dropped.join(', ') })}</div> : null}
    </Alert>
  );
}
