import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unpricedModels } from './price-list.ts';
import { knownModelsQuery, pricesQuery } from './pricing-api.ts';

const NAMED = 5;

/** Says which offered models cannot be called because nobody set a price. */
export function UnpricedNote({ onSetPrices }: { onSetPrices: () => void }) {
  const { t } = useTranslation('pricing');
  const known = useQuery(knownModelsQuery).data;
  const prices = useQuery(pricesQuery).data;
  const missing = known && prices ? unpricedModels(known, prices) : [];
  if (missing.length === 0) return null;
  const names = missing.slice(0, NAMED).join(', ');
  const rest = missing.length - NAMED;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 4 }}
      action={
        <Button color="inherit" size="small" onClick={onSetPrices}>
          {t('setPrices')}
        </Button>
      }
    >
      {t('unpriced', { models: rest > 0 ? `${names} ${t('moreModels', { count: rest })}` : names })}
    </Alert>
  );
}
