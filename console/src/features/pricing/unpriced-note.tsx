import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useUnpricedModels } from '../../api/unpriced-models.ts';
import { useShortList } from '../../ui/text/use-short-list.ts';

/** Says which offered models cannot be called because nobody set a price. */
export function UnpricedNote({ onSetPrices }: { onSetPrices: () => void }) {
  const { t } = useTranslation('pricing');
  const shortList = useShortList();
  const missing = useUnpricedModels(true) ?? [];
  if (missing.length === 0) return null;
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
      {t('unpriced', { models: shortList(missing) })}
    </Alert>
  );
}
